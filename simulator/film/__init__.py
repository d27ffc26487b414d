"""Films of a simulated table: what lies there from moment to moment, and a camera that draws only what changes."""
