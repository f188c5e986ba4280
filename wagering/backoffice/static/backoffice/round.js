// Steps through the cards of a round. Without it the page shows the cards as they lie at the end.
(() => {
  "use strict";
  const data = document.getElementById("moments");
  const scrub = document.getElementById("scrub");
  if (!data || !scrub) return;
  const moments = JSON.parse(data.textContent);
  const slider = document.getElementById("moment");
  const label = document.getElementById("replay");
  const felt = document.getElementById("felt");
  const deck = new Map([...document.querySelectorAll("#deck [data-card]")].map((each) => [each.dataset.card, each.firstElementChild]));
  const places = [...document.querySelectorAll("#felt [data-place]")];
  const final = new Map(places.map((place) => [place, [...place.children]]));

  function show(number) {
    const last = number >= moments.length;
    const moment = moments[number - 1];
    for (const place of places) {
      const cards = moment.cards[place.dataset.place] || [];
      place.replaceChildren(...(last ? final.get(place) : cards.map((card) => deck.get(card).cloneNode(true))));
    }
    felt.classList.toggle("bo-replaying", !last);
    const values = { number, count: moments.length, time: moment.at, words: moment.words };
    label.textContent = last ? "" : label.dataset.text.replace(/{(\w+)}/g, (_, name) => values[name]);
    for (const step of document.querySelectorAll(".bo-timeline > li[aria-current]")) step.removeAttribute("aria-current");
    if (!last) document.querySelector(`.bo-timeline > li[data-position="${moment.position}"]`)?.setAttribute("aria-current", "step");
  }

  function move(to) {
    slider.value = Math.min(moments.length, Math.max(1, to));
    show(Number(slider.value));
  }

  const moves = { first: () => 1, back: () => Number(slider.value) - 1, next: () => Number(slider.value) + 1, last: () => moments.length };
  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const button of scrub.querySelectorAll("button")) button.addEventListener("click", () => move(moves[button.dataset.move]()));
  scrub.hidden = false;
})();
