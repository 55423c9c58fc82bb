//! Named series of samples.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

#[derive(Default)]
pub struct Samples(BTreeMap<String, Vec<f64>>);

impl Samples {
    pub fn add(&mut self, series: &str, sample: f64) {
        self.0.entry(series.to_owned()).or_default().push(sample);
    }

    pub fn add_time(&mut self, series: &str, time: Duration) {
        self.add(series, milliseconds(time));
    }

    pub fn json(&self) -> Value {
        json!(self.0)
    }
}

pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
