//! The kinds of secrets and what they are called.

/// A kind of secret that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    noun: &'static str,
    digits: bool,
}

impl Asked {
    /// What a schema itself marks as not to be shown.
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

    /// The reason that is shown: "This field asks for a password. MCP forbids …".
    pub fn tell(self, subject: &str) -> String {
        format!(
            "{subject} asks for {}. MCP forbids asking for that in a form.",
            self.noun
        )
    }

    /// Whether such a secret can be a number.
    pub fn is_digits(self) -> bool {
        self.digits
    }
}

/// A kind of secret and its names. Words are in lower case; the last one may also have an s.
pub(super) struct Kind {
    pub(super) asked: Asked,
    /// Names that count wherever they are asked for.
    names: &'static str,
    /// Names that count only at the end of a field's name or title: alone in a sentence they
    /// mean too many other things.
    labels: &'static str,
}

impl Kind {
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.split(", ")
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = &'static str> {
        self.labels.split(", ").filter(|label| !label.is_empty())
    }
}

/// The more telling name comes first: a one-time password is a code.
pub(super) const KINDS: &[Kind] = &[
    Kind {
        asked: Asked::digits("a one-time code"),
        names: "\
            otp, totp, one time code, one time password, one time passcode, one time pin, onetime \
            code, verification code, 2fa code, mfa code, two factor code, factor authentication \
            code, authenticator code, authentication code, authorization code, auth code, sms \
            code, login code, digit code, recovery code, backup code",
        labels: "2fa, mfa",
    },
    Kind {
        asked: Asked::digits("a card security code"),
        names: "cvv, cvc, card security code, card verification",
        labels: "security code",
    },
    Kind {
        asked: Asked::digits("a card number"),
        names: "card number, cardnumber, card no, cc number, credit card, debit card, creditcard",
        labels: "",
    },
    Kind {
        asked: Asked::digits("a social security number"),
        names: "ssn, social security number, social security",
        labels: "",
    },
    Kind {
        asked: Asked::text("a seed or recovery phrase"),
        names: "\
            seed phrase, recovery phrase, mnemonic phrase, secret phrase, backup phrase, seed \
            word, wallet seed",
        labels: "mnemonic",
    },
    Kind {
        asked: Asked::text("a private key"),
        names: "private key, privatekey, private ssh key",
        labels: "",
    },
    Kind {
        asked: Asked::text("a client secret"),
        names: "\
            client secret, shared secret, app secret, application secret, consumer secret, \
            webhook secret, signing secret, oauth secret, api secret",
        labels: "secret",
    },
    Kind {
        asked: Asked::text("an API key"),
        names: "\
            api key, apikey, access key, secret key, account key, signing key, encryption key, \
            master key, auth key",
        labels: "",
    },
    Kind {
        asked: Asked::text("a password"),
        names: "\
            password, passwd, pwd, passphrase, pass phrase, pass word, passcode, passwort, \
            kennwort, mot de passe, contraseña, contrasena, senha, wachtwoord, lösenord, пароль, \
            密码, 密碼, パスワード, 비밀번호",
        labels: "pw, db pass, user pass, smtp pass, root pass, admin pass, login pass, wifi pass",
    },
    Kind {
        asked: Asked::text("an access token"),
        names: "\
            token, accesstoken, authtoken, access tokens, api tokens, auth tokens, bearer tokens, \
            bearer",
        labels: "",
    },
    Kind {
        asked: Asked::text("login credentials"),
        names: "login credential, sign in credential, your credential",
        labels: "credential",
    },
    Kind {
        asked: Asked::digits("a PIN"),
        names: "pin",
        labels: "",
    },
];
