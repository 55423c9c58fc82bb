//! A client of the accessibility bus without libatspi.
//!
//! libatspi first requests the whole cache of an application (`Cache.GetItems`). WebKit 2.50.6 can
//! crash if the page changes during that call. A screen reader makes the call once, but a test
//! reads the tree many times.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Context, Result};
use zbus::blocking::{Connection, connection};
use zbus::zvariant::{DynamicDeserialize, DynamicType, OwnedObjectPath, OwnedValue};

use super::Node;

/// A frozen page never replies.
const REPLY_TIMEOUT: Duration = Duration::from_secs(2);

const ROOT: &str = "/org/a11y/atspi/accessible/root";
const REGISTRY: &str = "org.a11y.atspi.Registry";
const TEXT: &str = "org.a11y.atspi.Text";
const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";

/// Values of AtspiRelationType.
const DESCRIBED_BY: u32 = 18;
const ERROR_MESSAGE: u32 = 21;

/// Roles of pages and windows, with their values in AtspiRole.
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

/// States that tests check, with their values in AtspiStateType.
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

const MAX_DEPTH: usize = 60;

/// The bus name of an object's owner, and the object path.
pub type Object = (String, OwnedObjectPath);

/// A connection to the accessibility bus.
pub struct AccessibilityBus(Connection);

impl AccessibilityBus {
    /// Connects to the accessibility bus of a session.
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
            .method_timeout(REPLY_TIMEOUT)
            .build()?;
        Ok(Self(bus))
    }

    /// Finds an application by name. The error lists the applications on the bus.
    pub fn application(&self, name: &str) -> Result<Object> {
        let registry = (
            REGISTRY.to_owned(),
            OwnedObjectPath::try_from(ROOT.to_owned())?,
        );
        let applications: Vec<_> = self
            .children(&registry)
            .into_iter()
            .map(|application| (self.name(&application), application))
            .collect();
        let names: Vec<_> = applications.iter().map(|(name, _)| name.clone()).collect();
        applications
            .into_iter()
            .find(|(found, _)| found == name)
            .map(|(_, application)| application)
            .with_context(|| format!("no application {name:?}; there are {names:?}"))
    }

    /// Reads an object and its descendants.
    pub fn read(&self, object: &Object) -> Node {
        self.read_below(object, MAX_DEPTH)
    }

    /// The innermost object with the focus and its index in reading order. Asks less than reading all of
    /// every object.
    pub fn focus_in(&self, object: &Object) -> Option<(usize, Object)> {
        let mut objects = Vec::new();
        self.collect(object, &mut objects);
        let has_focus = |object: &Object| self.states(object).iter().any(|it| it == "focused");
        let index = objects.iter().rposition(has_focus)?;
        Some((index, objects.swap_remove(index)))
    }

    /// The first matching object, in reading order.
    pub fn find(&self, object: &Object, matches: &impl Fn(&Object) -> bool) -> Option<Object> {
        if matches(object) {
            return Some(object.clone());
        }
        let children = self.children(object);
        children.iter().find_map(|child| self.find(child, matches))
    }

    /// `push button`, `entry`, …
    pub fn role(&self, object: &Object) -> String {
        let role: u32 = self.query(object, "GetRole");
        let known = ROLES.iter().find(|(number, _)| *number == role);
        known.map_or_else(|| format!("role {role}"), |(_, name)| (*name).to_owned())
    }

    /// The name, as read aloud.
    pub fn name(&self, object: &Object) -> String {
        self.property(object, "Name")
    }

    /// An attribute that has no property of its own; empty if it is not set.
    pub fn attribute(&self, object: &Object, name: &str) -> String {
        let mut attributes: HashMap<String, String> = self.query(object, "GetAttributes");
        attributes.remove(name).unwrap_or_default()
    }

    /// Runs the first action of an object.
    pub fn press(&self, object: &Object) -> Result<bool> {
        Ok(self.call(object, "org.a11y.atspi.Action", "DoAction", &0)?)
    }

    /// Gives an object the focus, as a screen reader does.
    pub fn focus(&self, object: &Object) -> Result<bool> {
        Ok(self.call(object, "org.a11y.atspi.Component", "GrabFocus", &())?)
    }

    /// An object and its descendants, in reading order.
    fn collect(&self, object: &Object, objects: &mut Vec<Object>) {
        objects.push(object.clone());
        for child in self.children(object) {
            self.collect(&child, objects);
        }
    }

    fn read_below(&self, object: &Object, depth: usize) -> Node {
        let children = match depth {
            0 => Vec::new(),
            _ => self.children(object),
        };
        let relations: Vec<(u32, Vec<Object>)> = self.query(object, "GetRelationSet");
        Node {
            role: self.role(object),
            name: self.name(object),
            description: self.property(object, "Description"),
            states: self.states(object),
            text: self.text(object),
            described_by: self.related(&relations, DESCRIBED_BY),
            error: self.related(&relations, ERROR_MESSAGE),
            children: children
                .iter()
                .map(|child| self.read_below(child, depth - 1))
                .collect(),
        }
    }

    /// The child objects.
    pub fn children(&self, object: &Object) -> Vec<Object> {
        if is_of_page(object) {
            return self.query(object, "GetChildren");
        }
        let count: i32 = self.property(object, "ChildCount");
        // GTK omits the page from GetChildren, because it belongs to another process.
        let child = |index: i32| {
            self.call(object, ACCESSIBLE, "GetChildAtIndex", &index)
                .ok()
        };
        (0..count).filter_map(child).collect()
    }

    fn states(&self, object: &Object) -> Vec<String> {
        let words: Vec<u32> = self.query(object, "GetState");
        let is_set = |number: u32| {
            let word = words.get(number as usize / 32);
            word.is_some_and(|word| word & (1 << (number % 32)) != 0)
        };
        let set = STATES.iter().filter(|(number, _)| is_set(*number));
        set.map(|(_, name)| (*name).to_owned()).collect()
    }

    fn text(&self, object: &Object) -> String {
        // GTK never replies to GetText of an object without text, and its windows have none.
        if !is_of_page(object) {
            return String::new();
        }
        let text: String = self
            .call(object, TEXT, "GetText", &(0, -1))
            .unwrap_or_default();
        // U+FFFC marks an embedded child, which is a separate object.
        text.replace('\u{fffc}', "").trim().to_owned()
    }

    fn related(&self, relations: &[(u32, Vec<Object>)], kind: u32) -> String {
        let texts = relations
            .iter()
            .filter(|(found, _)| *found == kind)
            .flat_map(|(_, targets)| targets)
            .map(|target| self.text_or_name(target));
        join_non_empty(texts)
    }

    /// The text or name of an object, or those of its children.
    fn text_or_name(&self, object: &Object) -> String {
        let own = [self.text(object), self.name(object)];
        match own.into_iter().find(|text| !text.is_empty()) {
            Some(text) => text,
            None => join_non_empty(
                self.children(object)
                    .iter()
                    .map(|child| self.text_or_name(child)),
            ),
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

    /// Calls a method of `Accessible`. Returns the default if the object no longer exists.
    fn query<R>(&self, object: &Object, method: &str) -> R
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

/// WebKit names its objects by UUIDs, GTK by numbers.
fn is_of_page((_, path): &Object) -> bool {
    path.contains('_')
}

fn join_non_empty(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}
