"""Presses a button or switch of one application over the accessibility bus: atspi_press.py APPLICATION NAME"""

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi


PRESSED = (Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON)


def find(node, name):
    if node is None:
        return None
    if node.get_role() in PRESSED and node.get_name() == name:
        return node
    for index in range(node.get_child_count()):
        found = find(node.get_child_at_index(index), name)
        if found is not None:
            return found
    return None


def main(application, name):
    Atspi.init()
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        one = desktop.get_child_at_index(index)
        if one is not None and one.get_name() == application:
            button = find(one, name)
            if button is None:
                sys.exit(f"no button {name!r}")
            if not button.get_action_iface().do_action(0):
                sys.exit("the button was not pressed")
            return
    sys.exit(f"no application {application!r}")


main(*sys.argv[1:])
