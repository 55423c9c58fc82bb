use super::*;

fn answer(schemas: &[&str]) -> String {
    let tools: Vec<_> = schemas
        .iter()
        .enumerate()
        .map(|(at, schema)| format!(r#"{{"name":"t{at}", "inputSchema":{schema}}}"#))
        .collect();
    format!(
        r#"{{"id":1,"result":{{"tools": [{}],"ttl":1.0}}}}"#,
        tools.join(",")
    )
}

fn sent(tools: &Tools, params: &str) -> Vec<(String, String)> {
    let params = serde_json::from_str(params).unwrap();
    let headers = tools.headers(&params);
    let pair = |(name, value): (&HeaderName, &reqwest::header::HeaderValue)| {
        (name.to_string(), value.to_str().unwrap().to_owned())
    };
    headers.iter().map(pair).collect()
}

const REGION: &str = r#"{"type":"object","properties":{
    "region":{"type":"string","x-mcp-header":"Region"},
    "deep":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}},
    "on":{"type":"boolean","x-mcp-header":"On"},
    "x-mcp-header":{"type":"string"}}}"#;

#[test]
fn annotated_parameters_are_mirrored() {
    let mut tools = Tools::default();
    assert_eq!(
        tools.learn(answer(&[REGION]).as_bytes(), true),
        (None, vec![])
    );
    let call = r#"{"name":"t0","arguments":{"region":"é","deep":{"n":4.0},"on":true,"other":1}}"#;
    let expected = [
        ("mcp-param-region", "=?base64?w6k=?="),
        ("mcp-param-n", "4"),
        ("mcp-param-on", "true"),
    ];
    assert_eq!(
        sent(&tools, call),
        expected.map(|(n, v)| (n.to_owned(), v.to_owned()))
    );
}

#[test]
fn missing_or_non_scalar_value_has_no_header() {
    let mut tools = Tools::default();
    tools.learn(answer(&[REGION]).as_bytes(), true);
    for arguments in [
        "{}",
        r#"{"region":null,"deep":1,"on":[]}"#,
        r#"{"deep":{"n":1.5}}"#,
    ] {
        let call = format!(r#"{{"name":"t0","arguments":{arguments}}}"#);
        assert_eq!(sent(&tools, &call), [], "{arguments}");
    }
    assert_eq!(
        sent(&tools, r#"{"name":"t1","arguments":{"region":"a"}}"#),
        []
    );
    assert_eq!(sent(&tools, r#"{"name":"t0"}"#), []);
}

#[test]
fn first_page_replaces_tools_and_later_pages_add() {
    let mut tools = Tools::default();
    let call = r#"{"name":"t0","arguments":{"region":"a"}}"#;
    tools.learn(answer(&[REGION]).as_bytes(), true);
    tools.learn(answer(&[]).as_bytes(), false);
    assert_eq!(sent(&tools, call).len(), 1);
    tools.learn(answer(&[]).as_bytes(), true);
    assert_eq!(sent(&tools, call), []);
}

#[test]
fn tools_with_invalid_settings_are_hidden() {
    let property = |schema: &str| format!(r#"{{"properties":{{"a":{schema}}}}}"#);
    for wrong in [
        property(r#"{"type":"string","x-mcp-header":""}"#),
        property(r#"{"type":"string","x-mcp-header":"a b"}"#),
        property(r#"{"type":"string","x-mcp-header":"a\r\nb"}"#),
        property(r#"{"type":"string","x-mcp-header":1}"#),
        property(r#"{"type":"number","x-mcp-header":"A"}"#),
        property(r#"{"x-mcp-header":"A"}"#),
        property(r#"{"type":"array","items":{"type":"string","x-mcp-header":"A"}}"#),
        property(r#"{"anyOf":[{"type":"string","x-mcp-header":"A"}]}"#),
        r#"{"$defs":{"d":{"type":"string","x-mcp-header":"A"}}}"#.to_owned(),
        r#"{"type":"string","x-mcp-header":"A"}"#.to_owned(),
        r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},
            "b":{"type":"string","x-mcp-header":"a"}}}"#
            .to_owned(),
    ] {
        let mut tools = Tools::default();
        let line = answer(&["{}", &wrong, REGION]);
        let (changed, left_out) = tools.learn(line.as_bytes(), true);
        assert_eq!(left_out, ["t1"], "{wrong}");
        let removed = format!(r#"{{"name":"t1", "inputSchema":{wrong}}},"#);
        assert_eq!(changed.unwrap(), line.replace(&removed, ""), "{wrong}");
        assert!(tools.0.contains_key("t2") && !tools.0.contains_key("t1"));
    }
}
