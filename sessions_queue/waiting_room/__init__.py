"""Visitors wait for their turn in front of a shop's sale, first come, first served (purchase §4 "Queue",
docs/decisions/0064).
"""
