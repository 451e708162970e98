"""What every model of data from outside has in common."""

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """Takes exactly its fields, each of exactly its type; what was put in stays out of tracebacks.

    What checks it is built when it is first used: a start does not wait for models that it does not meet.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", hide_input_in_errors=True, defer_build=True)
