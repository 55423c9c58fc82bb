//! Cards for servers that ask too often: one for each pair of agent and server.
//!
//! Numbers change at most once a second. A card enters the window only together with new content,
//! so that it never moves what the person is working on.

use std::time::Duration;

use jiff::Timestamp;

use super::Board;
use crate::asker::{Asker, Claims};
use crate::flood::{FloodSource, RequestCounts};
use crate::moment::Moment;
use crate::view::{FloodPress, FloodPressRequest, FloodView, PressReply};

const MAX_CARDS: usize = 8;
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct FloodCards {
    cards: Vec<Card>,
    next_id: u64,
    /// The cards as last shown in Home and in the window.
    published: Vec<FloodView>,
    published_at: Option<Duration>,
    is_stale: bool,
}

struct Card {
    id: String,
    source: FloodSource,
    agent: String,
    server: String,
    headline: String,
    counts: RequestCounts,
    at: Timestamp,
    in_window_since: Option<Duration>,
}

impl FloodCards {
    fn record(
        &mut self,
        source: FloodSource,
        asker: &Asker,
        claims: &Claims,
        counts: RequestCounts,
        now: &Moment,
    ) {
        let at = now.timestamp();
        if let Some(card) = self.cards.iter_mut().find(|card| card.source == source) {
            (card.counts, card.at) = (counts, at);
        } else {
            if self.cards.len() >= MAX_CARDS {
                // Replace only cards that are not in the window.
                let unseen = self
                    .cards
                    .iter()
                    .position(|card| card.in_window_since.is_none());
                let Some(oldest) = unseen else { return };
                self.cards.remove(oldest);
            }
            self.next_id += 1;
            self.cards.push(Card {
                id: format!("f{}", self.next_id),
                source,
                agent: asker.agent_name(claims),
                server: asker.name(claims),
                headline: asker.headline(claims),
                counts,
                at,
                in_window_since: None,
            });
        }
        self.is_stale = true;
    }

    /// Returns true if the published cards changed.
    fn refresh_if_due(&mut self, now: Duration) -> bool {
        let is_due = self.next_tick().is_some_and(|at| at <= now);
        if is_due {
            self.refresh(now);
        }
        is_due
    }

    fn refresh(&mut self, now: Duration) {
        self.published = self.cards.iter().map(Card::view).collect();
        self.published_at = Some(now);
        self.is_stale = false;
    }

    pub fn next_tick(&self) -> Option<Duration> {
        let at = self
            .published_at
            .map_or(Duration::ZERO, |at| at + REFRESH_INTERVAL);
        self.is_stale.then_some(at)
    }

    /// New content is shown in the window: all cards appear with it.
    pub fn enter_window(&mut self, now: Duration) {
        for card in &mut self.cards {
            card.in_window_since.get_or_insert(now);
        }
        if self.is_stale {
            self.refresh(now);
        }
    }

    pub fn in_window(&self) -> Vec<FloodView> {
        let shown = self.published.iter().filter(|view| {
            let mut cards = self.cards.iter();
            cards.any(|card| card.in_window_since.is_some() && card.id == view.id)
        });
        shown.cloned().collect()
    }

    /// Returns true if the pair had a card.
    pub fn remove(&mut self, agent: &str, server: &str, now: Duration) -> bool {
        let before = self.cards.len();
        self.cards
            .retain(|card| card.agent != agent || card.server != server);
        self.refresh(now);
        self.cards.len() < before
    }
}

impl Card {
    fn view(&self) -> FloodView {
        FloodView {
            id: self.id.clone(),
            asker: self.headline.clone(),
            server: self.server.clone(),
            asked: self.counts.asked,
            refused: self.counts.refused,
            seconds: self.counts.within.as_secs().max(1),
            at: self.at.as_millisecond(),
        }
    }
}

impl Board {
    /// True if history should get an entry for this refusal. Repeated refusals get one now and
    /// then.
    pub fn should_record_refusal(&mut self, asker: &Asker, claims: &Claims, now: &Moment) -> bool {
        self.flood
            .should_record_refusal(&FloodSource::of(asker, claims), now.steady)
    }

    /// Counts a refused question on the card of its source.
    pub(super) fn record_refusal(&mut self, asker: &Asker, claims: &Claims, now: &Moment) {
        let source = FloodSource::of(asker, claims);
        let counts = self.flood.refused(&source, now.steady);
        self.flood_cards.record(source, asker, claims, counts, now);
        self.refresh_flood_cards(now);
    }

    pub fn floods(&self) -> &[FloodView] {
        &self.flood_cards.published
    }

    /// A press on a card in the window, which the guard applies to.
    pub fn press_flood(&mut self, request: &FloodPressRequest, now: &Moment) -> PressReply {
        let mut cards = self.flood_cards.cards.iter();
        let Some(since) =
            cards.find_map(|card| card.in_window_since.filter(|_| card.id == request.id))
        else {
            return PressReply::Stale;
        };
        if since + self.rules.press_delay > now.steady || !self.accepts_press(request.by, now) {
            return PressReply::TooSoon;
        }
        self.answer_flood(&request.id, request.press, now);
        // The content below moves up; restart the guard.
        self.window_moved(now);
        PressReply::Done
    }

    /// A press on a card in the window or in Home.
    pub fn answer_flood(&mut self, id: &str, press: FloodPress, now: &Moment) {
        let Some(index) = self.flood_cards.cards.iter().position(|card| card.id == id) else {
            return;
        };
        match press {
            FloodPress::Dismiss => {
                self.flood_cards.cards.remove(index);
                self.flood_cards.refresh(now.steady);
                self.push_view();
            }
            FloodPress::Mute { length } => {
                let card = &self.flood_cards.cards[index];
                let (agent, server) = (card.agent.clone(), card.server.clone());
                self.mute(&agent, &server, length, now);
                self.push_view();
            }
        }
    }

    /// The card of a muted pair is obsolete.
    pub fn asker_muted(&mut self, agent: &str, server: &str, now: &Moment) {
        if self.flood_cards.remove(agent, server, now.steady) {
            self.push_view();
        }
    }

    pub(super) fn refresh_flood_cards(&mut self, now: &Moment) {
        if self.flood_cards.refresh_if_due(now.steady) {
            self.push_view();
        }
    }
}
