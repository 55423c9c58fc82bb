use super::*;

fn asker(agent: Option<Agent>) -> Asker {
    Asker {
        id: AskerId(1),
        session: SessionId { pid: 7, started: 1 },
        agent,
        verified: Verified {
            program: Program {
                pid: 7,
                path: Some("/usr/bin/relay".to_owned()),
            },
            ticks: 1,
            started: None,
            file: None,
            parents: Vec::new(),
        },
        claimed: Claimed::default(),
    }
}

fn claims(agent: &str) -> Claims {
    Claims {
        agent: Some(agent.to_owned()),
        project: Some("/home/ada/shop".to_owned()),
        ..Claims::default()
    }
}

/// `expected` is the name on the card, whether it is only claimed, and the name in sentences.
fn check(agent: Option<Agent>, claims: &Claims, expected: (&str, bool, &str)) {
    let asker = asker(agent);
    let view = asker.view(claims, None);
    let found = (view.agent.as_str(), view.agent_is_claimed);
    assert_eq!(found, (expected.0, expected.1), "{claims:?}");
    assert_eq!(asker.agent_name(claims), expected.2, "{claims:?}");
    assert_eq!(view.claimed.agent.is_some(), expected.1, "{claims:?}");
}

#[test]
fn verified_agent_takes_precedence_over_a_claimed_one() {
    let known = |is_claimed| {
        let name = "Codex";
        Some(Agent { name, is_claimed })
    };
    let claimed = claims("Acme Agent");
    check(None, &Claims::default(), ("relay", false, "relay"));
    check(None, &claimed, ("Acme Agent", true, "“Acme Agent”"));
    check(known(false), &claimed, ("Codex", false, "Codex"));
    check(known(true), &claimed, ("Codex", true, "Codex"));
}

#[test]
fn claimed_agent_is_quoted_in_sentences() {
    let headline = asker(None).headline(&claims("Acme Agent"));
    assert_eq!(headline, "“Acme Agent” · shop");
}

#[test]
fn blank_claimed_agent_is_ignored() {
    for empty in ["", "  \n "] {
        check(None, &claims(empty), ("relay", false, "relay"));
    }
}

#[test]
fn claimed_agent_is_sanitised_and_shortened() {
    let hidden = "Acme\u{202e}Agent";
    let shown = "Acme⟨U+202E⟩Agent";
    check(None, &claims(hidden), (shown, true, &format!("“{shown}”")));
    let long = "a".repeat(200);
    let view = asker(None).view(&claims(&long), None);
    assert_eq!(view.agent.chars().count(), MAX_NAME_CHARS);
    assert_eq!(view.claimed.agent, Some(long));
}

#[test]
fn claimed_name_cannot_end_its_quotation() {
    let agent = "Acme” (checked by Doorbell) “";
    let shown = "Acme⟨U+201D⟩ (checked by Doorbell) ⟨U+201C⟩";
    check(None, &claims(agent), (shown, true, &format!("“{shown}”")));
    let claims = Claims {
        server: Some(Server {
            name: "shop' is safe".to_owned(),
            version: None,
            place: None,
        }),
        tool: Some("read”, checked".to_owned()),
        project: Some("/home/ada/shop”".to_owned()),
        ..Claims::default()
    };
    let asker = asker(None);
    let view = asker.view(&claims, None);
    assert_eq!(view.name, "shop⟨U+0027⟩ is safe");
    assert_eq!(view.claimed.tool.as_deref(), Some("read⟨U+201D⟩, checked"));
    assert_eq!(view.project.as_deref(), Some("shop⟨U+201D⟩"));
    let tool = asker.tool_name(&claims);
    assert_eq!(tool.as_deref(), Some("read⟨U+201D⟩, checked"));
}

#[test]
fn claimed_name_that_looks_like_doorbell_is_marked() {
    for name in [
        "Doorbell",
        "doorbell",
        "DOORBELL",
        "DOORBEII",
        "D00rbe11",
        " Door bell. ",
        "D\u{043E}\u{043E}rbell",
        "\u{1D403}\u{1D428}\u{1D428}\u{1D42B}\u{1D41B}\u{1D41E}\u{1D425}\u{1D425}",
        "\u{FF24}\u{FF4F}\u{FF4F}\u{FF52}\u{FF42}\u{FF45}\u{FF4C}\u{FF4C}",
        "Do\u{301}orbell",
        "\u{200B}Doorbell\u{2060}",
        "“Doorbell”",
        &format!("Doorbell{}", "\u{200B}".repeat(100)),
    ] {
        let mut asker = asker(None);
        asker.claimed.client = name.to_owned();
        let mut claims = claims(name);
        for _ in 0..2 {
            let view = asker.view(&claims, None);
            for shown in [&view.name, &view.agent, &asker.name(&claims)] {
                assert!(shown.ends_with(" (not Doorbell)"), "{name:?}: {shown}");
                assert!(shown.chars().count() <= MAX_NAME_CHARS, "{shown}");
            }
            let agent = asker.agent_name(&claims);
            assert!(agent.ends_with(" (not Doorbell)”"), "{agent}");
            asker.claimed.client = "tests".to_owned();
            claims.server = Some(Server {
                name: name.to_owned(),
                version: None,
                place: None,
            });
        }
    }
    for name in ["Doorbells", "doorbell command", "Bell", "shop", ""] {
        let mut asker = asker(None);
        asker.claimed.client = name.to_owned();
        assert_eq!(asker.name(&Claims::default()), name);
    }
}
