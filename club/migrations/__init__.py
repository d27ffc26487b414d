"""The migrations of the club's database; `club.database` runs those that are missing at each start."""
