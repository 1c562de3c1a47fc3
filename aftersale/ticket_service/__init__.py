"""Forms by which guests ask for another name or a cancellation (purchase §2)."""
