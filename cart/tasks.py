from procrastinate.contrib.django import app

from .actions.hurrying import hurry_holders


@app.periodic(cron="* * * * *")
@app.task(name="cart.hurry_holders", pass_context=False)
def hurry(timestamp: int) -> None:
    hurry_holders()
