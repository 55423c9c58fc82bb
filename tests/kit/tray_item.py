"""Looks at the item in the tray, or presses a line of its menu, as a tray does:
tray_item.py read | tray_item.py press LABEL [LABEL] | tray_item.py click"""

import hashlib
import json
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
PROPERTIES = "org.freedesktop.DBus.Properties"
PATIENCE_MS = 5000

bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(name, path, interface, method, args):
    flags = Gio.DBusCallFlags.NO_AUTO_START
    return bus.call_sync(name, path, interface, method, args, None, flags, PATIENCE_MS).unpack()


def get(name, path, interface, prop):
    return call(name, path, PROPERTIES, "Get", GLib.Variant("(ss)", (interface, prop)))[0]


def item():
    """The bus name and the path of the one item there is."""
    items = get(WATCHER, "/StatusNotifierWatcher", WATCHER, "RegisteredStatusNotifierItems")
    if len(items) != 1:
        sys.exit(f"there are {len(items)} items in the tray")
    name, _, path = items[0].partition("/")
    return name, "/" + path


def line(node):
    number, properties, children = node
    return {
        "id": number,
        "label": properties.get("label", "").replace("__", "_"),
        "type": properties.get("type", "standard"),
        "enabled": properties.get("enabled", True),
        "checked": properties.get("toggle-state", -1) == 1,
        "items": [line(child) for child in children],
    }


def menu(name, path):
    where = get(name, path, ITEM, "Menu")
    wanted = GLib.Variant("(iias)", (0, -1, []))
    _, root = call(name, where, MENU, "GetLayout", wanted)
    return where, line(root)["items"]


def read(name, path):
    pixels = [bytes(image[2]) for image in get(name, path, ITEM, "IconPixmap")]
    shown = {
        "title": get(name, path, ITEM, "Title"),
        "tip": get(name, path, ITEM, "ToolTip")[3],
        "icon": hashlib.sha256(b"".join(pixels)).hexdigest(),
        "items": menu(name, path)[1],
    }
    json.dump(shown, sys.stdout)


def press(name, path, labels):
    where, items = menu(name, path)
    for label in labels:
        there = [one["label"] for one in items]
        if label not in there:
            sys.exit(f"no line {label!r}; there are {there}")
        pressed = items[there.index(label)]
        items = pressed["items"]
    event = (pressed["id"], "clicked", GLib.Variant("i", 0), 0)
    call(name, where, MENU, "Event", GLib.Variant("(isvu)", event))


def main(verb, *labels):
    name, path = item()
    if verb == "read":
        read(name, path)
    elif verb == "press":
        press(name, path, labels)
    else:
        call(name, path, ITEM, "Activate", GLib.Variant("(ii)", (0, 0)))


main(*sys.argv[1:])
