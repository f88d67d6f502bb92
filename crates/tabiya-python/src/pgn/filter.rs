//! Which games of a file are wanted, by their tags alone: the moves of the others are passed over unread.

use tabiya::notation::pgn::{Interest, Text};

use super::annotations::TimeControl;
use crate::errors;
use pyo3::prelude::*;

/// What a tag has to be.
enum Wanted {
    /// One of these texts; `None` is a tag that is not there.
    OneOf(Vec<Option<String>>),
    /// A number from the first to the second, both included.
    Number(f64, f64),
    /// A date of PGN from the first to the second, each as exact as it is written: `2023` is the whole year.
    Date(Option<String>, Option<String>),
    /// The seconds that sixty moves may take by the first period of a time control.
    Seconds(f64, f64),
}

impl Wanted {
    fn is_met_by(&self, value: Option<&str>) -> bool {
        let within = |number: f64, least: f64, most: f64| (least..=most).contains(&number);
        match (self, value) {
            (Wanted::OneOf(texts), value) => texts.iter().any(|text| text.as_deref() == value),
            (_, None) => false,
            (&Wanted::Number(least, most), Some(value)) => {
                value.trim().parse::<i64>().is_ok_and(|number| within(number as f64, least, most))
            }
            (&Wanted::Seconds(least, most), Some(value)) => {
                TimeControl::read(value).is_some_and(|control| within(control.of_sixty_moves(), least, most))
            }
            (Wanted::Date(first, last), Some(value)) => {
                // A date that is less exact than the bound is not known to be within it.
                let known = |bound: &Option<String>| match bound {
                    None => Some(value),
                    Some(bound) => value.get(..bound.len()).filter(|date| !date.contains('?')),
                };
                known(first).is_some_and(|date| first.as_deref().is_none_or(|bound| bound <= date))
                    && known(last).is_some_and(|date| last.as_deref().is_none_or(|bound| date <= bound))
            }
        }
    }
}

/// A condition as Python states it: a tag, the kind of condition, texts, and the bounds of a range.
pub type Stated = (String, String, Vec<Option<String>>, Option<f64>, Option<f64>);

/// The conditions, and what is known of the tags of one game.
pub struct Filter {
    conditions: Vec<(String, Wanted, Option<String>)>,
}

impl Filter {
    pub fn new(stated: Vec<Stated>) -> PyResult<Filter> {
        let mut conditions = Vec::with_capacity(stated.len());
        for (tag, kind, mut texts, least, most) in stated {
            let (least, most) = (least.unwrap_or(f64::NEG_INFINITY), most.unwrap_or(f64::INFINITY));
            let wanted = match kind.as_str() {
                "one of" => Wanted::OneOf(texts),
                "number" => Wanted::Number(least, most),
                "seconds" => Wanted::Seconds(least, most),
                "date" => {
                    texts.resize(2, None);
                    let last = texts.pop().flatten();
                    Wanted::Date(texts.pop().flatten(), last)
                }
                _ => return Err(errors::value(format!("there is no condition \"{}\"", crate::text::cut(&kind)))),
            };
            conditions.push((tag, wanted, None));
        }
        Ok(Filter { conditions })
    }

    /// Whether there is anything to ask.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    pub fn begin_game(&mut self) {
        for (_, _, value) in &mut self.conditions {
            *value = None;
        }
    }

    pub fn tag(&mut self, name: &str, text: Text<'_>) {
        for (tag, _, value) in &mut self.conditions {
            if tag == name {
                *value = Some(text.decode().into_owned());
            }
        }
    }

    /// Whether the tags of this game are as they should be.
    pub fn interest(&self) -> Interest {
        let met = self.conditions.iter().all(|(_, wanted, value)| wanted.is_met_by(value.as_deref()));
        if met { Interest::Read } else { Interest::Skip }
    }
}
