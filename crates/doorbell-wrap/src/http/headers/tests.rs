use std::fs;

use super::*;

const SECRET: &str = "Bearer hunter2";

fn from_env(setting: &str) -> Result<Headers, HeaderError> {
    let mut headers = Headers::default();
    headers.add_env(setting, |name| (name == "TOKEN").then(|| SECRET.into()))?;
    Ok(headers)
}

#[cfg(unix)]
fn from_file(text: &[u8], mode: u32) -> Result<Headers, HeaderError> {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("headers");
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    let mut headers = Headers::default();
    headers.add_file(&path)?;
    Ok(headers)
}

fn all(headers: &Headers) -> Vec<(&str, &str)> {
    let pairs = headers.0.iter();
    pairs
        .map(|(name, value)| (name.as_str(), value.to_str().unwrap()))
        .collect()
}

#[test]
fn variable_becomes_header() {
    let headers = from_env("Authorization=TOKEN").unwrap();
    assert_eq!(all(&headers), [("authorization", SECRET)]);
    assert!(!headers.is_empty());
}

#[test]
fn invalid_variable_settings_are_refused() {
    assert!(matches!(
        from_env("Authorization"),
        Err(HeaderError::Syntax)
    ));
    assert!(matches!(from_env("a b=TOKEN"), Err(HeaderError::Syntax)));
    assert!(matches!(
        from_env("X-Key=OTHER"),
        Err(HeaderError::Unset(_))
    ));
    let mut headers = from_env("X-Key=TOKEN").unwrap();
    let duplicate = headers.add_env("x-key=TOKEN", |_| Some("v".into()));
    assert!(matches!(duplicate, Err(HeaderError::Duplicate(_))));
    for value in ["", "  ", "a\nb", "a\0b"] {
        let wrong = headers.add_env("Y=V", |_| Some(value.into()));
        assert!(
            matches!(wrong, Err(HeaderError::InvalidValue(_))),
            "{value:?}"
        );
    }
}

#[test]
fn reserved_headers_are_refused() {
    for name in [
        "Host",
        "content-type",
        "ACCEPT",
        "Mcp-Session-Id",
        "MCP-Protocol-Version",
    ] {
        let setting = format!("{name}=TOKEN");
        assert!(
            matches!(from_env(&setting), Err(HeaderError::Reserved(_))),
            "{name}"
        );
    }
}

#[cfg(unix)]
#[test]
fn file_may_hold_several_headers() {
    let text = b"# for the test server\r\nAuthorization: Bearer hunter2\r\n\nX-Key:a:b\n";
    let headers = from_file(text, 0o600).unwrap();
    assert_eq!(all(&headers), [("authorization", SECRET), ("x-key", "a:b")]);
    assert!(from_file(b"", 0o400).unwrap().is_empty());
}

#[cfg(unix)]
#[test]
fn file_readable_by_others_is_refused() {
    for mode in [0o644, 0o640, 0o604, 0o620, 0o700] {
        let error = from_file(b"A: b", mode).unwrap_err();
        assert!(matches!(error, HeaderError::Permissions { .. }), "{mode:o}");
        assert!(error.to_string().contains("chmod 600"));
    }
}

#[cfg(unix)]
#[test]
fn file_size_is_limited() {
    let mut text = b"A: b\n".to_vec();
    text.resize(MAX_HEADER_FILE, b'\n');
    assert!(from_file(&text, 0o600).is_ok());
    text.push(b'\n');
    assert!(matches!(
        from_file(&text, 0o600),
        Err(HeaderError::TooLarge(_))
    ));
}

#[cfg(unix)]
#[test]
fn errors_and_debug_hide_secrets() {
    let headers = from_file(b"Authorization: Bearer hunter2", 0o600).unwrap();
    assert!(!format!("{headers:?}").contains("hunter2"));
    for error in [
        from_file(b"hunter2", 0o600).unwrap_err(),
        from_file(b"ok: 1\nBearer hunter2: x", 0o600).unwrap_err(),
        from_file(b"A: hunter2\x01", 0o600).unwrap_err(),
        from_env("Authorization=hunter2").unwrap_err(),
        from_env("hunter2").unwrap_err(),
    ] {
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error}");
    }
}
