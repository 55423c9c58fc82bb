//! Programs recognised by name.

struct KnownAgent {
    /// The name of its executable.
    program: &'static str,
    /// The name people know it by.
    name: &'static str,
    /// The npm packages with its executable, without the platform at the end of a package's name.
    packages: &'static [&'static str],
    /// Where its installer puts it below the home folder: a file, or a folder with a final slash.
    home_paths: &'static [&'static str],
}

#[rustfmt::skip]
const AGENTS: [KnownAgent; 12] = [
    KnownAgent { program: "claude", name: "Claude Code", packages: &["@anthropic-ai/claude-code"], home_paths: &[".local/share/claude/versions/"] },
    KnownAgent { program: "codex", name: "Codex", packages: &["@openai/codex"], home_paths: &[] },
    KnownAgent { program: "gemini", name: "Gemini CLI", packages: &["@google/gemini-cli"], home_paths: &[] },
    KnownAgent { program: "copilot", name: "Copilot CLI", packages: &["@github/copilot"], home_paths: &[] },
    KnownAgent { program: "opencode", name: "opencode", packages: &["opencode-ai", "opencode"], home_paths: &[".opencode/bin/opencode"] },
    KnownAgent { program: "cline", name: "Cline", packages: &["cline", "@cline/cli"], home_paths: &[] },
    KnownAgent { program: "goose", name: "Goose", packages: &[], home_paths: &[".local/bin/goose"] },
    KnownAgent { program: "cursor-agent", name: "Cursor", packages: &[], home_paths: &[] },
    KnownAgent { program: "fast-agent", name: "fast-agent", packages: &[], home_paths: &[] },
    KnownAgent { program: "kiro-cli", name: "Kiro", packages: &[], home_paths: &[] },
    KnownAgent { program: "amp", name: "Amp", packages: &["@sourcegraph/amp", "@ampcode/cli"], home_paths: &[] },
    KnownAgent { program: "aider", name: "Aider", packages: &[], home_paths: &[] },
];

/// Folders that usually only the system's administrator can write to.
const SYSTEM_FOLDERS: [&str; 4] = ["/usr/", "/opt/", "/nix/store/", "/snap/"];

/// How the names of npm's platform packages go on: "@openai/codex-linux-x64".
const PLATFORMS: [&str; 4] = ["-linux", "-darwin", "-win32-", "-windows-"];

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

/// The agent with an executable of this name.
pub(super) fn agent(program: &str) -> Option<&'static str> {
    let known = AGENTS.iter().find(|known| known.program == program);
    known.map(|known| known.name)
}

pub(super) fn is_in_system_folder(path: &str) -> bool {
    SYSTEM_FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// The agent that is installed at this path. `package` is the name of its npm package, if any.
pub(super) fn installed_agent(
    path: &str,
    package: Option<&str>,
    home: Option<&str>,
) -> Option<&'static str> {
    let below_home = home
        .and_then(|home| path.strip_prefix(home))
        .and_then(|rest| rest.strip_prefix('/'));
    let in_system = is_in_system_folder(path);
    let known = AGENTS.iter().find(|known| {
        let in_package = package.is_some_and(|package| known.has_package(package));
        let is_named = super::program_name(path) == known.program;
        (is_named && (in_system || (below_home.is_some() && in_package)))
            || below_home.is_some_and(|path| known.has_home_path(path))
    });
    known.map(|known| known.name)
}

impl KnownAgent {
    fn has_package(&self, package: &str) -> bool {
        let is_platform = |rest: &str| PLATFORMS.iter().any(|platform| rest.starts_with(platform));
        let mut rests = self
            .packages
            .iter()
            .filter_map(|own| package.strip_prefix(own));
        rests.any(|rest| rest.is_empty() || is_platform(rest))
    }

    fn has_home_path(&self, path: &str) -> bool {
        let folder = path.rsplit_once('/').map(|(folder, _)| folder);
        let mut known_paths = self.home_paths.iter();
        known_paths.any(|known| match known.strip_suffix('/') {
            Some(known) => folder == Some(known),
            None => path == *known,
        })
    }
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
