from procrastinate.contrib.django import app

from .ticket_holders import erase_old_holders


@app.periodic(cron="37 4 * * *")
@app.task(name="cart.erase_ticket_holders", pass_context=False)
def erase_ticket_holders(timestamp: int) -> None:
    erase_old_holders()
