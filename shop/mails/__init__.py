"""Mails: stored with their cause, sent by a job."""
