"""Reads the item in the tray, clicks it, or presses an entry of its menu:
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
TIMEOUT_MS = 5000

bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(name, path, interface, method, args):
    flags = Gio.DBusCallFlags.NO_AUTO_START
    return bus.call_sync(name, path, interface, method, args, None, flags, TIMEOUT_MS).unpack()


def get(name, path, interface, prop):
    return call(name, path, PROPERTIES, "Get", GLib.Variant("(ss)", (interface, prop)))[0]


def item():
    """Returns the bus name and path of the only item."""
    items = get(WATCHER, "/StatusNotifierWatcher", WATCHER, "RegisteredStatusNotifierItems")
    if len(items) != 1:
        sys.exit(f"there are {len(items)} items in the tray")
    name, _, path = items[0].partition("/")
    return name, "/" + path


def entry(node):
    number, properties, children = node
    return {
        "id": number,
        "label": properties.get("label", "").replace("__", "_"),
        "type": properties.get("type", "standard"),
        "enabled": properties.get("enabled", True),
        "checked": properties.get("toggle-state", -1) == 1,
        "items": [entry(child) for child in children],
    }


def menu(name, path):
    menu_path = get(name, path, ITEM, "Menu")
    whole_layout = GLib.Variant("(iias)", (0, -1, []))
    _, root = call(name, menu_path, MENU, "GetLayout", whole_layout)
    return menu_path, entry(root)["items"]


def snapshot(name, path):
    pixels = [bytes(image[2]) for image in get(name, path, ITEM, "IconPixmap")]
    return {
        "title": get(name, path, ITEM, "Title"),
        "tip": get(name, path, ITEM, "ToolTip")[3],
        "icon": hashlib.sha256(b"".join(pixels)).hexdigest(),
        "items": menu(name, path)[1],
    }


def read(name, path):
    """Prints the item once two reads agree: it may change between the reads of two properties."""
    item, again = None, snapshot(name, path)
    while item != again:
        item, again = again, snapshot(name, path)
    json.dump(item, sys.stdout)


def press(name, path, labels):
    menu_path, items = menu(name, path)
    for label in labels:
        found = [item["label"] for item in items]
        if label not in found:
            sys.exit(f"no entry {label!r}; there are {found}")
        pressed = items[found.index(label)]
        items = pressed["items"]
    event = (pressed["id"], "clicked", GLib.Variant("i", 0), 0)
    call(name, menu_path, MENU, "Event", GLib.Variant("(isvu)", event))


def main(command, *labels):
    name, path = item()
    if command == "read":
        read(name, path)
    elif command == "press":
        press(name, path, labels)
    else:
        call(name, path, ITEM, "Activate", GLib.Variant("(ii)", (0, 0)))


main(*sys.argv[1:])
