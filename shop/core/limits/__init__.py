"""Rate limits (docs/decisions/0073-limits.md). A browser is counted by its pass and then refused; an IP address is
counted for all its browsers, which then need a proof of work; mailboxes, devices and shops are counted by number.
"""
