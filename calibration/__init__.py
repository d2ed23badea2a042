"""What a camera and a box of pieces look like: profiles and the fits that make them."""
