// A clock that tests move. Node 18, which Debian 12 has, cannot fake dates.

/**
 * Replaces timers, `Date` and `performance.now` until the test ends.
 *
 * @param {import("node:test").TestContext} context
 * @param {number | Date} [start]
 * @returns {(ms: number) => void} moves the clock and runs the timers that are due
 */
export function fakeClock(context, start = 0) {
  const real = { setTimeout, clearTimeout, Date };
  let now = Number(start);
  let lastId = 0;
  const timers = new Map();

  globalThis.setTimeout = (run, delay = 0) => {
    lastId += 1;
    timers.set(lastId, { at: now + delay, run });
    return lastId;
  };
  globalThis.clearTimeout = (id) => timers.delete(id);
  globalThis.Date = class extends real.Date {
    constructor(...args) {
      super(...(args.length === 0 ? [now] : args));
    }
    static now() {
      return now;
    }
  };
  context.mock.method(performance, "now", () => now);
  context.after(() => Object.assign(globalThis, real));

  return (ms) => {
    const end = now + ms;
    for (;;) {
      const due = [...timers].filter(([, { at }]) => at <= end);
      if (due.length === 0) break;
      const [id, { at, run }] = due.reduce((a, b) => (b[1].at < a[1].at ? b : a));
      timers.delete(id);
      now = Math.max(now, at);
      run();
    }
    now = end;
  };
}
