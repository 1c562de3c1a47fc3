"""How requests arrive and answers leave."""
