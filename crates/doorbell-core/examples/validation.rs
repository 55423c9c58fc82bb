//! What it costs to read a form and to check its answer, by the number of its fields; beside it the
//! same schema compiled and checked as a whole. Printed as JSON, in microseconds.

#![allow(
    clippy::print_stdout,
    reason = "`cargo xtask bench` reads what this prints"
)]

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use doorbell_core::form::{Form, FormLimits, Input};
use jiff::Zoned;
use serde_json::{Map, Value, json};

const SIZES: [usize; 4] = [1, 4, 13, 64];
/// How often each is done; all in turn, so that the machine's speed is the same for all.
const ROUNDS: usize = 300;
/// Rounds before them, which nobody counts.
const WARM_UP: usize = 20;
const TEXT: &str = "release-2026.10";

fn main() -> Result<(), Box<dyn Error>> {
    let (mut own, mut whole) = (Vec::new(), Vec::new());
    for fields in SIZES {
        let schema = schema(fields);
        let answer = answer(fields);
        let [read, check, compile, validate] = measure(fields, &schema, &answer)?;
        own.push(json!([fields, read, check]));
        whole.push(json!([fields, compile, validate]));
    }
    println!("{}", json!({"own": own, "jsonschema": whole}));
    Ok(())
}

fn measure(fields: usize, schema: &Value, answer: &Value) -> Result<[f64; 4], Box<dyn Error>> {
    let limits = FormLimits::default();
    let now = Zoned::now();
    let text = TEXT.to_owned();
    let inputs = vec![Input::Text { text }; fields];
    let form = Form::read("Which release?", schema, &limits)?;
    let validator = jsonschema::draft202012::new(schema)?;
    // Neither is quick because it refuses or leaves something out.
    if form.check(&inputs, &now).problems > 0 || form.content(&inputs, &now).is_err() {
        return Err("the form refuses its answer".into());
    }
    if !validator.is_valid(answer) || validator.is_valid(&json!({"field1": "?"})) {
        return Err("the schema does not check its answer".into());
    }
    let mut times: [Vec<f64>; 4] = Default::default();
    for round in 0..WARM_UP + ROUNDS {
        let took = [
            timed(|| Form::read("Which release?", schema, &limits).is_ok()),
            timed(|| form.check(&inputs, &now)),
            timed(|| jsonschema::draft202012::new(schema).is_ok()),
            timed(|| validator.validate(answer).is_ok()),
        ];
        if round >= WARM_UP {
            for (times, took) in times.iter_mut().zip(took) {
                times.push(took);
            }
        }
    }
    Ok(times.map(median))
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let begun = Instant::now();
    let done = black_box(work());
    let took = begun.elapsed();
    drop(done);
    took.as_secs_f64() * 1_000_000.0
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

fn schema(fields: usize) -> Value {
    let field = |number: usize| {
        let schema = json!({
            "type": "string",
            "title": format!("Release {number}"),
            "minLength": 3,
            "maxLength": 40,
            // Another one for each: what compiled it once need not do so again.
            "pattern": format!("^[a-z]+-[0-9]{{4}}\\.[0-9]{{1,2}}(-{number})?$"),
        });
        (name(number), schema)
    };
    let properties: Map<String, Value> = (1..=fields).map(field).collect();
    let required: Vec<String> = (1..=fields).map(name).collect();
    json!({"type": "object", "properties": properties, "required": required})
}

fn answer(fields: usize) -> Value {
    let content: Map<String, Value> = (1..=fields)
        .map(|number| (name(number), json!(TEXT)))
        .collect();
    Value::Object(content)
}

fn name(number: usize) -> String {
    format!("field{number}")
}
