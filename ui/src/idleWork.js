// Work that waits until the question is on the screen. It is done in short slices, so that the page
// answers meanwhile.

const START_DELAY_MS = 50;
const SLICE_MS = 8;

/** @typedef {() => boolean} Step does a little, and returns true if there is more to do */

/** @type {Step[]} */
const queue = [];
let isScheduled = false;

/** @param {Step} step */
export function whenIdle(step) {
  queue.push(step);
  schedule(START_DELAY_MS);
}

/** @param {number} delay */
function schedule(delay) {
  if (isScheduled || queue.length === 0) return;
  isScheduled = true;
  setTimeout(runSlice, delay);
}

function runSlice() {
  isScheduled = false;
  const end = performance.now() + SLICE_MS;
  try {
    while (queue.length > 0 && performance.now() < end) {
      const step = queue.shift();
      if (step?.()) queue.unshift(step);
    }
  } finally {
    schedule(0);
  }
}
