//! Reading the test data, which is JSON.

use serde_json::Value;
use vezer::position::Position;

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("valid JSON")
}

pub fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

pub fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}
