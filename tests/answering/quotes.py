"""Replies in the forms that mail programs give them: what was typed is ``Nf3`` in each."""

from __future__ import annotations

from typing import Final

OURS: Final = "Your turn against bob\n\ne5\n\nPlay:\nhttps://eleven.example/games/abcd1234/"
QUOTED: Final = "\n".join(f"> {line}".rstrip() for line in OURS.split("\n"))
HTML_OURS: Final = "<h1>Your turn against bob</h1><p>e5</p>"

PLAIN: Final = {
    "Gmail": (
        "Nf3\n\nOn Tue, Nov 24, 2026 at 6:40 PM Chess Eleven <post@eleven.example> wrote:\n\n"
        f"{QUOTED}\n"
    ),
    "Gmail, folded": (
        "Nf3\n\nOn Tue, Nov 24, 2026 at 6:40 PM Chess Eleven by post <\n"
        f"post@eleven.example> wrote:\n\n{QUOTED}\n"
    ),
    "Gmail, German": (
        "Nf3\n\nAm Di., 24. Nov. 2026 um 18:40 Uhr schrieb Chess Eleven <\n"
        f"post@eleven.example>:\n\n{QUOTED}\n"
    ),
    "Gmail, French": (
        "Nf3\n\nLe mar. 24 nov. 2026 à 18:40, Chess Eleven <post@eleven.example> a écrit :\n\n"
        f"{QUOTED}\n"
    ),
    "Apple Mail": (
        "Nf3\n\n> On 24. Nov 2026, at 18:40, Chess Eleven <post@eleven.example> wrote:\n> \n"
        f"{QUOTED}\n"
    ),
    "iPhone": (
        "Nf3\n\nSent from my iPhone\n\n> On 24 Nov 2026, at 18:40, Chess Eleven"
        f" <post@eleven.example> wrote:\n> \n> \ufeff\n{QUOTED}\n"
    ),
    "iPhone, German": (
        "Nf3\n\nVon meinem iPhone gesendet\n\n> Am 24.11.2026 um 18:40 schrieb Chess Eleven"
        f" <post@eleven.example>:\n> \n{QUOTED}\n"
    ),
    "Outlook": (
        "Nf3\n\n\n________________________________\nFrom: Chess Eleven <post@eleven.example>\n"
        "Sent: Tuesday, November 24, 2026 6:40 PM\nTo: alice <alice@example.com>\n"
        f"Subject: Your turn against bob\n\n{OURS}\n"
    ),
    "Outlook, desktop": (
        "Nf3\n\nFrom: Chess Eleven <post@eleven.example> \n"
        "Sent: Tuesday, November 24, 2026 6:40 PM\n"
        f"To: alice <alice@example.com>\nSubject: Your turn against bob\n\n{OURS}\n"
    ),
    "Outlook, German": (
        "Nf3\n\nVon: Chess Eleven <post@eleven.example>\n"
        "Gesendet: Dienstag, 24. November 2026 18:40\n"
        f"An: alice <alice@example.com>\nBetreff: Dein Zug gegen bob\n\n{OURS}\n"
    ),
    "Outlook 2003": (
        "Nf3\n\n-----Original Message-----\nFrom: Chess Eleven [mailto:post@eleven.example]\n"
        f"Sent: Tuesday, November 24, 2026 6:40 PM\nTo: alice\n\n{OURS}\n"
    ),
    "Outlook for iOS": (
        "Nf3\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n"
        f"From: Chess Eleven <post@eleven.example>\nSent: Tuesday\n\n{OURS}\n"
    ),
    "Thunderbird": f"Nf3\n\nOn 24.11.26 18:40, Chess Eleven wrote:\n{QUOTED}\n",
    "Thunderbird, below": f"On 24.11.26 18:40, Chess Eleven wrote:\n{QUOTED}\n\nNf3\n",
    "Thunderbird, signed": (
        f"Nf3\n\nAm 24.11.26 um 18:40 schrieb Chess Eleven:\n{QUOTED}\n\n-- \nalice\n"
    ),
    "Yahoo": (
        "Nf3\n\n    On Tuesday, November 24, 2026 at 06:40:00 PM GMT+1, Chess Eleven"
        f" <post@eleven.example> wrote:  \n \n {OURS}\n"
    ),
    "Proton": (
        "Nf3\n\nSent with Proton Mail secure email.\n\nOn Tuesday, November 24th, 2026 at 18:40,"
        f" Chess Eleven <post@eleven.example> wrote:\n\n{QUOTED}\n"
    ),
    "GMX": (
        'Nf3\n \n\nGesendet: Dienstag, 24. November 2026 um 18:40 Uhr\nVon: "Chess Eleven"'
        f" <post@eleven.example>\nAn: alice@example.com\nBetreff: Dein Zug\n\n{OURS}\n"
    ),
    "mutt": (
        "Nf3\n\nOn Tue, Nov 24, 2026 at 06:40:00PM +0100, Chess Eleven wrote:\n"
        f"{QUOTED}\n\n--\nalice\n"
    ),
    "K-9": (
        "Nf3\n\n-------- Original Message --------\nFrom: Chess Eleven <post@eleven.example>\n"
        f"Sent: November 24, 2026 6:40:00 PM GMT+01:00\nTo: alice\n\n{OURS}\n"
    ),
    "with a closing": f"Nf3\nCheers,\nalice\n\nOn 24.11.26 18:40, Chess Eleven wrote:\n{QUOTED}\n",
    "with a greeting below": (
        f"Nf3\n\nGood luck!\n\nOn 24.11.26 18:40, Chess Eleven wrote:\n{QUOTED}\n"
    ),
    "nothing else": "Nf3",
}
HTML: Final = {
    "Gmail": (
        '<div dir="ltr">Nf3</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On'
        " Tue, Nov 24, 2026 Chess Eleven &lt;<a>post@eleven.example</a>&gt; wrote:<br></div>"
        f'<blockquote class="gmail_quote">{HTML_OURS}</blockquote></div>'
    ),
    "Outlook on the web": (
        "<html><head><style>p {margin:0}</style></head><body><div>Nf3</div>"
        '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Chess Eleven<br>'
        f"<b>Sent:</b> Tuesday</div><div>{HTML_OURS}</div></body></html>"
    ),
    "Apple Mail": (
        "<html><body>Nf3<br><div><br>"
        f'<blockquote type="cite">{HTML_OURS}</blockquote></div></body></html>'
    ),
    "Thunderbird": (
        '<p>Nf3</p><div class="moz-cite-prefix">On 24.11.26 18:40, Chess Eleven wrote:<br></div>'
        f'<blockquote type="cite">{HTML_OURS}</blockquote><pre class="moz-signature">-- alice</pre>'
    ),
    "Yahoo": f'<div>Nf3</div><div id="yahoo_quoted_1" class="yahoo_quoted">{HTML_OURS}</div>',
}
