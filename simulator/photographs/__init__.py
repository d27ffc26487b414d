"""Sets of photographs with their truth, and what goes wrong in photographs."""
