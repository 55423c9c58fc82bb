//! What the pictured questions ask.

use serde_json::{Value, json};

use crate::agent::Request;

const CLAUDE: &str = "Claude Code";
const PROJECT: &str = "/home/ada/shop";

/// Params with who asks: a tool of an MCP server in a project.
fn via(server: Value, tool: &str, mut params: Value) -> Value {
    params["_meta"] =
        json!({"dev.doorbell/asker": {"server": server, "tool": tool, "project": PROJECT}});
    params
}

fn from_shop_deploy(params: Value) -> Value {
    via(
        json!({"name": "shop-deploy", "title": "Shop deploy", "version": "3.1.0"}),
        "deploy",
        params,
    )
}

fn from_agent(mut params: Value) -> Value {
    params["_meta"] = json!({"dev.doorbell/asker": {"agent": CLAUDE, "project": PROJECT}});
    params
}

fn form(message: &str, properties: &Value, required: &[&str]) -> Request {
    let schema = json!({"type": "object", "properties": properties, "required": required});
    let params = json!({"mode": "form", "message": message, "requestedSchema": schema});
    ("elicitation/create", from_shop_deploy(params))
}

pub fn deployment() -> Vec<Request> {
    let properties = json!({
        "target": {
            "type": "string",
            "title": "Where to",
            "oneOf": [
                {"const": "staging", "title": "Staging"},
                {"const": "prod", "title": "Production"}
            ],
            "default": "staging"
        },
        "canary": {
            "type": "integer",
            "title": "Canary share in percent",
            "description": "How much of the traffic sees the new version first.",
            "minimum": 1,
            "maximum": 100,
            "default": 10
        },
        "email": {"type": "string", "title": "Tell when it is done", "format": "email"},
        "migrate": {"type": "boolean", "title": "Run the database migration", "default": true}
    });
    let message = "shop-api 2.4.1 is built and its tests are green. Where should it go?";
    vec![form(message, &properties, &["target", "canary"])]
}

pub fn one_choice() -> Vec<Request> {
    let environments = json!({"environment": {
        "type": "string",
        "title": "Environment",
        "enum": ["Development", "Staging", "Production"]
    }});
    vec![form(
        "Where should shop-api 2.4.1 go?",
        &environments,
        &["environment"],
    )]
}

pub fn yes_no() -> Vec<Request> {
    let message = "Delete the branch old-checkout? It has 3 commits that are on no other branch.";
    let schema = json!({"type": "object", "properties": {}});
    let params = json!({"mode": "form", "message": message, "requestedSchema": schema});
    let git = json!({"name": "git"});
    vec![("elicitation/create", via(git, "delete_branch", params))]
}

pub fn yes_no_field() -> Vec<Request> {
    let field = json!({"notify": {"type": "boolean", "title": "Tell all customers"}});
    vec![form(
        "shop-api 2.4.1 changes the prices.",
        &field,
        &["notify"],
    )]
}

/// Every kind of field, as MCP's reference server asks for them.
pub fn every_field() -> Vec<Request> {
    let params = serde_json::from_str(include_str!("../../../wire/everything-form.json"));
    let params = params.expect("the file is JSON");
    let server = json!({"name": "everything"});
    vec![(
        "elicitation/create",
        via(server, "trigger-elicitation-request", params),
    )]
}

pub fn many_options() -> Vec<Request> {
    let regions: Vec<String> = ["africa", "asia", "australia", "europe", "northamerica"]
        .iter()
        .flat_map(|part| (1..=6).map(move |number| format!("{part}-west{number}")))
        .collect();
    let properties = json!({"region": {"type": "string", "title": "Region", "enum": regions}});
    vec![form(
        "Where should the new database be?",
        &properties,
        &["region"],
    )]
}

pub fn date() -> Vec<Request> {
    let properties = json!({
        "day": {"type": "string", "title": "Day", "format": "date", "default": "2026-11-19"},
        "note": {"type": "string", "title": "Note for the team"}
    });
    vec![form(
        "When should the migration run?",
        &properties,
        &["day"],
    )]
}

pub fn secret() -> Vec<Request> {
    let properties = json!({
        "password": {"type": "string", "title": "Database password"},
        "host": {"type": "string", "title": "Host"}
    });
    let message = "The migration needs the database password.";
    vec![form(message, &properties, &["password"])]
}

pub fn markdown() -> Vec<Request> {
    let message = "\
## Deploy plan

I will run the following on **production**:

```sh
kubectl -n shop set image deploy/api api=registry.example/shop-api:2.4.1
kubectl -n shop rollout status deploy/api --timeout=300s
```

- Downtime: *none expected*
- Rollback: `kubectl rollout undo deploy/api`

| step | time |
|------|------|
| image | 20 s |
| rollout | 3 min |

See [the runbook](https://wiki.example/runbook). Continue?";
    let properties = json!({"go": {
        "type": "string",
        "title": "Go on",
        "enum": ["Deploy now", "Only the canary", "Stop"]
    }});
    vec![form(message, &properties, &["go"])]
}

pub fn long_message() -> Vec<Request> {
    let steps: Vec<String> = (1..=30)
        .map(|number| format!("{number}. Move the orders of month {number} to the archive."))
        .collect();
    let message = format!(
        "The archive job has 30 steps. It can’t be undone after the last one.\n\n{}",
        steps.join("\n")
    );
    vec![form(&message, &json!({}), &[])]
}

fn permission(tool: &str, action: Value, params: Value) -> Request {
    let mut params = params;
    params["tool"] = tool.into();
    params["action"] = action;
    ("doorbell/permission", from_agent(params))
}

const FIRST_TEST: &str = "\
import { isExpired } from './session.js';

const SECOND = 1000;
";

fn test(seconds: u32) -> String {
    format!(
        "
test('a session of {seconds} seconds', () => {{
  const createdAt = Date.now() - {seconds} * SECOND;
  expect(isExpired({{ createdAt }})).toBe({});
}});
",
        seconds > 3600
    )
}

pub fn write() -> Vec<Request> {
    vec![written(&(FIRST_TEST.to_owned() + &test(3601)))]
}

/// Longer than the window, so it cannot be allowed before it was read.
pub fn long_write() -> Vec<Request> {
    let tests: String = (3597..3605).map(test).collect();
    vec![written(&(FIRST_TEST.to_owned() + &tests))]
}

fn written(text: &str) -> Request {
    let choices = json!([{"id": "edits", "effect": "Accept all edits until the session ends"}]);
    let params = json!({"choices": choices, "note": true});
    let action = json!({"kind": "write", "path": "/home/ada/shop/session.test.js", "text": text});
    permission("Write", action, params)
}

pub fn mcp_tool() -> Vec<Request> {
    let arguments = json!({
        "owner": "ada",
        "repo": "shop",
        "title": "Compare session ages in milliseconds",
        "body": "Sessions expired after 3.6 seconds instead of an hour.",
        "draft": true
    });
    let effect = "Always allow github › create_pull_request in this project, on this computer";
    let params = json!({
        "arguments": arguments,
        "choices": [{"id": "always", "effect": effect}],
        "note": true
    });
    let action = json!({"kind": "mcp", "server": "github", "tool": "create_pull_request"});
    vec![permission(
        "mcp__github__create_pull_request",
        action,
        params,
    )]
}

fn link(url: &str) -> Request {
    let params = json!({
        "mode": "url",
        "message": "Sign in so that Shop deploy may read your build status.",
        "url": url,
        "elicitationId": "sign-in-1"
    });
    ("elicitation/create", from_shop_deploy(params))
}

pub fn plain_link() -> Vec<Request> {
    vec![link(
        "https://auth.example.com/authorize?client_id=shop&redirect_uri=http%3A%2F%2F127.0.0.1%3A8976%2Fdone",
    )]
}

pub fn look_alike() -> Vec<Request> {
    vec![link("https://xn--80ak6aa92e.com/signin")]
}

pub fn this_computer() -> Vec<Request> {
    vec![link("http://localhost:8976/setup")]
}

pub fn long_link() -> Vec<Request> {
    let state = "c2FsdGVkX1-".repeat(745);
    vec![link(&format!(
        "https://auth.example.com/authorize?state={state}"
    ))]
}

pub fn many_warnings() -> Vec<Request> {
    vec![link(
        "https://user:pw@login.example.com.evil.io:8443/auth?redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fcb&next=https%3A%2F%2Fgithub.com%2F",
    )]
}

/// The links that one call of a tool needs.
pub fn several_links() -> Vec<Request> {
    let urls = [
        "https://github.com/login/device",
        "https://accounts.google.com/o/oauth2/v2/auth?client_id=xyz",
        "https://slack.com/oauth/v2/authorize?client_id=17",
    ];
    let grouped = |url| {
        let (method, mut params) = link(url);
        params["_meta"]["dev.doorbell/asker"]["group"] = "deploy-1".into();
        (method, params)
    };
    urls.into_iter().map(grouped).collect()
}

/// What three sessions of Claude Code do.
pub fn sessions() -> Vec<Request> {
    let permission = "Claude needs your permission to use Bash";
    vec![
        session("1", "shop", "working", ""),
        session("2", "api", "waitsInTerminal", permission),
        session("3", "docs", "finished", "All 212 tests pass."),
    ]
}

fn session(id: &str, project: &str, state: &str, message: &str) -> Request {
    let params = json!({
        "state": state,
        "message": message,
        "reply": state == "finished",
        "_meta": {"dev.doorbell/asker": {
            "agent": CLAUDE,
            "session": id,
            "project": format!("/home/ada/{project}")
        }}
    });
    ("doorbell/session", params)
}

/// One after another, faster than a person could answer.
pub fn flood() -> Vec<Request> {
    let ask = |number| {
        let message = format!("Is page {number} right?");
        form(&message, &json!({}), &[])
    };
    (1..=14).map(ask).collect()
}
