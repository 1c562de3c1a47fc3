from procrastinate.contrib.django import app

from .visitor_sessions.activity import delete_old_activity


@app.periodic(cron="43 4 * * *")
@app.task(name="sessions_queue.forget_old_activity", pass_context=False)
def forget_activity(timestamp: int) -> None:
    delete_old_activity()
