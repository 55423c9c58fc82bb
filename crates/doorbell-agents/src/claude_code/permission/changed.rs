//! The parts of a tool's input that the person can change before allowing it.

use serde_json::Value;

/// Returns JSON pointers to the texts that Doorbell shows, in their order. Returns `None` if the
/// tool's input has none that can be changed.
fn pointers(tool: &str, input: &Value) -> Option<Vec<String>> {
    let pointers = match tool {
        "Bash" => vec!["/command".to_owned()],
        "Write" => vec!["/content".to_owned()],
        "Edit" => vec!["/new_string".to_owned()],
        "MultiEdit" => (0..input["edits"].as_array()?.len())
            .map(|index| format!("/edits/{index}/new_string"))
            .collect(),
        _ => return None,
    };
    let is_text = |pointer: &String| input.pointer(pointer).is_some_and(Value::is_string);
    (!pointers.is_empty() && pointers.iter().all(is_text)).then_some(pointers)
}

/// True if the person can change what the tool is called with.
pub fn is_editable(tool: &str, input: &Value) -> bool {
    pointers(tool, input).is_some()
}

/// Returns the whole input with `texts` in place of the agent's. Returns `None` if they do not fit.
pub fn replace(tool: &str, input: &Value, texts: Vec<String>) -> Option<Value> {
    let pointers = pointers(tool, input)?;
    if pointers.len() != texts.len() {
        return None;
    }
    let mut input = input.clone();
    for (pointer, text) in pointers.iter().zip(texts) {
        *input.pointer_mut(pointer)? = text.into();
    }
    Some(input)
}
