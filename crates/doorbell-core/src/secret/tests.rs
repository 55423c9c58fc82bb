use super::*;

/// Checks the noun in the reason.
fn check(detect: impl Fn(&str) -> Option<SecretKind>, cases: &[(&str, Option<&str>)]) {
    let mut failures = Vec::new();
    for (text, expected) in cases {
        let reason = detect(text).map(|kind| kind.reason("This field"));
        let is_correct = match (&reason, expected) {
            (None, None) => true,
            (Some(reason), Some(noun)) => reason.contains(&format!("asks for {noun}.")),
            _ => false,
        };
        if !is_correct {
            failures.push((text, expected, reason));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

const PASSWORD: Option<&str> = Some("a password");
const TOKEN: Option<&str> = Some("an access token");
const API_KEY: Option<&str> = Some("an API key");
const CODE: Option<&str> = Some("a one-time code");
const CARD: Option<&str> = Some("a card number");
const PIN: Option<&str> = Some("a PIN");

#[test]
fn labels_that_ask_for_secrets_are_found() {
    check(
        asked_in_label,
        &[
            ("password", PASSWORD),
            ("Password", PASSWORD),
            ("userPassword", PASSWORD),
            ("db_password", PASSWORD),
            ("new-password", PASSWORD),
            ("password2", PASSWORD),
            ("passwd", PASSWORD),
            ("PWD", PASSWORD),
            ("pass", PASSWORD),
            ("db_pass", PASSWORD),
            ("Passphrase", PASSWORD),
            ("Passwort", PASSWORD),
            ("Mot de passe", PASSWORD),
            ("您的密码", PASSWORD),
            ("token", TOKEN),
            ("githubToken", TOKEN),
            ("GITHUB_TOKEN", TOKEN),
            ("access_token", TOKEN),
            ("Personal access token", TOKEN),
            ("Bearer token", TOKEN),
            ("apiTokens", TOKEN),
            ("apiKey", API_KEY),
            ("API Key", API_KEY),
            ("OPENAI_API_KEY", API_KEY),
            ("apikey", API_KEY),
            ("secretAccessKey", API_KEY),
            ("AWS access keys", API_KEY),
            ("client_secret", Some("a client secret")),
            ("secret", Some("a client secret")),
            ("webhookSecret", Some("a client secret")),
            ("privateKey", Some("a private key")),
            ("SSH private key", Some("a private key")),
            ("otp", CODE),
            ("oneTimeCode", CODE),
            ("One-time password", CODE),
            ("verification_code", CODE),
            ("2fa", CODE),
            ("mfaCode", CODE),
            ("recovery codes", CODE),
            ("seedPhrase", Some("a seed or recovery phrase")),
            ("Recovery phrase", Some("a seed or recovery phrase")),
            ("mnemonic", Some("a seed or recovery phrase")),
            ("cardNumber", CARD),
            ("Credit card", CARD),
            ("cvv", Some("a card security code")),
            ("CVC2", Some("a card security code")),
            ("ssn", Some("a social security number")),
            ("Social Security Number", Some("a social security number")),
            ("pin", PIN),
            ("cardPin", PIN),
            ("PIN code", PIN),
            ("credentials", Some("login credentials")),
        ],
    );
}

#[test]
fn ordinary_labels_are_accepted() {
    check(
        asked_in_label,
        &[
            ("name", None),
            ("key", None),
            ("keyboard", None),
            ("primaryKey", None),
            ("licenseKey", None),
            ("publicKey", None),
            ("secretary", None),
            ("secretName", None),
            ("secretsManager", None),
            ("tokens", None),
            ("max_tokens", None),
            ("maxToken", None),
            ("token_limit", None),
            ("tokenCount", None),
            ("tokenizer", None),
            ("nextPageToken", None),
            ("continuation_token", None),
            ("tokenAddress", None),
            ("api_key_name", None),
            ("Name of the API key", None),
            ("accessKeyId", None),
            ("privateKeyPath", None),
            ("passwordPolicy", None),
            ("password_length", None),
            ("passwordHint", None),
            ("forgotPassword", None),
            ("pinned", None),
            ("gpioPin", None),
            ("pinTo", None),
            ("spin", None),
            ("passenger", None),
            ("compass", None),
            ("boardingPass", None),
            ("seed", None),
            ("code", None),
            ("discountCode", None),
            ("postalCode", None),
            ("countryCode", None),
            ("phoneNumber", None),
            ("cardholder", None),
            ("card", None),
            ("no_password", None),
            ("", None),
            ("---", None),
        ],
    );
}

#[test]
fn sentences_that_ask_for_secrets_are_found() {
    check(
        asked_in_prose,
        &[
            ("Please enter your password", PASSWORD),
            ("What's your password?", PASSWORD),
            ("Password for the database", PASSWORD),
            ("Enter your username and password to continue.", PASSWORD),
            ("Choose a new password", PASSWORD),
            ("If you do not have a key, enter your password", PASSWORD),
            ("请输入您的密码", PASSWORD),
            ("I need your API key.", API_KEY),
            ("Paste the API key of your account here", API_KEY),
            (
                "Don't have an account? Give us your API key instead.",
                API_KEY,
            ),
            ("Your GitHub personal access token", TOKEN),
            ("Paste a token with repo scope", TOKEN),
            ("Enter the 6-digit code we sent you", CODE),
            ("Type the verification code from your phone", CODE),
            ("Enter your one-time password", CODE),
            ("Enter your 4-digit PIN", PIN),
            ("your card pin", PIN),
            (
                "Enter your wallet's seed phrase",
                Some("a seed or recovery phrase"),
            ),
            (
                "Please provide your private key (PEM)",
                Some("a private key"),
            ),
            ("Credit card number", CARD),
            ("Please give the client secret", Some("a client secret")),
            ("Provide your login credentials", Some("login credentials")),
        ],
    );
}

#[test]
fn sentences_that_only_mention_secrets_are_accepted() {
    check(
        asked_in_prose,
        &[
            (
                "Your favorite integer (do not give us your phone number, pin, or other sensitive info)",
                None,
            ),
            (
                "Your email address (will be verified, and never shared with anyone else)",
                None,
            ),
            ("Never paste your password here", None),
            ("Don't enter an API key", None),
            ("A name, no password needed", None),
            ("Log in without a password", None),
            ("Enter the name of the API key", None),
            ("The user whose password should be changed", None),
            (
                "Enter your phone number to receive a verification code",
                None,
            ),
            ("Your phone number for the verification code", None),
            ("Email for password reset", None),
            ("Which password policy applies?", None),
            ("The maximum number of tokens", None),
            ("Max tokens for the completion", None),
            ("The token limit of the model", None),
            ("How many tokens may be used?", None),
            ("Which tokenizer should I use?", None),
            ("Pin the message to the channel?", None),
            ("Should I pin this?", None),
            ("Which key should I press?", None),
            ("The random seed", None),
            ("The secretary's name", None),
            ("Shall I rotate the API key of staging?", None),
            ("Please provide inputs for the following fields:", None),
            ("Your name?", None),
            ("", None),
        ],
    );
}

#[test]
fn secret_values_are_found() {
    for (value, noun) in [
        ("sk-ant-api03-abcDEF123456789012345", "an Anthropic API key"),
        ("sk-proj-abcdefghij0123456789ABCD", "an API key"),
        ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "a GitHub token"),
        ("gho_0123456789abcdefghijABCDEFGHIJ012345", "a GitHub token"),
        ("github_pat_11ABCDEFG0123456789_abcdef", "a GitHub token"),
        (
            "use ghp_0123456789abcdefghijABCDEFGHIJ012345, please",
            "a GitHub token",
        ),
        (
            "TOKEN=\"ghp_0123456789abcdefghijABCDEFGHIJ012345\"",
            "a GitHub token",
        ),
        ("AKIAIOSFODNN7EXAMPLE", "an AWS access key"),
        ("xoxb-123456789012-abcdefABCDEF", "a Slack token"),
        ("glpat-abcdefghij0123456789", "a GitLab token"),
        (
            "AIzaSyA1234567890abcdefghijklmnopqrstuv",
            "a Google API key",
        ),
        (
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
            "an access token (JWT)",
        ),
        (
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n",
            "a private key",
        ),
        ("-----BEGIN PRIVATE KEY-----", "a private key"),
        ("4111111111111111", "a card number"),
        ("4111 1111 1111 1111", "a card number"),
        ("card 5500-0000-0000-0004, thanks", "a card number"),
        ("378282246310005", "a card number"),
        ("3782 822463 10005", "a card number"),
    ] {
        assert_eq!(looks_like(value), Some(noun), "{value}");
    }
}

#[test]
fn ordinary_values_are_accepted() {
    for value in [
        "",
        "hello",
        "sk-learn",
        "sk-nearest-neighbours-classifier",
        "ghp_short",
        "AKIA",
        "AKIAnot-a-key-at-all",
        "-----BEGIN PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----",
        "4111111111111112",
        "1699999999999",
        "+49 170 1234567",
        "411111111111111111111111",
        "2026-11-16 14:30",
        "3.14159265358979",
        "eyJ.eyJ.x",
        "https://example.com/a/b?c=d",
        "550e8400-e29b-41d4-a716-446655440000",
    ] {
        assert_eq!(looks_like(value), None, "{value}");
    }
}
