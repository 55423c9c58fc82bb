//! Hosts that begin like other websites, and Google Translate.

use super::*;

fn imitated(host: &str, history: &LinkHistory<'_>) -> Option<String> {
    let link = link(&format!("https://{host}/"));
    link.warnings(history).find_map(|warning| match warning {
        Warning::DeceptiveSubdomain { imitated, .. } => Some(imitated),
        _ => None,
    })
}

#[test]
fn deceptive_subdomains_are_found() {
    for (host, name) in [
        ("github.com.evil.io", "github.com"),
        ("www.github.com.login.evil.io", "github.com"),
        ("accounts.google.co.uk.evil.io", "google.co.uk"),
        ("paypal.de.evil.io", "paypal.de"),
        ("www.paypal.de.evil.io", "paypal.de"),
        ("login.gov.uk.evil.io", "login.gov.uk"),
        ("gov.uk.evil.io", "gov.uk"),
        ("claude.ai.evil.io", "claude.ai"),
        ("github.io.evil.io", "github.io"),
        ("alice.github.io.evil.io", "alice.github.io"),
        ("github.com-verify.evil.io", "github.com"),
        ("github.com-verify.io", "github.com"),
        ("www.usps.com-track.top", "usps.com"),
        ("paypal.com.login.us.evil.io", "paypal.com"),
        ("paypal.com.secret.de.evil.io", "paypal.com"),
        ("signal.foundation.evil.io", "signal.foundation"),
    ] {
        assert_eq!(
            imitated(host, &OPENED_FOR_SERVER).as_deref(),
            Some(name),
            "{host}"
        );
    }
}

#[test]
fn ordinary_subdomains_are_accepted() {
    for host in [
        "de.shop.io",
        "io.example.com",
        "com.example.io",
        "us.api.example.com",
        "api.us.example.com",
        "api.de.example.com",
        "www.de.example.com",
        "login.uk.example.com",
        "cdn.io.example.com",
        "eu.de.example.com",
        "v1.de.example.com",
        "en.m.wikipedia.org",
        "tenant.us.auth0.com",
        "tenant.eu.auth0.com",
        "acme.my.salesforce.com",
        "payments.dev.example.com",
        "grafana.prod.example.com",
        "build.ci.example.com",
        "shop.app.example.com",
        "co.uk.example.com",
        "sign-in.example.com",
        "com-verify.io",
        "alice.github.io",
        "abc.execute-api.us-east-1.amazonaws.com",
        "github-com.example.io",
    ] {
        assert_eq!(imitated(host, &OPENED_FOR_SERVER), None, "{host}");
    }
}

#[test]
fn domains_opened_before_are_found_in_subdomains() {
    let opened_domains = ["tenant.eu", "t.co", "web.dev"].map(str::to_owned);
    let history = LinkHistory {
        opened_for_this_server: true,
        opened_domains: &opened_domains,
    };
    for (host, name) in [
        ("tenant.eu.evil.io", "tenant.eu"),
        ("t.co.evil.io", "t.co"),
        ("web.dev.evil.io", "web.dev"),
    ] {
        assert_eq!(imitated(host, &OPENED_FOR_SERVER), None, "{host}");
        assert_eq!(imitated(host, &history).as_deref(), Some(name), "{host}");
    }
}

#[test]
fn google_translate_is_recognised() {
    for (host, inner) in [
        ("github-com.translate.goog", Some("github.com")),
        (
            "en-m-wikipedia-org.translate.goog",
            Some("en.m.wikipedia.org"),
        ),
        ("my--shop-co-uk.translate.goog", Some("my-shop.co.uk")),
        ("translate.goog", None),
        ("github.translate.goog", None),
        ("a-nowhere.translate.goog", None),
        ("a.github-com.translate.goog", None),
        ("a---com.translate.goog", None),
    ] {
        let link = link(&format!("https://{host}/"));
        let expected = Warning::GoogleTranslate(inner.map(str::to_owned));
        assert!(link.warnings.contains(&expected), "{host}");
    }
    for host in ["nottranslate.goog", "translate.google.com"] {
        let kinds = kinds(&link(&format!("https://{host}/")), &OPENED_FOR_SERVER);
        assert!(kinds.is_empty(), "{host}: {kinds:?}");
    }
}
