//! Programs recognised by name.

/// Executable names of agents and the names people know them by.
const AGENTS: [(&str, &str); 12] = [
    ("claude", "Claude Code"),
    ("codex", "Codex"),
    ("gemini", "Gemini CLI"),
    ("copilot", "Copilot CLI"),
    ("opencode", "opencode"),
    ("cline", "Cline"),
    ("goose", "Goose"),
    ("cursor-agent", "Cursor"),
    ("fast-agent", "fast-agent"),
    ("kiro-cli", "Kiro"),
    ("amp", "Amp"),
    ("aider", "Aider"),
];

/// Without the version after their names.
const INTERPRETERS: [&str; 9] = [
    "node", "bun", "deno", "python", "pypy", "ruby", "perl", "php", "java",
];

/// Programs that only start others. People start agents from them and agents start commands from
/// them, so they are not sessions themselves.
#[rustfmt::skip]
const LAUNCHERS: &[&str] = &[
    // shells
    "sh", "bash", "dash", "zsh", "fish", "nu", "ksh", "mksh", "tcsh", "csh", "ash", "busybox",
    "pwsh", "xonsh", "elvish", "osh",
    // other users, other places
    "su", "sudo", "doas", "run0", "pkexec", "login", "env", "nohup", "setsid", "timeout", "script",
    "dbus-run-session", "dbus-launch", "xvfb-run",
];

/// Programs that people start agents in, and that agents do not start commands through. A session
/// ends below them.
#[rustfmt::skip]
const HOSTS: &[&str] = &[
    // multiplexers
    "tmux", "screen", "zellij", "dtach", "abduco", "byobu",
    // terminals
    "xterm", "uxterm", "kitty", "alacritty", "foot", "footclient", "konsole", "yakuake",
    "gnome-terminal", "gnome-terminal-server", "wezterm", "wezterm-gui", "wezterm-mux-server",
    "ghostty", "ptyxis", "ptyxis-agent", "kgx", "gnome-console", "terminator", "urxvt", "urxvtd",
    "rxvt", "st", "tilix", "lxterminal", "qterminal", "deepin-terminal", "guake", "tilda",
    "terminology", "cool-retro-term", "rio", "warp", "warp-terminal", "tabby", "hyper", "contour",
    "xdg-terminal-exec", "x-terminal-emulator",
    // editors with a terminal in them
    "code", "code-insiders", "code-oss", "codium", "vscodium", "cursor", "windsurf", "zed",
    "zed-editor", "idea", "pycharm", "webstorm", "rustrover", "clion", "goland", "phpstorm",
    "rider", "rubymine", "datagrip", "studio", "gnome-builder", "kdevelop", "kate", "emacs",
    // services
    "systemd", "init", "runit", "runsvdir", "s6-svscan", "openrc", "cron", "crond", "atd", "sshd",
    "sshd-session", "dropbear", "mosh-server", "dbus-daemon", "dbus-broker", "agetty", "greetd",
    "ly", "lemurs", "xdm", "lxdm", "slim",
    // desktops
    "Xorg", "X", "Xwayland", "xinit", "startx", "gnome-shell", "plasmashell", "ksmserver",
    "krunner", "startplasma-x11", "startplasma-wayland", "sway", "Hyprland", "hyprland",
    "niri", "river", "labwc", "wayfire", "weston", "cage", "cosmic-comp", "cosmic-session",
    "openbox", "fluxbox", "blackbox", "icewm", "i3", "bspwm", "sxhkd", "awesome", "dwm", "qtile",
    "herbstluftwm", "spectrwm", "enlightenment", "budgie-panel", "budgie-wm", "muffin", "marco",
    "metacity", "mutter", "xfwm4", "xfdesktop", "rofi", "dmenu_run", "wofi", "fuzzel",
];

#[rustfmt::skip]
const HOST_PREFIXES: &[&str] = &[
    "gdm", "sddm", "lightdm", "gnome-session", "cinnamon", "mate-", "lxqt-", "lxsession", "xfce4-",
    "kwin_", "xmonad", "pantheon-", "budgie-",
];

pub(super) fn agent(program: &str) -> Option<&'static str> {
    AGENTS
        .iter()
        .find(|(known, _)| *known == program)
        .map(|(_, name)| *name)
}

pub(super) fn is_interpreter(program: &str) -> bool {
    INTERPRETERS.contains(&program)
}

pub(super) fn is_launcher(program: &str) -> bool {
    LAUNCHERS.contains(&program)
}

pub(super) fn is_host(program: &str) -> bool {
    HOSTS.contains(&program)
        || HOST_PREFIXES
            .iter()
            .any(|prefix| program.starts_with(prefix))
}
