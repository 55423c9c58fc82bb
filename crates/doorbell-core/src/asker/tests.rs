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

/// (on the card, only said, in a sentence)
fn check(agent: Option<Agent>, claims: &Claims, wanted: (&str, bool, &str)) {
    let asker = asker(agent);
    let view = asker.view(claims, None);
    let found = (view.agent.as_str(), view.agent_said);
    assert_eq!(found, (wanted.0, wanted.1), "{claims:?}");
    assert_eq!(asker.agent_name(claims), wanted.2, "{claims:?}");
    assert_eq!(view.claimed.agent.is_some(), wanted.1, "{claims:?}");
}

#[test]
fn a_claimed_agent_is_named_only_where_the_system_shows_none_and_only_as_said() {
    let known = |said| {
        let name = "Codex";
        Some(Agent { name, said })
    };
    let claimed = claims("Acme Agent");
    check(None, &Claims::default(), ("relay", false, "relay"));
    check(None, &claimed, ("Acme Agent", true, "“Acme Agent”"));
    check(known(false), &claimed, ("Codex", false, "Codex"));
    check(known(true), &claimed, ("Codex", true, "Codex"));
}

#[test]
fn a_claimed_agent_marks_its_sentences() {
    let headline = asker(None).headline(&claims("Acme Agent"));
    assert_eq!(headline, "“Acme Agent” · shop");
}

#[test]
fn a_claimed_agent_without_a_letter_is_none() {
    for empty in ["", "  \n "] {
        check(None, &claims(empty), ("relay", false, "relay"));
    }
}

#[test]
fn a_claimed_agent_is_made_visible_and_short_and_is_whole_among_the_claims() {
    let hidden = "Acme\u{202e}Agent";
    let shown = "Acme⟨U+202E⟩Agent";
    check(None, &claims(hidden), (shown, true, &format!("“{shown}”")));
    let long = "a".repeat(200);
    let view = asker(None).view(&claims(&long), None);
    assert_eq!(view.agent.chars().count(), NAME);
    assert_eq!(view.claimed.agent, Some(long));
}
