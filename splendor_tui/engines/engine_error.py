"""What an engine does wrong."""

from splendor_tui.words import MessageError


class EngineError(MessageError):
    """An engine that cannot be started, has ended, or does not keep to the protocol; the message is a sentence about it."""


class EngineLateError(EngineError):
    """It has not answered in time."""


class IllegalAnswerError(EngineError):
    """It has answered with something that is no action, or not legal."""
