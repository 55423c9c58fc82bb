use serde_json::json;

use super::*;

#[test]
fn integers_are_read() {
    for (text, expected) in [
        ("42", Ok(json!(42))),
        ("+42", Ok(json!(42))),
        ("-42", Ok(json!(-42))),
        ("−42", Ok(json!(-42))),
        ("007", Ok(json!(7))),
        ("-0", Ok(json!(0))),
        ("42.0", Ok(json!(42))),
        ("42.", Ok(json!(42))),
        ("1e3", Ok(json!(1000))),
        ("1.5e1", Ok(json!(15))),
        ("1500e-2", Ok(json!(15))),
        ("0e999999999999999999999", Ok(json!(0))),
        ("9223372036854775807", Ok(json!(i64::MAX))),
        ("-9223372036854775808", Ok(json!(i64::MIN))),
        ("18446744073709551615", Ok(json!(u64::MAX))),
        ("18446744073709551616", Err("This number is too large")),
        ("-9223372036854775809", Err("This number is too large")),
        ("1e99", Err("This number is too large")),
        ("1e99999999999999999999", Err("This number is too large")),
        ("1.5", Err("Must be a whole number")),
        ("1e-1", Err("Must be a whole number")),
        ("1e-99999999999999999999", Err("Must be a whole number")),
        ("3,14", Err("Enter a whole number, for example 42")),
        ("1,000", Err("Leave out the comma: 1000")),
        ("1,000,000", Err("Leave out the comma: 1000000")),
        ("0x10", Err("Enter a whole number, for example 42")),
        ("", Err("Enter a whole number, for example 42")),
        (".", Err("Enter a whole number, for example 42")),
        ("e5", Err("Enter a whole number, for example 42")),
        ("1e", Err("Enter a whole number, for example 42")),
        ("--1", Err("Enter a whole number, for example 42")),
        ("١٢", Err("Enter a whole number, for example 42")),
    ] {
        assert_eq!(read(text, true), expected.map_err(str::to_owned), "{text}");
    }
}

#[test]
fn fractions_are_read() {
    for (text, expected) in [
        ("42", Ok(json!(42))),
        ("18446744073709551615", Ok(json!(u64::MAX))),
        ("2.75", Ok(json!(2.75))),
        (".5", Ok(json!(0.5))),
        ("5.", Ok(json!(5.0))),
        ("+1.5", Ok(json!(1.5))),
        ("42.0", Ok(json!(42.0))),
        ("1e3", Ok(json!(1000.0))),
        ("18446744073709551616", Ok(json!(18446744073709551616.0))),
        ("1e400", Err("This number is too large")),
        ("NaN", Err("Enter a number, for example 3.14")),
        ("inf", Err("Enter a number, for example 3.14")),
        ("infinity", Err("Enter a number, for example 3.14")),
        ("3,14", Err("Use a decimal point: 3.14")),
        ("-3,5", Err("Use a decimal point: -3.5")),
        ("1,000", Err("Leave out the comma: 1000")),
        ("1.000,5", Err("Enter a number, for example 3.14")),
        ("1 000", Err("Enter a number, for example 3.14")),
    ] {
        assert_eq!(read(text, false), expected.map_err(str::to_owned), "{text}");
    }
}
