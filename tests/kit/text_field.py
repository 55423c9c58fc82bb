"""Shows a window with a text field and prints its text on every change: text_field.py TITLE"""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

window = Gtk.Window(title=sys.argv[1])
field = Gtk.Entry()
field.connect("changed", lambda field: print(field.get_text(), flush=True))
window.add(field)
window.set_default_size(300, 40)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
