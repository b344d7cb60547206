/** Time without an answer after which the gateway counts as lost, in ms. */
const lossTime = 2500;

/** Whether the gateway answers. Events: `change`. */
class Connection extends EventTarget {
  /** Time of the loss, as of `Date.now()`; null while the gateway answers. */
  lostSince = null;
  #lastHeard = Date.now();
  #failing = false;

  heard() {
    this.#lastHeard = Date.now();
    this.#failing = false;
    this.#set(null);
  }

  /** A request failed. The loss is told once nothing has been heard for a moment, as one may fail by chance. */
  missed() {
    this.#failing = true;
    this.check();
  }

  check() {
    if (this.#failing && Date.now() - this.#lastHeard >= lossTime) this.#set(this.lostSince ?? this.#lastHeard);
  }

  #set(since) {
    if (this.lostSince === since) return;
    this.lostSince = since;
    this.dispatchEvent(new Event('change'));
  }
}

export const connection = new Connection();
