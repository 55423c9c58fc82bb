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
