//! The person in Home: what happened, who asked, who must be quiet.

use doorbell_daemon::HistoryError;
use doorbell_daemon::view::{AskerRowView, HistoryView, HistoryQuery, MuteFor, MuteRequest};

use super::Person;
use super::person::wait;

impl Person<'_> {
    /// The page of history that has these words.
    pub fn looks_up(self, text: &str) -> HistoryView {
        self.looks_for(HistoryQuery {
            text: text.to_owned(),
            ..HistoryQuery::default()
        })
    }

    /// The page of history that is wanted.
    pub fn looks_for(self, wanted: HistoryQuery) -> HistoryView {
        wait(self.handle.history(wanted)).unwrap().unwrap()
    }

    /// Who has asked.
    pub fn knows(self) -> Vec<AskerRowView> {
        wait(self.handle.askers()).unwrap().unwrap().askers
    }

    /// The file of all history.
    pub fn exports(self) -> String {
        wait(self.handle.export_history()).unwrap().unwrap()
    }

    /// Clears history.
    pub fn clears_history(self) {
        wait(self.handle.clear_history()).unwrap().unwrap();
    }

    /// Mutes an asker that must be the only one with this server's name.
    pub fn mutes(self, server: &str, length: Option<MuteFor>) {
        let known = self.knows();
        let asker = known.iter().find(|asker| asker.server == server);
        let agent = asker.expect("it has asked").agent.clone();
        self.tries_to_mute(&agent, server, length).unwrap();
    }

    /// Mutes an asker, or tries to.
    pub fn tries_to_mute(
        self,
        agent: &str,
        server: &str,
        length: Option<MuteFor>,
    ) -> Result<(), HistoryError> {
        let said = MuteRequest {
            agent: agent.to_owned(),
            server: server.to_owned(),
            length,
        };
        wait(self.handle.mute(said)).unwrap()
    }
}
