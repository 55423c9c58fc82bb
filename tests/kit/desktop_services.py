"""Fake desktop services that cannot run on a virtual desktop: desktop_services.py SERVICE

Each owns the real bus name and implements the real interface, plus methods to control it:
  locker  org.freedesktop.ScreenSaver   SetActive locks and unlocks
  login   org.freedesktop.login1        SetLockedHint on the session, Suspend emits sleep and resume at once
  shell   org.gnome.Mutter.ScreenCast   CreateSession starts to share the screen, Stop ends it
  notifier [CAPABILITY...]
          org.freedesktop.Notifications Last returns the last notification, Press presses
                                        any button of any notification, even a closed one
"""

import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

LOCKER = """<node><interface name='org.freedesktop.ScreenSaver'>
  <method name='GetActive'><arg type='b' direction='out'/></method>
  <method name='SetActive'><arg type='b' direction='in'/><arg type='b' direction='out'/></method>
  <signal name='ActiveChanged'><arg type='b'/></signal>
</interface></node>"""

LOGIN = """<node><interface name='org.freedesktop.login1.Manager'>
  <method name='Suspend'><arg type='b' direction='in'/></method>
  <signal name='PrepareForSleep'><arg type='b'/></signal>
</interface>
<interface name='org.freedesktop.login1.Session'>
  <method name='SetLockedHint'><arg type='b' direction='in'/></method>
  <property name='LockedHint' type='b' access='read'/>
</interface></node>"""

SHELL = """<node><interface name='org.gnome.Mutter.ScreenCast'>
  <method name='CreateSession'>
    <arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>
  </method>
</interface>
<interface name='org.gnome.Mutter.ScreenCast.Session'>
  <method name='Stop'/>
  <signal name='Closed'/>
</interface>
<interface name='org.gnome.Mutter.ScreenCast.Stream'>
  <signal name='PipeWireStreamAdded'><arg type='u'/></signal>
</interface></node>"""


NOTIFIER = """<node><interface name='org.freedesktop.Notifications'>
  <method name='GetCapabilities'><arg type='as' direction='out'/></method>
  <method name='Notify'>
    <arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>
    <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>
    <arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='out'/>
  </method>
  <method name='CloseNotification'><arg type='u' direction='in'/></method>
  <method name='Last'>
    <arg type='u' direction='out'/><arg type='s' direction='out'/><arg type='as' direction='out'/>
  </method>
  <method name='Press'><arg type='u' direction='in'/><arg type='s' direction='in'/></method>
  <signal name='ActionInvoked'><arg type='u'/><arg type='s'/></signal>
  <signal name='NotificationClosed'><arg type='u'/><arg type='u'/></signal>
</interface></node>"""


def interfaces(xml):
    return Gio.DBusNodeInfo.new_for_xml(xml).interfaces


class Locker:
    name = "org.freedesktop.ScreenSaver"
    path = "/org/freedesktop/ScreenSaver"

    def __init__(self, bus):
        self.bus = bus
        self.active = False
        bus.register_object(self.path, interfaces(LOCKER)[0], self.call)

    def call(self, bus, sender, path, interface, method, args, invocation):
        if method == "SetActive":
            self.active = args[0]
            active = GLib.Variant("(b)", (self.active,))
            bus.emit_signal(None, path, interface, "ActiveChanged", active)
        invocation.return_value(GLib.Variant("(b)", (self.active,)))


class Login:
    name = "org.freedesktop.login1"
    path = "/org/freedesktop/login1"
    # Clients may use "auto", but signals come from the real path of the session.
    session = path + "/session/auto"
    signal_path = path + "/session/_31"

    def __init__(self, bus):
        self.locked = False
        manager, session = interfaces(LOGIN)
        bus.register_object(self.path, manager, self.call)
        bus.register_object(self.session, session, self.call, self.get)

    def get(self, bus, sender, path, interface, name):
        return GLib.Variant("b", self.locked)

    def call(self, bus, sender, path, interface, method, args, invocation):
        if method == "Suspend":
            for begins in (True, False):
                sleeps = GLib.Variant("(b)", (begins,))
                bus.emit_signal(None, path, interface, "PrepareForSleep", sleeps)
        else:
            self.locked = args[0]
            changed = {"LockedHint": GLib.Variant("b", self.locked)}
            bus.emit_signal(
                None,
                self.signal_path,
                "org.freedesktop.DBus.Properties",
                "PropertiesChanged",
                GLib.Variant("(sa{sv}as)", (interface, changed, [])),
            )
        invocation.return_value(None)


class Shell:
    name = "org.gnome.Mutter.ScreenCast"
    path = "/org/gnome/Mutter/ScreenCast"

    def __init__(self, bus):
        self.shell, self.session, _ = interfaces(SHELL)
        self.sessions = {}
        bus.register_object(self.path, self.shell, self.call)

    def call(self, bus, sender, path, interface, method, args, invocation):
        if method == "CreateSession":
            session = f"{self.path}/Session/u{len(self.sessions) + 1}"
            self.sessions[session] = bus.register_object(session, self.session, self.call)
            # Mutter sends the signals of a stream only to the program that shares.
            bus.emit_signal(
                sender,
                self.path + "/Stream/u1",
                interface + ".Stream",
                "PipeWireStreamAdded",
                GLib.Variant("(u)", (42,)),
            )
            invocation.return_value(GLib.Variant("(o)", (session,)))
        else:
            bus.unregister_object(self.sessions[path])
            bus.emit_signal(None, path, interface, "Closed", None)
            invocation.return_value(None)


class Notifier:
    name = "org.freedesktop.Notifications"
    path = "/org/freedesktop/Notifications"

    def __init__(self, bus):
        self.capabilities = sys.argv[2:]
        self.count = 0
        self.last = (0, "", [])
        bus.register_object(self.path, interfaces(NOTIFIER)[0], self.call)

    def call(self, bus, sender, path, interface, method, args, invocation):
        reply = None
        if method == "GetCapabilities":
            reply = GLib.Variant("(as)", (self.capabilities,))
        elif method == "Notify":
            self.count += 1
            number = args[1] or self.count
            self.last = (number, args[3], args[5])
            reply = GLib.Variant("(u)", (number,))
        elif method == "Last":
            reply = GLib.Variant("(usas)", self.last)
        elif method == "Press":
            bus.emit_signal(None, path, interface, "ActionInvoked", args)
        else:
            closed = GLib.Variant("(uu)", (args[0], 3))
            bus.emit_signal(None, path, interface, "NotificationClosed", closed)
        invocation.return_value(reply)


SERVICES = {"locker": Locker, "login": Login, "shell": Shell, "notifier": Notifier}


def main():
    service = SERVICES[sys.argv[1]]
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    service(bus)
    Gio.bus_own_name_on_connection(bus, service.name, Gio.BusNameOwnerFlags.NONE, None, None)
    GLib.MainLoop().run()


main()
