//! The kinds of secrets and their names.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecretKind {
    noun: &'static str,
    digits: bool,
}

impl SecretKind {
    /// For a value that the schema itself marks as secret.
    pub const MARKED: Self = Self::text("a password or another secret");

    const fn text(noun: &'static str) -> Self {
        Self {
            noun,
            digits: false,
        }
    }

    const fn digits(noun: &'static str) -> Self {
        Self { noun, digits: true }
    }

    /// Returns the warning for the person who is asked.
    pub fn warning(self) -> String {
        let (noun, one) = match self.bare_noun() {
            Some(noun) => (noun, "one"),
            None => (self.noun, "them"),
        };
        format!(
            "Don’t enter your {noun} here. Servers aren’t allowed to ask for {one}, and anything \
             you type goes to the server and may reach the AI model."
        )
    }

    /// "the password".
    pub fn definite(self) -> String {
        format!("the {}", self.bare_noun().unwrap_or(self.noun))
    }

    fn bare_noun(self) -> Option<&'static str> {
        without_article(self.noun)
    }

    /// Returns the text for the author of a server: "This field asks for a password. MCP forbids …".
    pub fn reason(self, subject: &str) -> String {
        format!(
            "{subject} asks for {}. MCP forbids asking for that in a form.",
            self.noun
        )
    }

    /// Returns true if such a secret can be a number.
    pub fn is_digits(self) -> bool {
        self.digits
    }
}

/// Returns "GitHub token" for "a GitHub token".
pub fn without_article(noun: &str) -> Option<&str> {
    noun.strip_prefix("a ").or_else(|| noun.strip_prefix("an "))
}

/// The names of a kind, in lower case. The last word of a name may also be a plural.
pub(super) struct Names {
    pub(super) kind: SecretKind,
    names: &'static str,
    /// Names that match only at the end of a label, because they have other meanings in a sentence.
    label_names: &'static str,
}

impl Names {
    pub(super) fn everywhere(&self) -> impl Iterator<Item = &'static str> {
        self.names.split(", ")
    }

    pub(super) fn in_labels(&self) -> impl Iterator<Item = &'static str> {
        self.label_names.split(", ").filter(|name| !name.is_empty())
    }
}

/// The first match wins: a one-time password is a code, not a password.
pub(super) const KINDS: &[Names] = &[
    Names {
        kind: SecretKind::digits("a one-time code"),
        names: "\
            otp, totp, one time code, one time password, one time passcode, one time pin, onetime \
            code, verification code, 2fa code, mfa code, two factor code, factor authentication \
            code, authenticator code, authentication code, authorization code, auth code, sms \
            code, login code, digit code, recovery code, backup code",
        label_names: "2fa, mfa",
    },
    Names {
        kind: SecretKind::digits("a card security code"),
        names: "cvv, cvc, card security code, card verification",
        label_names: "security code",
    },
    Names {
        kind: SecretKind::digits("a card number"),
        names: "card number, cardnumber, card no, cc number, credit card, debit card, creditcard",
        label_names: "",
    },
    Names {
        kind: SecretKind::digits("a social security number"),
        names: "ssn, social security number, social security",
        label_names: "",
    },
    Names {
        kind: SecretKind::text("a seed or recovery phrase"),
        names: "\
            seed phrase, recovery phrase, mnemonic phrase, secret phrase, backup phrase, seed \
            word, wallet seed",
        label_names: "mnemonic",
    },
    Names {
        kind: SecretKind::text("a private key"),
        names: "private key, privatekey, private ssh key",
        label_names: "",
    },
    Names {
        kind: SecretKind::text("a client secret"),
        names: "\
            client secret, shared secret, app secret, application secret, consumer secret, \
            webhook secret, signing secret, oauth secret, api secret",
        label_names: "secret",
    },
    Names {
        kind: SecretKind::text("an API key"),
        names: "\
            api key, apikey, access key, secret key, account key, signing key, encryption key, \
            master key, auth key",
        label_names: "",
    },
    Names {
        kind: SecretKind::text("a password"),
        names: "\
            password, passwd, pwd, passphrase, pass phrase, pass word, passcode, passwort, \
            kennwort, mot de passe, contraseña, contrasena, senha, wachtwoord, lösenord, пароль, \
            密码, 密碼, パスワード, 비밀번호",
        label_names: "pw, db pass, user pass, smtp pass, root pass, admin pass, login pass, wifi pass",
    },
    Names {
        kind: SecretKind::text("an access token"),
        names: "\
            token, accesstoken, authtoken, access tokens, api tokens, auth tokens, bearer tokens, \
            bearer",
        label_names: "",
    },
    Names {
        kind: SecretKind::text("login credentials"),
        names: "login credential, sign in credential, your credential",
        label_names: "credential",
    },
    Names {
        kind: SecretKind::digits("a PIN"),
        names: "pin",
        label_names: "",
    },
];
