//! Links to IP addresses and to this computer.

use super::*;

#[test]
fn ip_addresses_are_warned_about() {
    for (text, domain, kinds) in [
        (
            "https://93.184.215.14/",
            "93.184.215.14",
            &["IpAddress"][..],
        ),
        (
            "https://[2606:2800:21f::1]/",
            "[2606:2800:21f::1]",
            &["IpAddress"],
        ),
        (
            "https://1572395022/",
            "93.184.216.14",
            &["IpAddress", "Disguised", "Respelled"],
        ),
        (
            "https://0x5db8d80e/",
            "93.184.216.14",
            &["IpAddress", "Disguised", "Respelled"],
        ),
        (
            "https://0135.0270.0330.016/",
            "93.184.216.14",
            &["IpAddress", "Disguised", "Respelled"],
        ),
        (
            "https://93.184.55310/",
            "93.184.216.14",
            &["IpAddress", "Disguised", "Respelled"],
        ),
        (
            "https://①②③.①.①.①/",
            "123.1.1.1",
            &["IpAddress", "Disguised", "Respelled"],
        ),
        ("https://192.168.1.1/", "192.168.1.1", &["PrivateNetwork"]),
        (
            "http://10.0.0.5:3000/",
            "10.0.0.5",
            &["PrivateNetwork", "Port", "Unencrypted"],
        ),
        (
            "http://169.254.169.254/latest",
            "169.254.169.254",
            &["PrivateNetwork", "Unencrypted"],
        ),
        ("https://100.64.0.1/", "100.64.0.1", &["PrivateNetwork"]),
        (
            "http://0.0.0.0:8000/",
            "0.0.0.0",
            &["PrivateNetwork", "Port", "Unencrypted"],
        ),
        ("https://[fe80::1]/", "[fe80::1]", &["PrivateNetwork"]),
        ("https://[fd00::1]/", "[fd00::1]", &["PrivateNetwork"]),
        ("https://[::]/", "[::]", &["PrivateNetwork"]),
        (
            "https://[::ffff:10.0.0.1]/",
            "[::ffff:a00:1]",
            &["PrivateNetwork", "Respelled"],
        ),
    ] {
        check(text, domain, kinds);
    }
}

#[test]
fn this_computer_is_recognised() {
    for (text, domain, kinds) in [
        ("http://localhost:8080/cb", "localhost", &[][..]),
        ("http://localhost.:8080/", "localhost", &["TrailingDot"]),
        ("https://app.localhost/", "app.localhost", &[]),
        ("http://127.0.0.1:33418/", "127.0.0.1", &[]),
        ("http://127.8.9.10/", "127.8.9.10", &[]),
        ("http://[::1]:9000/", "[::1]", &[]),
        ("http://[0:0:0:0:0:0:0:1]/", "[::1]", &["Respelled"]),
        (
            "http://[::ffff:127.0.0.1]/",
            "[::ffff:7f00:1]",
            &["Respelled"],
        ),
        (
            "http://2130706433/",
            "127.0.0.1",
            &["Disguised", "Respelled"],
        ),
        ("http://0x7f.1/", "127.0.0.1", &["Disguised", "Respelled"]),
    ] {
        check(text, domain, kinds);
        assert!(link(text).view(&OPENED_FOR_SERVER).this_computer, "{text}");
    }
    for text in [
        "http://localhost.evil.io/",
        "http://127.0.0.1.evil.io/",
        "http://0.0.0.0/",
        "http://localhost@evil.io/",
    ] {
        assert!(!link(text).view(&OPENED_FOR_SERVER).this_computer, "{text}");
    }
}
