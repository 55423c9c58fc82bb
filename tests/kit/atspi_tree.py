"""Prints the accessibility tree of one application as JSON: atspi_tree.py APPLICATION"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

MAX_DEPTH = 60


def quietly(read, otherwise):
    """An object may leave while it is read; what it was is then unknown."""
    try:
        return read()
    except GLib.Error:
        return otherwise


def text_of(node):
    text = quietly(node.get_text_iface, None)
    if text is None:
        return ""
    length = quietly(text.get_character_count, 0)
    # U+FFFC stands for an embedded child, which has a node of its own.
    return quietly(lambda: text.get_text(0, length), "").replace("\ufffc", "").strip()


def spoken(node):
    """The words of an object and of all inside it."""
    own = text_of(node) or (quietly(node.get_name, "") or "")
    if own:
        return own
    words = []
    for index in range(quietly(node.get_child_count, 0)):
        child = quietly(lambda: node.get_child_at_index(index), None)
        if child is not None:
            words.append(spoken(child))
    return " ".join(word for word in words if word)


def related(node, kinds):
    words = []
    for relation in quietly(node.get_relation_set, []) or []:
        if relation.get_relation_type() in kinds:
            for index in range(relation.get_n_targets()):
                words.append(spoken(relation.get_target(index)))
    return " ".join(word for word in words if word)


def described(node, depth=0):
    states = quietly(lambda: node.get_state_set().get_states(), [])
    children = []
    if depth < MAX_DEPTH:
        for index in range(quietly(node.get_child_count, 0)):
            child = quietly(lambda: node.get_child_at_index(index), None)
            if child is not None:
                children.append(described(child, depth + 1))
    return {
        "role": quietly(node.get_role_name, ""),
        "name": quietly(node.get_name, "") or "",
        "description": quietly(node.get_description, "") or "",
        "states": [state.value_nick.replace("-", " ") for state in states],
        "text": text_of(node),
        "described_by": related(node, (Atspi.RelationType.DESCRIBED_BY,)),
        "error": related(node, (Atspi.RelationType.ERROR_MESSAGE,)),
        "children": children,
    }


def main(name):
    Atspi.init()
    desktop = Atspi.get_desktop(0)
    names = []
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application is None:
            continue
        names.append(quietly(application.get_name, ""))
        if names[-1] == name:
            json.dump(described(application), sys.stdout)
            return 0
    print(f"no application {name!r}; there are {names}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
