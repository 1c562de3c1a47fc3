"""Money that staff send from the bank: whose account it goes to, and the file that the bank reads."""
