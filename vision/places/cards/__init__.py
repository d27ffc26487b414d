"""Which card lies at which place of a table without a sheet: piles, columns and rows, found as they were laid."""
