//! What a person does in the Home window: history, askers and mutes.

use doorbell_daemon::HistoryError;
use doorbell_daemon::view::{AskerRowView, HistoryQuery, HistoryView, MuteFor, MuteRequest};

use super::Person;
use super::person::block_on;

impl Person<'_> {
    pub fn search_history(self, text: &str) -> HistoryView {
        self.query_history(HistoryQuery {
            text: text.to_owned(),
            ..HistoryQuery::default()
        })
    }

    pub fn query_history(self, query: HistoryQuery) -> HistoryView {
        block_on(self.handle.history(query)).unwrap().unwrap()
    }

    pub fn list_askers(self) -> Vec<AskerRowView> {
        block_on(self.handle.askers()).unwrap().unwrap().askers
    }

    pub fn export_history(self) -> String {
        block_on(self.handle.export_history()).unwrap().unwrap()
    }

    pub fn clear_history(self) {
        block_on(self.handle.clear_history()).unwrap().unwrap();
    }

    /// Mutes or, without a length, unmutes the asker with this server name.
    pub fn mute(self, server: &str, length: Option<MuteFor>) {
        let askers = self.list_askers();
        let asker = askers.iter().find(|asker| asker.server == server);
        let agent = asker
            .expect("the server should have asked before")
            .agent
            .clone();
        self.try_mute(&agent, server, length).unwrap();
    }

    pub fn try_mute(
        self,
        agent: &str,
        server: &str,
        length: Option<MuteFor>,
    ) -> Result<(), HistoryError> {
        let request = MuteRequest {
            agent: agent.to_owned(),
            server: server.to_owned(),
            length,
        };
        block_on(self.handle.mute(request)).unwrap()
    }
}
