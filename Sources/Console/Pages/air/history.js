// Signal over time of one device at one dongle: a ring of at most 300 points, at most one a second.
// A point is one unsigned 32-bit word: seconds since the page's start (24 bits), RSSI + 128 (8 bits).

export const POINTS = 300;
const FIRST_SIZE = 16;

export class History {
  #words = new Uint32Array(FIRST_SIZE);
  #next = 0;
  #count = 0;
  #second = -1;
  #sum = 0;
  #samples = 0;

  get length() {
    return this.#count;
  }

  /** Adds a reading. Readings of the same second are averaged into one point. */
  add(second, rssi) {
    if (second === this.#second) {
      this.#sum += rssi;
      this.#samples += 1;
      this.#words[(this.#next || this.#words.length) - 1] = pack(second, Math.round(this.#sum / this.#samples));
      return;
    }
    this.#second = second;
    this.#sum = rssi;
    this.#samples = 1;
    if (this.#count === this.#words.length && this.#count < POINTS) this.#grow();
    this.#words[this.#next] = pack(second, rssi);
    this.#next = (this.#next + 1) % this.#words.length;
    this.#count = Math.min(this.#count + 1, this.#words.length);
  }

  /** Calls `visit(second, rssi)` for each point, oldest first. */
  each(visit) {
    const { length } = this.#words;
    const first = this.#count < length ? 0 : this.#next;
    for (let step = 0; step < this.#count; step += 1) {
      const word = this.#words[(first + step) % length];
      visit(word >>> 8, (word & 0xff) - 128);
    }
  }

  #grow() {
    const larger = new Uint32Array(Math.min(this.#words.length * 4, POINTS));
    const first = this.#next;
    larger.set(this.#words.subarray(first), 0);
    larger.set(this.#words.subarray(0, first), this.#words.length - first);
    this.#next = this.#words.length;
    this.#words = larger;
  }
}

function pack(second, rssi) {
  return ((second << 8) | (rssi + 128)) >>> 0;
}
