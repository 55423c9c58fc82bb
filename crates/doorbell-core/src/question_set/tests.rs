use super::*;

fn option(label: &str) -> ChoiceOption {
    ChoiceOption {
        label: label.to_owned(),
        description: String::new(),
        preview: None,
    }
}

fn question(labels: &[&str]) -> ChoiceQuestion {
    ChoiceQuestion {
        header: "Auth".to_owned(),
        text: "Which method?".to_owned(),
        multiple: false,
        options: labels.iter().map(|label| option(label)).collect(),
        other: true,
        note: true,
    }
}

fn chosen(indices: &[usize]) -> Input {
    Input::Choices {
        indices: indices.to_vec(),
    }
}

fn text(text: &str) -> Input {
    Input::Text { text: text.into() }
}

#[test]
fn refuses_more_than_doorbell_shows() {
    let set = |questions: usize, options: usize| {
        let labels: Vec<_> = (0..options).map(|index| index.to_string()).collect();
        let labels: Vec<_> = labels.iter().map(String::as_str).collect();
        QuestionSet::new(vec![question(&labels); questions]).map(drop)
    };
    assert_eq!(set(MAX_QUESTIONS, MAX_OPTIONS), Ok(()));
    assert_eq!(
        set(MAX_QUESTIONS + 1, 1),
        Err(QuestionSetError::Questions(9))
    );
    assert_eq!(set(1, MAX_OPTIONS + 1), Err(QuestionSetError::Options(17)));

    let with_text = |bytes: usize| {
        let mut one = question(&["a"]);
        one.options[0].preview = Some(String::new());
        let rest = one.bytes();
        one.options[0].preview = Some("x".repeat(bytes - rest));
        QuestionSet::new(vec![one]).map(drop)
    };
    assert_eq!(with_text(MAX_TEXT_BYTES), Ok(()));
    let error = with_text(MAX_TEXT_BYTES + 1).unwrap_err();
    assert_eq!(error, QuestionSetError::Text(65_537));
    assert!(error.is_over_limit());
}

#[test]
fn refuses_what_cannot_be_answered() {
    let error = |question: ChoiceQuestion| QuestionSet::new(vec![question]).unwrap_err();
    assert_eq!(QuestionSet::new(vec![]), Err(QuestionSetError::Empty));
    let blank = ChoiceQuestion {
        text: " ".to_owned(),
        ..question(&["a"])
    };
    assert_eq!(error(blank), QuestionSetError::NoText);
    let closed = ChoiceQuestion {
        other: false,
        ..question(&[])
    };
    assert_eq!(error(closed), QuestionSetError::NoAnswer);
    assert_eq!(error(question(&["a", " "])), QuestionSetError::NoLabel);
    let error = error(question(&["a", "b", "a"]));
    assert_eq!(error, QuestionSetError::SameLabel);
    assert!(!error.is_over_limit());
}

#[test]
fn each_question_needs_an_answer() {
    let several = ChoiceQuestion {
        multiple: true,
        ..question(&["a", "b"])
    };
    let set = QuestionSet::new(vec![question(&["a"]), several, question(&[])]).unwrap();
    let mut answers = set.empty_answers();
    assert_eq!(
        set.problems(&answers),
        [
            Some("Choose one"),
            Some("Choose at least one"),
            Some("Write your answer")
        ]
    );
    let [one, several, open] = &mut answers[..] else {
        panic!("three answers");
    };
    let questions = set.questions();
    assert!(questions[0].edit(one, 0, chosen(&[1])));
    assert!(questions[1].edit(several, 0, chosen(&[0, 1])));
    assert!(questions[2].edit(open, 0, chosen(&[0])));
    assert!(questions[2].edit(open, 1, text("  ")));
    let own = Some("Write your answer, or choose an option");
    assert_eq!(set.problems(&answers), [own, None, own]);
    questions[0].edit(&mut answers[0], 1, text("x"));
    questions[2].edit(&mut answers[2], 1, text("y"));
    assert_eq!(set.problems(&answers), [None, None, None]);
}

#[test]
fn answers_name_labels_as_they_were_sent() {
    let several = ChoiceQuestion {
        multiple: true,
        ..question(&["a\u{200b}", "b", "c"])
    };
    let set = QuestionSet::new(vec![question(&["a", "b"]), several]).unwrap();
    let mut answers = set.empty_answers();
    let questions = set.questions();
    questions[0].edit(&mut answers[0], 0, chosen(&[1]));
    // Without its option the text is not sent.
    questions[0].edit(&mut answers[0], 1, text("unused"));
    questions[0].edit(&mut answers[0], 2, text(" a note "));
    questions[1].edit(&mut answers[1], 0, chosen(&[0, 2, 3]));
    questions[1].edit(&mut answers[1], 1, text("mine"));
    assert_eq!(
        Value::Object(set.content(&answers)),
        json!({"answers": [
            {"chosen": ["b"], "note": "a note"},
            {"chosen": ["a\u{200b}", "c"], "other": "mine"}
        ]})
    );
    assert_eq!(set.view(&answers)[1].options[0].label, "a⟨U+200B⟩");
}

#[test]
fn long_texts_are_cut() {
    let set = QuestionSet::new(vec![question(&[])]).unwrap();
    let mut answers = set.empty_answers();
    let questions = set.questions();
    questions[0].edit(&mut answers[0], 0, chosen(&[0]));
    let whole = "ж".repeat(MAX_WRITTEN_CHARACTERS);
    for written in [whole.clone(), format!("{whole}ж")] {
        questions[0].edit(&mut answers[0], 1, text(&written));
        let content = set.content(&answers);
        assert_eq!(content["answers"][0]["other"], whole);
    }
}

#[test]
fn impossible_input_is_refused() {
    let one = question(&["a", "b"]);
    let mut answer = ChoiceAnswer::default();
    for input in [
        chosen(&[3]),
        chosen(&[0, 1]),
        text("x"),
        Input::Flag { on: true },
    ] {
        assert!(!one.edit(&mut answer, 0, input));
    }
    assert!(!one.edit(&mut answer, FIELDS, text("x")));
    let several = ChoiceQuestion {
        multiple: true,
        other: false,
        note: false,
        ..question(&["a", "b"])
    };
    for input in [chosen(&[1, 0]), chosen(&[0, 0]), chosen(&[2])] {
        assert!(!several.edit(&mut answer, 0, input));
    }
    assert!(!several.edit(&mut answer, 1, text("x")));
    assert!(!several.edit(&mut answer, 2, text("x")));
    assert!(several.edit(&mut answer, 0, Input::Empty));
    assert!(answer == ChoiceAnswer::default());
}

#[test]
fn written_answers_are_checked_for_secrets() {
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let secret = |question: &ChoiceQuestion, other: &str, note: &str, is_chosen: bool| {
        let mut answer = ChoiceAnswer::default();
        question.edit(&mut answer, 1, text(other));
        question.edit(&mut answer, 2, text(note));
        question.edit(&mut answer, 0, chosen(&[usize::from(is_chosen)]));
        question.secret(&answer).map(|secret| secret.noun)
    };
    let plain = question(&["a"]);
    let github = Some("the GitHub token".to_owned());
    assert_eq!(secret(&plain, token, "", true), github);
    assert_eq!(secret(&plain, "", token, false), github);
    assert_eq!(secret(&plain, token, "", false), None, "it is not sent");
    assert_eq!(secret(&plain, "Email", "Soon", true), None);
    let mut asking = question(&["a"]);
    asking.text = "What is your password?".to_owned();
    assert!(secret(&asking, "hunter2", "", true).is_some());
    assert_eq!(secret(&asking, "", "", false), None);
}
