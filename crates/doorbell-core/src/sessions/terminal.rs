//! Where the terminal of a session is: which of the desktop's windows shows it.

/// What the desktop found out about a session's terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerminalFacts {
    /// All windows, front-most first; `None` if the desktop does not list them.
    pub windows: Option<Vec<DesktopWindow>>,
    /// The window with the keyboard focus.
    pub active: Option<u32>,
    /// Where the session's output is shown: its own terminal, or each client of its multiplexer.
    pub hosts: Vec<TerminalHost>,
    /// True if the session runs in a multiplexer, whose pane can be selected.
    pub is_multiplexed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DesktopWindow {
    pub id: u32,
    /// As the window's program says.
    pub pid: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerminalHost {
    /// A process in the terminal and its parents, nearest first.
    pub pids: Vec<u32>,
    /// The window that the terminal names in the environment of its programs.
    pub window: Option<u32>,
    /// True if the session's pane is on its screen now.
    pub shows_session: bool,
}

impl TerminalFacts {
    /// `None` if the desktop does not tell.
    pub fn is_in_front(&self) -> Option<bool> {
        let windows = self.windows.as_deref()?;
        let Some(active) = self.active else {
            return Some(false);
        };
        let mut hosts = self.hosts.iter().filter(|host| host.shows_session);
        Some(hosts.any(|host| host.windows(windows).contains(&active)))
    }

    /// The window to bring to the front, and its host.
    pub fn window(&self) -> Option<u32> {
        let windows = self.windows.as_deref()?;
        let (showing, others): (Vec<_>, Vec<_>) =
            self.hosts.iter().partition(|host| host.shows_session);
        let mut hosts = showing.into_iter().chain(others);
        hosts.find_map(|host| host.windows(windows).first().copied())
    }

    /// True if something can be done to show the terminal.
    pub fn has_way(&self) -> bool {
        self.window().is_some() || (self.is_multiplexed && !self.hosts.is_empty())
    }
}

impl TerminalHost {
    /// The windows of the nearest process that has any. A program with several windows is narrowed
    /// down by the one it names, if that is its own.
    fn windows(&self, all: &[DesktopWindow]) -> Vec<u32> {
        let named = self.window.and_then(|id| {
            let window = all.iter().find(|window| window.id == id)?;
            self.pids.contains(&window.pid).then_some(vec![id])
        });
        named.unwrap_or_else(|| {
            let of = |pid: &u32| -> Vec<u32> {
                let own = all.iter().filter(|window| window.pid == *pid);
                own.map(|window| window.id).collect()
            };
            let mut found = self.pids.iter().map(of);
            found
                .find(|windows| !windows.is_empty())
                .unwrap_or_default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMINAL: DesktopWindow = DesktopWindow { id: 10, pid: 100 };
    const SECOND: DesktopWindow = DesktopWindow { id: 11, pid: 100 };
    const BROWSER: DesktopWindow = DesktopWindow { id: 20, pid: 200 };
    const PANEL: DesktopWindow = DesktopWindow { id: 30, pid: 2 };

    fn host(pids: &[u32]) -> TerminalHost {
        TerminalHost {
            pids: pids.to_vec(),
            window: None,
            shows_session: true,
        }
    }

    fn facts(active: Option<u32>, hosts: Vec<TerminalHost>) -> TerminalFacts {
        TerminalFacts {
            windows: Some(vec![BROWSER, TERMINAL, SECOND, PANEL]),
            active,
            hosts,
            is_multiplexed: false,
        }
    }

    #[test]
    fn window_of_the_nearest_process_is_the_terminal() {
        // The agent, a shell, the terminal, and a desktop that has a panel.
        let agent = vec![host(&[103, 102, 100, 2, 1])];
        for (active, expected) in [
            (Some(TERMINAL.id), Some(true)),
            (Some(SECOND.id), Some(true)),
            (Some(BROWSER.id), Some(false)),
            (Some(PANEL.id), Some(false)),
            (None, Some(false)),
        ] {
            assert_eq!(facts(active, agent.clone()).is_in_front(), expected);
        }
        assert_eq!(facts(None, agent).window(), Some(TERMINAL.id));
    }

    #[test]
    fn window_that_the_terminal_names_counts_if_it_is_its_own() {
        let named = |id| TerminalHost {
            window: Some(id),
            ..host(&[103, 100])
        };
        let second = facts(Some(TERMINAL.id), vec![named(SECOND.id)]);
        assert_eq!(second.is_in_front(), Some(false));
        assert_eq!(second.window(), Some(SECOND.id));
        for foreign in [BROWSER.id, 99] {
            let facts = facts(Some(BROWSER.id), vec![named(foreign)]);
            assert_eq!(facts.is_in_front(), Some(false));
            assert_eq!(facts.window(), Some(TERMINAL.id));
        }
    }

    #[test]
    fn multiplexer_is_in_front_where_a_client_shows_the_pane() {
        let hidden = TerminalHost {
            shows_session: false,
            ..host(&[103, 100])
        };
        let other = host(&[300]);
        let facts = facts(Some(TERMINAL.id), vec![other, hidden]);
        assert_eq!(facts.is_in_front(), Some(false));
        assert_eq!(facts.window(), Some(TERMINAL.id), "it can be brought there");
    }

    #[test]
    fn nothing_is_said_where_the_desktop_lists_no_windows() {
        let wayland = TerminalFacts {
            hosts: vec![host(&[103, 100])],
            ..TerminalFacts::default()
        };
        assert_eq!(wayland.is_in_front(), None);
        assert!(!wayland.has_way());
        let tmux = TerminalFacts {
            is_multiplexed: true,
            ..wayland
        };
        assert!(tmux.has_way(), "its pane can be selected");
        let detached = TerminalFacts {
            is_multiplexed: true,
            ..facts(None, Vec::new())
        };
        assert!(!detached.has_way());
    }

    #[test]
    fn session_without_a_window_has_no_way() {
        let service = facts(Some(BROWSER.id), vec![host(&[103, 1])]);
        assert_eq!(service.is_in_front(), Some(false));
        assert!(!service.has_way());
    }
}
