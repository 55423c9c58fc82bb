"""Shows the keys that a person presses, each from a line of standard input: keys.py X Y

A window that takes no focus and no input.
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk

STYLE = b"""
window { background: #16181d; border: 1px solid #4a505c; border-radius: 8px; }
label { color: #f5f5f5; font: 13px Inter; padding: 8px 14px; }
"""

x, y = map(int, sys.argv[1:])
style = Gtk.CssProvider()
style.load_from_data(STYLE)
priority = Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, priority)
window = Gtk.Window(type=Gtk.WindowType.POPUP)
label = Gtk.Label()
window.add(label)
window.move(x, y)


def read(source, _):
    line = source.readline()
    if not line:
        Gtk.main_quit()
        return False
    keys = line.strip()
    label.set_text(keys)
    window.resize(1, 1)
    window.show_all() if keys else window.hide()
    return True


GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, read)
Gtk.main()
