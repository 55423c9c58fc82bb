//! Who asked too often, as cards: one for each server of an agent, however much it asks.
//!
//! A card tells new numbers once a second at most, and comes into the window only with the next
//! thing that is shown there: it never moves what the person is at.

use std::time::Duration;

use jiff::Timestamp;

use super::Board;
use crate::asker::{Asker, Claims};
use crate::flood::{Asking, Who};
use crate::moment::Moment;
use crate::view::{FloodPress, FloodPressSaid, FloodView, PressReply};

/// How many cards there are at most; the oldest gives way.
const MOST: usize = 8;
/// How often the cards may change.
const EVERY: Duration = Duration::from_secs(1);

/// The cards.
#[derive(Default)]
pub(super) struct Floods {
    cards: Vec<Card>,
    next: u64,
    /// What is told of them.
    told: Vec<FloodView>,
    told_at: Option<Duration>,
    is_stale: bool,
}

struct Card {
    id: String,
    who: Who,
    agent: String,
    server: String,
    headline: String,
    asking: Asking,
    at: Timestamp,
    /// Since when it is in the window, if it is.
    in_window: Option<Duration>,
}

impl Floods {
    fn refused(&mut self, who: Who, asker: &Asker, claims: &Claims, asking: Asking, now: &Moment) {
        let at = now.timestamp();
        if let Some(card) = self.cards.iter_mut().find(|card| card.who == who) {
            (card.asking, card.at) = (asking, at);
        } else {
            if self.cards.len() >= MOST {
                // What the person has before them stays there.
                let unseen = self.cards.iter().position(|card| card.in_window.is_none());
                let Some(oldest) = unseen else { return };
                self.cards.remove(oldest);
            }
            self.next += 1;
            self.cards.push(Card {
                id: format!("f{}", self.next),
                who,
                agent: asker.agent_name(claims),
                server: asker.name(claims),
                headline: asker.headline(claims),
                asking,
                at,
                in_window: None,
            });
        }
        self.is_stale = true;
    }

    /// Whether what is told of them changes now.
    fn tell(&mut self, now: Duration) -> bool {
        let is_due = self.next_tick().is_some_and(|at| at <= now);
        if is_due {
            self.renew(now);
        }
        is_due
    }

    fn renew(&mut self, now: Duration) {
        self.told = self.cards.iter().map(Card::view).collect();
        self.told_at = Some(now);
        self.is_stale = false;
    }

    pub fn next_tick(&self) -> Option<Duration> {
        let at = self.told_at.map_or(Duration::ZERO, |at| at + EVERY);
        self.is_stale.then_some(at)
    }

    /// Something else is shown in the window: all cards are there from now on.
    pub fn join(&mut self, now: Duration) {
        for card in &mut self.cards {
            card.in_window.get_or_insert(now);
        }
        if self.is_stale {
            self.renew(now);
        }
    }

    /// What is told in the window.
    pub fn in_window(&self) -> Vec<FloodView> {
        let told = self.told.iter();
        let joined = told.filter(|view| {
            let mut cards = self.cards.iter();
            cards.any(|card| card.in_window.is_some() && card.id == view.id)
        });
        joined.cloned().collect()
    }

    /// Takes away the cards of a pair of agent and server; whether there were any.
    pub fn forget(&mut self, agent: &str, server: &str, now: Duration) -> bool {
        let before = self.cards.len();
        self.cards
            .retain(|card| card.agent != agent || card.server != server);
        self.renew(now);
        self.cards.len() < before
    }
}

impl Card {
    fn view(&self) -> FloodView {
        FloodView {
            id: self.id.clone(),
            asker: self.headline.clone(),
            server: self.server.clone(),
            asked: self.asking.asked,
            refused: self.asking.refused,
            seconds: self.asking.within.as_secs().max(1),
            at: self.at.as_millisecond(),
        }
    }
}

impl Board {
    /// Whether history should have a line about a question that was refused. An asker that is
    /// refused again and again gets one now and then.
    pub fn is_news(&mut self, asker: &Asker, claims: &Claims, now: &Moment) -> bool {
        self.flood.is_news(&Who::of(asker, claims), now.steady)
    }

    /// There was no room for a question: the person sees one card, not one for each.
    pub(super) fn crowded_out(&mut self, asker: &Asker, claims: &Claims, now: &Moment) {
        let who = Who::of(asker, claims);
        let asking = self.flood.refused(&who, now.steady);
        self.floods.refused(who, asker, claims, asking, now);
        self.tell_floods(now);
    }

    /// The cards, for Home.
    pub fn floods(&self) -> &[FloodView] {
        &self.floods.told
    }

    /// The person pressed something on a card in the window.
    pub fn press_flood(&mut self, said: &FloodPressSaid, now: &Moment) -> PressReply {
        let mut cards = self.floods.cards.iter();
        let Some(since) = cards.find_map(|card| card.in_window.filter(|_| card.id == said.id))
        else {
            return PressReply::Stale;
        };
        if since + self.rules.activation > now.steady || !self.is_active(said.by, now) {
            return PressReply::TooSoon;
        }
        self.answer_flood(&said.id, said.press, now);
        // What is below the card moves into its place.
        self.moved(now);
        PressReply::Done
    }

    /// The person pressed something on a card, here or in Home.
    pub fn answer_flood(&mut self, id: &str, press: FloodPress, now: &Moment) {
        let Some(place) = self.floods.cards.iter().position(|card| card.id == id) else {
            return;
        };
        match press {
            FloodPress::Dismiss => {
                self.floods.cards.remove(place);
                self.floods.renew(now.steady);
                self.push_view();
            }
            FloodPress::Mute { length } => {
                let card = &self.floods.cards[place];
                let (agent, server) = (card.agent.clone(), card.server.clone());
                self.mute(&agent, &server, length, now);
                self.push_view();
            }
        }
    }

    /// A pair of agent and server was muted: there is nothing left to say about it.
    pub fn muted(&mut self, agent: &str, server: &str, now: &Moment) {
        if self.floods.forget(agent, server, now.steady) {
            self.push_view();
        }
    }

    pub(super) fn tell_floods(&mut self, now: &Moment) {
        if self.floods.tell(now.steady) {
            self.push_view();
        }
    }
}
