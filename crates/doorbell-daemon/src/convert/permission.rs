//! Converts a permission from the protocol's types to core's.

use doorbell_core::asker::Claims;
use doorbell_core::permission::{Action, Change, Choice, NewPermission};
use doorbell_protocol::{PermissionAction, PermissionChoice, PermissionParams, TextChange};

pub fn new_permission(params: PermissionParams, claims: &Claims) -> NewPermission {
    let PermissionParams {
        action,
        description,
        arguments,
        reasons,
        choices,
        omitted,
        editable,
        note,
    } = params;
    let choice = |PermissionChoice { id, effect }| Choice { id, effect };
    NewPermission {
        tool: claims.tool.clone().unwrap_or_default(),
        action: convert_action(action),
        description,
        arguments,
        reasons,
        choices: choices.into_iter().map(choice).collect(),
        omitted,
        editable,
        note,
        project: claims.project.clone(),
    }
}

fn convert_action(action: PermissionAction) -> Action {
    match action {
        PermissionAction::Run { command } => Action::Run { command },
        PermissionAction::Edit { path, changes } => {
            let change = |TextChange { old, new }| Change { old, new };
            let changes = changes.into_iter().map(change).collect();
            Action::Edit { path, changes }
        }
        PermissionAction::Write { path, text, old } => Action::Write { path, text, old },
        PermissionAction::Read { path } => Action::Read { path },
        PermissionAction::Fetch { url } => Action::Fetch { url },
        PermissionAction::Mcp { server, tool } => Action::Mcp { server, tool },
        PermissionAction::Other => Action::Other,
    }
}
