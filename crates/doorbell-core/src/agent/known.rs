//! Programs known by name.

/// What the agents' programs are called.
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

/// Programs that run what others wrote, without the version behind their names.
const INTERPRETERS: [&str; 9] = [
    "node", "bun", "deno", "python", "pypy", "ruby", "perl", "php", "java",
];

/// Programs that only start others. People start agents from them, and agents their commands, so
/// they are no session themselves and may be anywhere in one.
#[rustfmt::skip]
const STARTERS: &[&str] = &[
    // shells
    "sh", "bash", "dash", "zsh", "fish", "nu", "ksh", "mksh", "tcsh", "csh", "ash", "busybox",
    "pwsh", "xonsh", "elvish", "osh",
    // other users, other places
    "su", "sudo", "doas", "run0", "pkexec", "login", "env", "nohup", "setsid", "timeout", "script",
    "dbus-run-session", "dbus-launch", "xvfb-run",
];

/// Programs that agents are started in and that no agent starts its commands through: a session
/// ends below them.
#[rustfmt::skip]
const SURROUNDINGS: &[&str] = &[
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

/// How the names of whole families of such programs begin.
#[rustfmt::skip]
const FAMILIES: &[&str] = &[
    "gdm", "sddm", "lightdm", "gnome-session", "cinnamon", "mate-", "lxqt-", "lxsession", "xfce4-",
    "kwin_", "xmonad", "pantheon-", "budgie-",
];

/// The name people know an agent's program by.
pub(super) fn agent(program: &str) -> Option<&'static str> {
    AGENTS
        .iter()
        .find(|(known, _)| *known == program)
        .map(|(_, name)| *name)
}

/// Whether a program runs what others wrote.
pub(super) fn is_interpreter(program: &str) -> bool {
    INTERPRETERS.contains(&program)
}

/// Whether a program only starts others.
pub(super) fn is_starter(program: &str) -> bool {
    STARTERS.contains(&program)
}

/// Whether agents are started in the program.
pub(super) fn is_surrounding(program: &str) -> bool {
    SURROUNDINGS.contains(&program) || FAMILIES.iter().any(|family| program.starts_with(family))
}
