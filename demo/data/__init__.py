"""What the demo shops sell and say, in German and English."""
