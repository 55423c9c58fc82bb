// Stands in for Tauri. Import it before any module that imports backend.js.

/** Calls to Rust so far; each is answered through its `resolve` or `reject`. */
export const calls = [];

const invoke = (command, args) =>
  new Promise((resolve, reject) => {
    calls.push({ command, args, resolve, reject });
  });

globalThis.window = { __TAURI__: { core: { invoke } } };

/** Lets all pending promise callbacks run. */
export async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
