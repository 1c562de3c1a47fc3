"""All limits: what a browser may do by its pass, an address at a price, and a mailbox, a device or a shop by number
(docs/decisions/0073-limits.md).
"""
