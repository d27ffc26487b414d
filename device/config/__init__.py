"""Files that people change: score sheets, tile sets, frames and routes."""
