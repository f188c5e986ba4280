"""The description of the interface: msgspec structs as schemas, and who may call what.

Importing this module registers it with drf-spectacular. A struct is both what is read and what is described, so the two
cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from wagering.api.headers import KEY
from wagering.api.problems import COMMAND_STATUSES, MEDIA_TYPE, QUERY_STATUSES, ProblemBody

REFERENCE: Final = "#/components/schemas/{name}"
SECURITY: Final[dict[str, list[dict[str, list[str]]]]] = {
    "operator": [{"operatorSignature": []}],
    "studio": [{"deviceToken": []}],
    "player": [{"sessionToken": []}],
    "staff": [{"staffSession": []}],
    "stream": [{"sessionToken": []}, {"deviceToken": []}, {"staffSession": []}],
}

_IDEMPOTENCY_KEY: Final = OpenApiParameter(
    "Idempotency-Key", {"type": "string", "minLength": 1, "maxLength": 200, "pattern": f"^{KEY.pattern[:-2]}$"},
    OpenApiParameter.HEADER, required=True,
    description="Unique for this command; the same command with the same key is done once, and answered the same.",
)  # fmt: skip
_IF_MATCH: Final = OpenApiParameter(
    "If-Match", {"type": "string", "pattern": '^"[0-9]{1,18}"$'}, OpenApiParameter.HEADER, required=True,
    description="The ETag of what this is based on. Based on another one it is another command, with a key of its own.",
)  # fmt: skip


class StructSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A msgspec struct as a component of the description."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        """The class's own name."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """The struct's schema; those it refers to are registered beside it."""
        (reference,), components = msgspec.json.schema_components([self.target], ref_template=REFERENCE)
        own = reference["$ref"].rsplit("/", 1)[-1]
        structs = _structs(msgspec.Struct)
        for name, schema in components.items():
            if name != own:
                auto_schema.registry.register_on_missing(
                    ResolvedComponent(  # type: ignore[no-untyped-call]
                        name, ResolvedComponent.SCHEMA, _openapi(schema), structs[name]
                    )
                )
        return _openapi(components[own])


class ApiSchema(AutoSchema):
    """Tags, names and security follow from the audience of the view."""

    def get_tags(self) -> list[str]:
        """By audience."""
        return [getattr(self.view, "audience", "") or "meta"]

    def get_summary(self) -> str:
        """The first sentence of the method's docstring."""
        text = getattr(self.view, self.method.lower()).__doc__ or ""
        return " ".join(text.split()).split(". ")[0].split("; ")[0].rstrip(".")

    def get_auth(self) -> list[dict[str, list[str]]]:
        """What this audience comes with."""
        return SECURITY.get(getattr(self.view, "audience", ""), [{}])

    def get_operation_id(self) -> str:
        """``player_place_bet``: audience and what the method is called for."""
        method = getattr(self.view, self.method.lower())
        return f"{getattr(self.view, 'audience', '') or 'meta'}_{method.operation}"


def described(
    operation: str,
    *,
    body: type | None,
    answer: type,
    query: type | None = None,
    status: int = 200,
    versioned: bool = False,
    keyed: bool = True,
    media_type: str = "application/json",
    more: Sequence[OpenApiParameter] = (),
) -> Callable[[Any], Any]:
    """Gives a method its place in the description; errors are the same for all.

    ``keyed``: a body is a command's. ``more``: parameters of its own.
    """
    parameters = [*more, *([_IDEMPOTENCY_KEY] if body and keyed else [])]
    if versioned:
        parameters.append(_IF_MATCH)
    if query:
        parameters += _query_parameters(query)
    problems: dict[Any, Any] = {
        (code, MEDIA_TYPE): OpenApiResponse(ProblemBody, HTTPStatus(code).phrase)
        for code in (COMMAND_STATUSES if body else QUERY_STATUSES)
    }
    told = OpenApiResponse(answer, (answer.__doc__ or "").strip().split("\n")[0])
    decorate = extend_schema(
        request={"application/json": body} if body else None,
        responses={(status, media_type): told, **problems},
        parameters=parameters,
    )

    def apply(method: Any) -> Any:
        method.operation = operation
        return decorate(method)

    return apply


def _query_parameters(query: type) -> list[OpenApiParameter]:
    (reference,), components = msgspec.json.schema_components([query])
    schema = _openapi(components[reference["$ref"].rsplit("/", 1)[-1]])
    return [
        OpenApiParameter(
            name, {k: v for k, v in found.items() if k != "description"}, OpenApiParameter.QUERY,
            required=name in schema.get("required", ()), description=found.get("description", ""),
        )
        for name, found in schema["properties"].items()
    ]  # fmt: skip


def _structs(base: type) -> dict[str, type]:
    """Every struct by its name, since the schemas of msgspec tell only names."""
    found: dict[str, type] = {}
    subclasses: list[type] = base.__subclasses__()
    for struct in subclasses:
        found |= {struct.__name__: struct, **_structs(struct)}
    return found


def _openapi(schema: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name != "title"}
