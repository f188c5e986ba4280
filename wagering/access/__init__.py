"""Who is calling: operators' keys, studios' devices, players' sessions."""
