//! Reads a JSON document on stdin, transforms it and pretty-prints it.
//!
//!     json [--sort KEY] [--rename OLD=NEW]... [--stats KEY]...
//!
//! --sort orders every array of objects by the value under KEY; --rename renames keys at any depth;
//! --stats adds up the numbers under KEY at any depth and prints them as a second document.

use serde_json::{json, Map, Value};
use std::cmp::Ordering;
use std::io::{self, Read, Write};
use std::process::ExitCode;

#[derive(Default)]
struct Options {
    sort: Option<String>,
    rename: Vec<(String, String)>,
    stats: Vec<String>,
}

impl Options {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Options::default();
        while let Some(flag) = args.next() {
            let value = args.next().ok_or(format!("{flag} needs a value"))?;
            match flag.as_str() {
                "--sort" => options.sort = Some(value),
                "--stats" => options.stats.push(value),
                "--rename" => {
                    let (old, new) = value.split_once('=').ok_or("--rename needs OLD=NEW")?;
                    options.rename.push((old.to_string(), new.to_string()));
                }
                _ => return Err(format!("unknown option {flag}")),
            }
        }
        Ok(options)
    }
}

/// A total order of JSON values: null, booleans, numbers, strings, then everything else as equal.
fn compare(a: &Value, b: &Value) -> Ordering {
    fn rank(v: &Value) -> u8 {
        match v {
            Value::Null => 0,
            Value::Bool(_) => 1,
            Value::Number(_) => 2,
            Value::String(_) => 3,
            Value::Array(_) | Value::Object(_) => 4,
        }
    }
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(0.0), b.as_f64().unwrap_or(0.0));
            a.total_cmp(&b)
        }
        (Value::String(a), Value::String(b)) => a.cmp(b),
        _ => rank(a).cmp(&rank(b)),
    }
}

fn transform(value: Value, options: &Options) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.into_iter().map(|v| transform(v, options)).collect();
            if let Some(key) = &options.sort {
                if items.iter().all(Value::is_object) {
                    items.sort_by(|a, b| compare(&a[key.as_str()], &b[key.as_str()]));
                }
            }
            Value::Array(items)
        }
        Value::Object(map) => {
            let mut renamed = Map::new();
            for (key, value) in map {
                let new = options.rename.iter().find(|(old, _)| *old == key);
                let key = new.map_or(key, |(_, new)| new.clone());
                renamed.insert(key, transform(value, options));
            }
            Value::Object(renamed)
        }
        other => other,
    }
}

/// All numbers under `key`, at any depth, in document order.
fn collect(value: &Value, key: &str, out: &mut Vec<f64>) {
    match value {
        Value::Array(items) => items.iter().for_each(|v| collect(v, key, out)),
        Value::Object(map) => {
            out.extend(map.get(key).and_then(Value::as_f64));
            map.values().for_each(|v| collect(v, key, out));
        }
        _ => {}
    }
}

fn stats(value: &Value, key: &str) -> Value {
    let mut numbers = Vec::new();
    collect(value, key, &mut numbers);
    let sum: f64 = numbers.iter().sum();
    let mean = sum / numbers.len() as f64;
    let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / numbers.len() as f64;
    numbers.sort_by(f64::total_cmp);
    json!({
        "key": key,
        "count": numbers.len(),
        "sum": sum,
        "min": numbers.first(),
        "median": numbers.get(numbers.len() / 2),
        "max": numbers.last(),
        "mean": mean,
        "deviation": variance.sqrt(),
    })
}

fn run() -> Result<(), String> {
    let options = Options::parse(std::env::args().skip(1))?;
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).map_err(|e| e.to_string())?;
    let document: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let statistics: Vec<Value> = options.stats.iter().map(|key| stats(&document, key)).collect();
    let mut out = io::stdout().lock();
    let mut print = |v: &Value| writeln!(out, "{v:#}").map_err(|e| e.to_string());
    print(&transform(document, &options))?;
    if !statistics.is_empty() {
        print(&Value::Array(statistics))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("json: {message}");
            ExitCode::FAILURE
        }
    }
}
