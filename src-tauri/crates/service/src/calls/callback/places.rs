//! All that a callback says, place by place: the query, the body, an object in it, and whatever is deeper. Nothing is
//! dropped here: a field that is written twice is there twice, since one of the two may be the truth.

use std::rc::Rc;

use paysheet_domain::{Report, checks::comparable};

use super::field_names::{CODE, REFERENCE, STATUS};
use crate::decode::{
    json::{Json, Object},
    text,
};

/// Texts that are JSON themselves are read as such to this depth.
const JSON_TEXTS_DEPTH_MAX: u32 = 4;
/// What a service wraps a report in.
const DATA: &str = "data";

/// A field as it was written.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// In lower case. The items of a list share its names.
    pub name: Rc<str>,
    /// The name without signs and accents: `response_code` and `responsecode[]` are one name.
    pub plain_name: Rc<str>,
    pub value: Json,
}

impl Field {
    pub fn of(name: &str, value: Json) -> Self {
        Self { name: name.to_lowercase().into(), plain_name: comparable(name).replace(' ', "").into(), value }
    }

    /// Returns a field with the same names.
    fn with(&self, value: Json) -> Self {
        Self { name: Rc::clone(&self.name), plain_name: Rc::clone(&self.plain_name), value }
    }
}

/// The fields that stand beside each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub fields: Vec<Field>,
    /// What is inside the fields.
    deeper: Vec<Field>,
    /// It is about the call, and holds the report in it.
    pub is_envelope: bool,
}

impl Place {
    pub fn of(fields: impl IntoIterator<Item = Field>) -> Self {
        Self { fields: fields.into_iter().collect(), ..Self::default() }
    }

    pub fn form(bytes: &[u8]) -> Self {
        let fields = form_urlencoded::parse(bytes);
        Self::of(fields.map(|(name, value)| Field::of(&name, Json::Text(value.into_owned()))))
    }

    /// Returns its fields, and all that is inside them.
    pub fn all(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().chain(&self.deeper)
    }

    fn add_nested(&mut self) {
        for field in &self.fields {
            add_inside(field, JSON_TEXTS_DEPTH_MAX, &mut self.deeper);
        }
    }

    fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| *field.name == *name && text(&field.value).is_some())
    }

    /// Returns the places of an object, the one that counts first at the start. What stands beside the reference is about
    /// the payment; what it leaves open may stand in the other one.
    pub fn all_of(object: &Object) -> Vec<Self> {
        let is_data = |(name, value): &&(String, Json)| name == DATA && value.as_object().is_some();
        let inner = object.0.iter().filter(is_data).filter_map(|(_, value)| value.as_object());
        let inner: Vec<Self> = inner.flat_map(Self::all_of).collect();
        let own = object.0.iter().filter(|member| !is_data(member));
        let mut own = Self::of(own.map(|(name, value)| Field::of(name, value.clone())));
        let inner_has = |name| inner.iter().any(|place| place.has(name));
        if own.has(REFERENCE) || !inner_has(REFERENCE) {
            return [vec![own], inner].concat();
        }
        own.is_envelope = true;
        // The call arrived: that says nothing about the payment.
        if inner_has(CODE) || inner_has(STATUS) {
            let is_success =
                |value: &Json| text(value).is_some_and(|status| Report::is_success_word(&status));
            own.fields.retain(|field| *field.name != *STATUS || !is_success(&field.value));
        }
        [inner, vec![own]].concat()
    }
}

/// The places of one report, the one that counts first at the start.
#[derive(Debug, Default)]
pub(super) struct ReportPlaces {
    pub places: Vec<Place>,
}

impl ReportPlaces {
    pub fn of(mut places: Vec<Place>) -> Self {
        places.iter_mut().for_each(Place::add_nested);
        Self { places }
    }

    /// Returns what the places say under a name, in the order in which it counts. Null says nothing, and a list says each of
    /// its items.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Json> {
        let fields = self.places.iter().flat_map(|place| place.fields.iter().rev());
        fields.filter(move |field| *field.name == *name).flat_map(|field| items(&field.value))
    }

    pub fn texts<'a>(&'a self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        self.values(name).filter_map(text)
    }

    pub fn first(&self, name: &str) -> Option<String> {
        self.texts(name).next()
    }

    /// Returns all fields, and all that is inside them.
    pub fn all(&self) -> impl Iterator<Item = &Field> {
        self.places.iter().flat_map(Place::all)
    }
}

fn items(value: &Json) -> Vec<&Json> {
    match value {
        Json::Null => Vec::new(),
        Json::Array(items) => items.iter().filter(|item| **item != Json::Null).collect(),
        Json::Bool(_) | Json::Number(_) | Json::Text(_) | Json::Object(_) => vec![value],
    }
}

/// Adds all that is inside a field. The items of a list have the list's name.
fn add_inside(field: &Field, texts_left: u32, all: &mut Vec<Field>) {
    let mut add = |inside: Field, texts_left: u32| {
        add_inside(&inside, texts_left, all);
        all.push(inside);
    };
    match &field.value {
        Json::Object(object) => {
            object.0.iter().for_each(|(name, value)| add(Field::of(name, value.clone()), texts_left));
        }
        Json::Array(items) => items.iter().for_each(|item| add(field.with(item.clone()), texts_left)),
        Json::Text(text) if text.trim_start().starts_with(['{', '[']) => {
            let read = Json::read(text.trim().as_bytes());
            if let Some((value, left)) = read.zip(texts_left.checked_sub(1)) {
                add(field.with(value), left);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => {}
    }
}

/// The reports of a body that lists several.
pub(super) struct Listed<'a> {
    items: Vec<&'a Json>,
    around: Vec<&'a (String, Json)>,
}

impl<'a> Listed<'a> {
    /// Returns none if the body is no list.
    pub fn of(body: &'a Json) -> Option<Self> {
        match body {
            Json::Array(items) => Some(Self { items: items.iter().collect(), around: Vec::new() }),
            Json::Object(object) => Self::in_object(object),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => None,
        }
    }

    fn in_object(object: &'a Object) -> Option<Self> {
        let is_report = |value: &Json| value.as_object().is_some_and(names_payout);
        if names_payout(object) || object.0.iter().any(|(_, value)| is_report(value)) {
            return None;
        }
        let mut listed = Self { items: Vec::new(), around: Vec::new() };
        for member in &object.0 {
            if let Json::Array(items) = &member.1
                && items.iter().any(is_report)
            {
                listed.items.extend(items);
            } else {
                listed.around.push(member);
            }
        }
        (!listed.items.is_empty()).then_some(listed)
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the bytes of what stands around the list, with commas and all.
    pub fn bytes_around(&self) -> usize {
        serde_json::to_vec(&self.around).map_or(usize::MAX, |text| text.len())
    }

    /// Returns each report with what stands around the list; none in the place of what is no object.
    pub fn reports(&self) -> impl Iterator<Item = Option<Object>> {
        self.items.iter().map(|item| {
            let data = (DATA.to_owned(), Json::Object(item.as_object()?.clone()));
            Some(Object(self.around.iter().copied().cloned().chain([data]).collect()))
        })
    }
}

/// Returns the objects of a body that has one in each line; none if it has anything else or only one.
pub(super) fn lines(body: &[u8]) -> Option<Vec<Json>> {
    let lines = str::from_utf8(body).ok()?.lines().filter(|line| !line.trim().is_empty());
    let read = lines.map(|line| Json::read(line.as_bytes()).filter(|value| value.as_object().is_some()));
    read.collect::<Option<Vec<_>>>().filter(|all| all.len() > 1)
}

fn names_payout(object: &Object) -> bool {
    object.0.iter().any(|(name, _)| name.eq_ignore_ascii_case(REFERENCE))
}
