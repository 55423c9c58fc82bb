"""Prints each window event that an application sends to screen readers: atspi_windows.py APPLICATION"""

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


def on_event(event):
    try:
        application = event.source.get_application()
        if application is None or application.get_name() != sys.argv[1]:
            return
        # Changes inside a window are not window events.
        if event.type.startswith("window") or event.source == application:
            print(event.type, flush=True)
    except GLib.Error:
        print(event.type, "of something that is gone", flush=True)


Atspi.init()
listener = Atspi.EventListener.new(on_event)
for kind in ["window", "object:children-changed:add"]:
    listener.register(kind)
print("listening", flush=True)
Atspi.event_main()
