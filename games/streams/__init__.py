"""Logs as they grow: server-sent events and newline-delimited JSON.

``negotiation`` what a view answers when a stream is asked for, and which form of it
``endpoint``    turns an offer into an answer that stays open; needs an ASGI server
``stream``      one open stream: read, write, wait
``hub``         what the streams of one process share: a subscription, a poll, a look at tokens
``topics``      a log that streams of this process follow; its rows are read once for all of them
``reading``     the queries, in threads of their own that give their connection back
``frames``      the bytes
``bulk``        many games as lines of JSON, which come to an end
"""
