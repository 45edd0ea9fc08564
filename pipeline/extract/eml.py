"""Messages: addresses, subject, every text of every part, messages inside, and attachments by their own readers."""

from __future__ import annotations

from pipeline.container.attached import compose
from pipeline.container.mail import parse
from pipeline.container.mail_walk import MailWalk
from pipeline.document import Document
from pipeline.extract.pictures import with_pictures
from pipeline.registry import reader


@reader("eml")
def read_message(data: bytes, name: str) -> Document:
    """Read an .eml; an attachment that no reader knows isn't read, since it will go."""
    walk = MailWalk(parse(data))
    return with_pictures(compose(walk.walk(), data, "eml", name), walk.pictures.found)
