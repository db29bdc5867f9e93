"""Games to show elsewhere: clips, pages of goals, frames for other sites.

``looking``       which games may be shown, and to whom
``stretch``       some turns of a game, and what to say of them
``frames``        the pictures of a clip: the board before, and action by action
``animation``     these as GIF or WebP
``clips``, ``kept_files``    a clip is made once and kept as a file
``embeds``, ``oembed``       games and competitions in a frame of another site
"""
