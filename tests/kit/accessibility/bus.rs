//! The accessibility bus of a session, called without libatspi.
//!
//! Each client of libatspi first asks an application for its whole cache (`Cache.GetItems`). WebKit
//! 2.50.6 can crash if the page changes during that call. A test reads the tree many times, a screen
//! reader asks for the cache once.

use std::time::Duration;

use anyhow::{Context, Result};
use zbus::blocking::{Connection, connection};
use zbus::zvariant::{DynamicDeserialize, DynamicType, OwnedObjectPath, OwnedValue};

use super::Node;

/// How long an object may take over one answer. A frozen page never answers.
const REPLY_TIME: Duration = Duration::from_secs(2);

const ROOT: &str = "/org/a11y/atspi/accessible/root";
const REGISTRY: &str = "org.a11y.atspi.Registry";
const TEXT: &str = "org.a11y.atspi.Text";
const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";

/// AtspiRelationType.
const DESCRIBED_BY: u32 = 18;
const ERROR_MESSAGE: u32 = 21;

/// The roles that pages and windows have, with their numbers in AtspiRole.
const ROLES: [(u32, &str); 30] = [
    (7, "check box"),
    (11, "combo box"),
    (16, "dialog"),
    (23, "frame"),
    (29, "label"),
    (31, "list"),
    (32, "list item"),
    (35, "menu item"),
    (39, "panel"),
    (40, "password text"),
    (43, "push button"),
    (44, "radio button"),
    (49, "scroll pane"),
    (51, "slider"),
    (52, "spin button"),
    (61, "text"),
    (62, "toggle button"),
    (67, "unknown"),
    (75, "application"),
    (79, "entry"),
    (83, "heading"),
    (87, "form"),
    (88, "link"),
    (95, "document web"),
    (98, "list box"),
    (99, "grouping"),
    (101, "notification"),
    (110, "landmark"),
    (111, "log"),
    (116, "static"),
];

/// The states that tests ask for, with their numbers in AtspiStateType.
const STATES: [(u32, &str); 11] = [
    (4, "checked"),
    (8, "enabled"),
    (10, "expanded"),
    (11, "focusable"),
    (12, "focused"),
    (20, "pressed"),
    (23, "selected"),
    (24, "sensitive"),
    (25, "showing"),
    (33, "required"),
    (36, "invalid entry"),
];

/// Deeper than any page.
const MAX_DEPTH: usize = 60;

/// An object: the connection that has it, and its path there.
pub type Object = (String, OwnedObjectPath);

/// A connection to the accessibility bus.
pub struct AccessibilityBus(Connection);

impl AccessibilityBus {
    /// # Errors
    /// The session has no accessibility bus.
    pub fn connect(session_bus: &str) -> Result<Self> {
        let session = connection::Builder::address(session_bus)?.build()?;
        let reply = session.call_method(
            Some("org.a11y.Bus"),
            "/org/a11y/bus",
            Some("org.a11y.Bus"),
            "GetAddress",
            &(),
        )?;
        let address: String = reply.body().deserialize()?;
        let bus = connection::Builder::address(address.as_str())?
            .method_timeout(REPLY_TIME)
            .build()?;
        Ok(Self(bus))
    }

    /// # Errors
    /// No application has this name; the message lists those that are there.
    pub fn application(&self, name: &str) -> Result<Object> {
        let registry = (
            REGISTRY.to_owned(),
            OwnedObjectPath::try_from(ROOT.to_owned())?,
        );
        let there: Vec<_> = self
            .children(&registry)
            .into_iter()
            .map(|application| (self.name(&application), application))
            .collect();
        let names: Vec<_> = there.iter().map(|(name, _)| name.clone()).collect();
        there
            .into_iter()
            .find(|(found, _)| found == name)
            .map(|(_, application)| application)
            .with_context(|| format!("no application {name:?}; there are {names:?}"))
    }

    /// Reads an object and everything in it.
    pub fn read(&self, object: &Object) -> Node {
        self.read_below(object, MAX_DEPTH)
    }

    /// The first object that is as wanted, in reading order.
    pub fn find(&self, object: &Object, wanted: &impl Fn(&Object) -> bool) -> Option<Object> {
        if wanted(object) {
            return Some(object.clone());
        }
        let children = self.children(object);
        children.iter().find_map(|child| self.find(child, wanted))
    }

    /// `push button`, `entry`, …
    pub fn role(&self, object: &Object) -> String {
        let role: u32 = self.ask(object, "GetRole");
        let known = ROLES.iter().find(|(number, _)| *number == role);
        known.map_or_else(|| format!("role {role}"), |(_, name)| (*name).to_owned())
    }

    /// The name, as read aloud.
    pub fn name(&self, object: &Object) -> String {
        self.property(object, "Name")
    }

    /// # Errors
    /// The object has no action or is gone.
    pub fn press(&self, object: &Object) -> Result<bool> {
        Ok(self.call(object, "org.a11y.atspi.Action", "DoAction", &0)?)
    }

    fn read_below(&self, object: &Object, depth: usize) -> Node {
        let children = match depth {
            0 => Vec::new(),
            _ => self.children(object),
        };
        Node {
            role: self.role(object),
            name: self.name(object),
            description: self.property(object, "Description"),
            states: self.states(object),
            text: self.text(object),
            described_by: self.related(object, DESCRIBED_BY),
            error: self.related(object, ERROR_MESSAGE),
            children: children
                .iter()
                .map(|child| self.read_below(child, depth - 1))
                .collect(),
        }
    }

    fn children(&self, object: &Object) -> Vec<Object> {
        let count: i32 = self.property(object, "ChildCount");
        // GTK leaves a page out of GetChildren, because another process has it.
        let child = |index: i32| {
            self.call(object, ACCESSIBLE, "GetChildAtIndex", &index)
                .ok()
        };
        (0..count).filter_map(child).collect()
    }

    fn states(&self, object: &Object) -> Vec<String> {
        let words: Vec<u32> = self.ask(object, "GetState");
        let is_set = |number: u32| {
            let word = words.get(number as usize / 32);
            word.is_some_and(|word| word & (1 << (number % 32)) != 0)
        };
        let set = STATES.iter().filter(|(number, _)| is_set(*number));
        set.map(|(_, name)| (*name).to_owned()).collect()
    }

    fn text(&self, object: &Object) -> String {
        // GTK never answers for an object without text.
        let interfaces: Vec<String> = self.ask(object, "GetInterfaces");
        if !interfaces.iter().any(|interface| interface == TEXT) {
            return String::new();
        }
        let text: String = self
            .call(object, TEXT, "GetText", &(0, -1))
            .unwrap_or_default();
        // U+FFFC stands for an embedded child, which is an object of its own.
        text.replace('\u{fffc}', "").trim().to_owned()
    }

    fn related(&self, object: &Object, kind: u32) -> String {
        let relations: Vec<(u32, Vec<Object>)> = self.ask(object, "GetRelationSet");
        let words = relations
            .iter()
            .filter(|(found, _)| *found == kind)
            .flat_map(|(_, targets)| targets)
            .map(|target| self.spoken(target));
        joined(words)
    }

    /// The words of an object, or of all inside it.
    fn spoken(&self, object: &Object) -> String {
        let own = [self.text(object), self.name(object)];
        match own.into_iter().find(|words| !words.is_empty()) {
            Some(words) => words,
            None => joined(self.children(object).iter().map(|child| self.spoken(child))),
        }
    }

    fn property<R>(&self, object: &Object, name: &str) -> R
    where
        R: Default + TryFrom<OwnedValue>,
    {
        let properties = "org.freedesktop.DBus.Properties";
        let value: Option<OwnedValue> = self
            .call(object, properties, "Get", &(ACCESSIBLE, name))
            .ok();
        value
            .and_then(|value| value.try_into().ok())
            .unwrap_or_default()
    }

    /// What an object says of itself. An object may leave while it is read: it says nothing then.
    fn ask<R>(&self, object: &Object, method: &str) -> R
    where
        R: Default + for<'d> DynamicDeserialize<'d>,
    {
        self.call(object, ACCESSIBLE, method, &())
            .unwrap_or_default()
    }

    fn call<A, R>(
        &self,
        (connection, path): &Object,
        interface: &str,
        method: &str,
        arguments: &A,
    ) -> zbus::Result<R>
    where
        A: serde::Serialize + DynamicType,
        R: for<'d> DynamicDeserialize<'d>,
    {
        let connection = connection.as_str();
        let reply =
            self.0
                .call_method(Some(connection), path, Some(interface), method, arguments)?;
        reply.body().deserialize()
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    let words: Vec<_> = words.filter(|words| !words.is_empty()).collect();
    words.join(" ")
}
