"""Simulated frames of Drop It: pieces that fall by physics, and pictures of them."""
