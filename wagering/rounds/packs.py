"""Packs: sealed before their first card, mounted at a table, opened when nothing more is dealt from them."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.kernel.cards import cards, is_exactly
from games.kernel.ruleset import Rejected
from wagering.eventstore.session import execute
from wagering.rounds.play import shoe_stream
from wagering.rounds.projections import burn_row, shoe_row
from wagering.rounds.stage import Stage
from wagering.tables.events import ShoeChanged, ShoeMounted, ShoeRetired
from wagering.tables.sealing import commitment, new_nonce, seal, shuffled, unseal

_SEALED = "SELECT sealed FROM tables_sealedshoe WHERE shoe = %b::text"


def in_order(given: str, pack: Sequence[str]) -> tuple[str, ...]:
    """The cards of a new shoe, first card first: as given, which must be exactly ``pack``, or shuffled here."""
    if not given:
        return shuffled(pack)
    try:
        order = cards(given)
    except ValueError as error:
        # Without what was sent: a receipt must not keep an order that is sent again with its mistake put right.
        raise Rejected("bad_shoe", "", "cards are two characters each, with one space between them", "cards") from error
    if not is_exactly(order, pack):
        raise Rejected("bad_shoe", "", f"not exactly the {len(pack)} cards that are due", "cards")
    return order


def seal_shoe(stage: Stage, shoe: str, order: tuple[str, ...], *, packs: int = 1, cut: int = 0) -> ShoeMounted:
    """Seal the order of a virtual shoe; what is published of it is the commitment, and its burn card if it has one."""
    nonce, burn = new_nonce(), stage.play.ruleset.burn
    stage.work.row("tables_sealedshoe", {"shoe": shoe, "sealed": "\\x" + seal(nonce, order).hex()})
    return ShoeMounted(
        shoe=shoe, table=stage.play.table, live=False, packs=packs, burn_card=order[0] if burn else "",
        burned=burn(order[0]) + 1 if burn else 0, commitment=commitment(nonce, order), cut=cut,
    )  # fmt: skip


def mount(stage: Stage, event: ShoeMounted, order: tuple[str, ...]) -> None:
    """From here on the table deals from this shoe; the one before is retired. ``order``: empty for a live shoe."""
    retire(stage)
    stage.work.begin(shoe_stream(event.shoe))
    stage.record("shoe", event)
    stage.record("table", ShoeChanged(shoe=event.shoe))
    stage.play = replace(stage.play, order=order)
    stage.work.row("tables_shoe", shoe_row(event))
    if event.burn_card:
        stage.work.row("tables_draw", burn_row(event))


def retire(stage: Stage) -> None:
    """Close the table's shoe; a virtual one is opened here, for anybody to check against its commitment."""
    shoe = stage.play.shoe
    if shoe is None or shoe.retired:
        return
    nonce, order = "", tuple[str, ...]()
    if not shoe.live:
        nonce, order = unseal(_sealed(stage, shoe.id))
    stage.record("shoe", ShoeRetired(shoe=shoe.id, nonce=nonce, order=" ".join(order)))
    stage.shoe_row(shoe.id, cut_out=shoe.cut_out, retired=True)


def _sealed(stage: Stage, shoe: str) -> bytes:
    """As stored, or as this very command will store it: a game may be dealt and over in one."""
    for row in stage.work.rows.get("tables_sealedshoe", ()):
        if row["shoe"] == shoe:
            return bytes.fromhex(row["sealed"].removeprefix("\\x"))
    found = execute(_SEALED, (shoe,)).fetchone()
    if found is None:
        raise LookupError(f"the sealed order of {shoe} is missing")
    return bytes(found[0])


def retire_after_round(stage: Stage) -> None:
    """A pack that lasts for one round or one deal is opened as soon as the round is over."""
    if stage.play.ruleset.shoe_lasts != "until_cut":
        retire(stage)
