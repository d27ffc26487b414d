"""Galaxy Jarapon (ギャラクシージャラポン), game 7: tiles, score sheets, hands and who pays whom."""
