from procrastinate.contrib.django import app

from .actions.retention import forget_carts
from .actions.shortening import shorten_holding_sessions


@app.periodic(cron="* * * * *")
@app.task(name="cart.hurry_holders", pass_context=False)
def hurry(timestamp: int) -> None:
    shorten_holding_sessions()


@app.periodic(cron="13 * * * *")
@app.task(name="cart.forget_carts", pass_context=False)
def forget_buyers_of_carts(timestamp: int) -> None:
    forget_carts()
