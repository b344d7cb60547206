// Lines that wait to be taken: in slices, so that no burst keeps the page from answering a press.

/** Most lines that wait; beyond it, new ones are skipped and counted. */
const CAPACITY = 20_000;
/** Longest time of a slice, in ms: usually, and once many lines wait; and lines between two looks at the clock. */
const SLICE = 8;
const LONG_SLICE = 24;
const MANY = 2_000;
const STEP = 32;

/** Queue between the stream and the model. */
export class Intake {
  /** Lines skipped for want of time. */
  skipped = 0;
  #lines = [];
  #next = 0;
  #isDue = false;
  #take;
  #clock;
  #later;

  /**
   * @param {(text: string) => void} take Takes a line.
   * @param {() => number} clock Time in ms.
   * @param {(run: () => void) => void} later Runs something after what else is due.
   */
  constructor(take, clock, later) {
    this.#take = take;
    this.#clock = clock;
    this.#later = later;
  }

  get waiting() {
    return this.#lines.length - this.#next;
  }

  push(text) {
    if (this.waiting >= CAPACITY) {
      this.skipped += 1;
      return;
    }
    this.#lines.push(text);
    if (this.#isDue) return;
    this.#isDue = true;
    this.#later(() => this.#run());
  }

  #run() {
    const end = this.#clock() + (this.waiting > MANY ? LONG_SLICE : SLICE);
    do {
      const stop = Math.min(this.#lines.length, this.#next + STEP);
      while (this.#next < stop) this.#take(this.#lines[this.#next++]);
    } while (this.#next < this.#lines.length && this.#clock() < end);
    if (this.#next < this.#lines.length) {
      this.#later(() => this.#run());
      return;
    }
    this.#lines.length = 0;
    this.#next = 0;
    this.#isDue = false;
  }
}

/** Runs something after the events that wait now, without the delays of a timer. */
export function laterByMessage() {
  const { port1, port2 } = new MessageChannel();
  let run = null;
  port1.onmessage = () => {
    const now = run;
    run = null;
    now?.();
  };
  return Object.assign((next) => {
    run = next;
    port2.postMessage(null);
  }, { close: () => { port1.onmessage = null; port1.close(); } });
}
