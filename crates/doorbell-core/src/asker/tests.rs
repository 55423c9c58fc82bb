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
            check: ProgramCheck::Verified,
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

fn codex(evidence: AgentEvidence) -> Option<Agent> {
    let name = "Codex";
    Some(Agent { name, evidence })
}

/// `expected` is the name on the card and in a sentence.
fn check(asker: &Asker, claims: &Claims, source: NameSource, expected: (&str, &str)) {
    let view = asker.view(claims, None);
    let found = (view.agent.as_str(), &view.agent_source);
    assert_eq!(found, (expected.0, &source), "{claims:?}");
    assert_eq!(asker.agent_name(claims), expected.1, "{claims:?}");
    let is_claimed = source == NameSource::Claimed;
    assert_eq!(view.claimed.agent.is_some(), is_claimed, "{claims:?}");
}

/// Of [`asker`] without an agent.
fn check_program(claims: &Claims) {
    let mut asker = asker(None);
    check(&asker, claims, NameSource::Installed, ("relay", "relay"));
    asker.verified.program.path = Some("/home/ada/relay".to_owned());
    let folder = "/home/ada".to_owned();
    let expected = ("relay", "a program called “relay” in /home/ada");
    check(&asker, claims, NameSource::Program { folder }, expected);
}

fn check_claimed(claims: &Claims, name: &str) {
    let expected = (name, &*format!("“{name}”"));
    check(&asker(None), claims, NameSource::Claimed, expected);
}

#[test]
fn recognised_agent_takes_precedence_over_a_claimed_one() {
    let claimed = claims("Acme Agent");
    check_program(&Claims::default());
    check_claimed(&claimed, "Acme Agent");
    for (evidence, source, in_sentence) in [
        (AgentEvidence::Program, NameSource::Installed, "Codex"),
        (AgentEvidence::Parent, NameSource::StartedFrom, "Codex"),
        (AgentEvidence::Claim, NameSource::Claimed, "“Codex”"),
    ] {
        let asker = asker(codex(evidence));
        check(&asker, &claimed, source, ("Codex", in_sentence));
    }
}

#[test]
fn unverified_program_does_not_name_an_agent() {
    let mut asker = asker(codex(AgentEvidence::Program));
    asker.verified.check = ProgramCheck::Unverified;
    let claims = Claims::default();
    check(&asker, &claims, NameSource::Claimed, ("Codex", "“Codex”"));
}

#[test]
fn changed_asker_is_only_known_by_what_it_claims() {
    let familiarity = Familiarity::First;
    for evidence in [
        AgentEvidence::Program,
        AgentEvidence::Parent,
        AgentEvidence::Claim,
    ] {
        let mut asker = asker(codex(evidence));
        asker.verified.check = ProgramCheck::Changed;
        let unknown = ("relay", "an unknown program");
        check(&asker, &Claims::default(), NameSource::Changed, unknown);
        let acme = ("Acme Agent", "“Acme Agent”");
        check(&asker, &claims("Acme Agent"), NameSource::Claimed, acme);
        let view = asker.view(&Claims::default(), Some(&familiarity));
        assert_eq!(view.verified.check, ProgramCheck::Changed);
        assert_eq!(view.familiarity, None);
    }
}

#[test]
fn hidden_program_is_named_by_its_process() {
    let mut asker = asker(None);
    asker.verified.program.path = None;
    let name = ("process 7", "process 7");
    check(&asker, &Claims::default(), NameSource::Process, name);
}

#[test]
fn program_cannot_hide_in_its_file_name() {
    let mut asker = asker(None);
    asker.verified.program.path = Some("/tmp/Claude” in /usr\n/bin/x”y".to_owned());
    let folder = "/tmp/Claude⟨U+201D⟩ in /usr /bin".to_owned();
    let sentence = format!("a program called “x⟨U+201D⟩y” in {folder}");
    let source = NameSource::Program { folder };
    let claims = Claims::default();
    check(&asker, &claims, source, ("x⟨U+201D⟩y", &sentence));
}

#[test]
fn claimed_agent_is_quoted_in_sentences() {
    let headline = asker(None).headline(&claims("Acme Agent"));
    assert_eq!(headline, "“Acme Agent” · shop");
}

#[test]
fn title_gives_no_claimed_name_as_a_fact() {
    let mut asker = asker(codex(AgentEvidence::Program));
    let claims = Claims {
        server: Some(Server {
            name: "acme".to_owned(),
            version: None,
            place: None,
        }),
        ..claims("Codex")
    };
    let shown = |asker: &Asker| (asker.title(&claims), asker.origin(&claims));
    let via = "via “acme”".to_owned();
    assert_eq!(shown(&asker), ("Codex · shop".to_owned(), via.clone()));
    let called = "A program called “Codex” · shop".to_owned();
    asker.verified.check = ProgramCheck::Unverified;
    assert_eq!(shown(&asker), (called.clone(), via.clone()));
    asker.agent = None;
    assert_eq!(shown(&asker), (called, via));
    let program = Asker {
        claimed: Claimed::default(),
        ..asker
    };
    let claims = Claims::default();
    assert_eq!(program.title(&claims), "A program called “relay”");
    assert_eq!(program.origin(&claims), "in /usr/bin");
}

#[test]
fn blank_claimed_agent_is_ignored() {
    for empty in ["", "  \n "] {
        check_program(&claims(empty));
    }
}

#[test]
fn claimed_agent_is_sanitised_and_shortened() {
    let hidden = "Acme\u{202e}Agent";
    let shown = "Acme⟨U+202E⟩Agent";
    check_claimed(&claims(hidden), shown);
    let long = "a".repeat(200);
    let view = asker(None).view(&claims(&long), None);
    assert_eq!(view.agent.chars().count(), MAX_NAME_CHARS);
    assert_eq!(view.claimed.agent, Some(long));
}

#[test]
fn claimed_name_cannot_end_its_quotation() {
    let agent = "Acme” (checked by Doorbell) “";
    let shown = "Acme⟨U+201D⟩ (checked by Doorbell) ⟨U+201C⟩";
    check_claimed(&claims(agent), shown);
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

#[test]
fn server_with_the_agents_name_is_not_repeated() {
    let claims = |server: Option<&str>, tool: Option<&str>| Claims {
        server: server.map(|name| Server {
            name: name.to_owned(),
            version: None,
            place: None,
        }),
        tool: tool.map(str::to_owned),
        ..Claims::default()
    };
    let asker = asker(codex(AgentEvidence::Program));
    let via = |server, tool| asker.view(&claims(server, tool), None).via;
    assert_eq!(via(Some("acme"), Some("deploy")), ["acme", "deploy"]);
    assert_eq!(via(Some("acme"), None), ["acme"]);
    assert!(via(Some("Codex"), Some("Bash")).is_empty());
    assert!(via(None, Some("Bash")).is_empty());
}
