"""Sets of photographs with ground truth, and degradations of photographs and detections."""
