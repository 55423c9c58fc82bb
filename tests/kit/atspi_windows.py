"""Prints a line for each window that an application tells screen readers of: atspi_windows.py APPLICATION"""

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


def heard(event):
    """Its name is asked for now: whoever is gone already told of nothing that is there."""
    try:
        application = event.source.get_application()
        if application is None or application.get_name() != sys.argv[1]:
            return
        # What is put into a window tells of no window.
        if event.type.startswith("window") or event.source == application:
            print(event.type, flush=True)
    except GLib.Error:
        print(event.type, "of something that is gone", flush=True)


Atspi.init()
listener = Atspi.EventListener.new(heard)
for kind in ["window", "object:children-changed:add"]:
    listener.register(kind)
print("listening", flush=True)
Atspi.event_main()
