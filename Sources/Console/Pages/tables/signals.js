import { query } from '../shell/api.js';
import { follow } from '../shell/live.js';
import { signalsOf, streamFor } from './model.js';

/** Present signals of beacons. Events: `change`, once a second while any is heard. */
export class Signals extends EventTarget {
  /** By identity; see `signalsOf`. */
  byIdentity = new Map();
  #path = null;
  #stream = null;

  /** Follows the signals of these identities only. */
  want(identities) {
    const wanted = streamFor(identities);
    const path = wanted && query('/v1/ranging', wanted);
    if (path === this.#path) return;
    this.end();
    this.#path = path;
    if (path) this.#stream = follow(path, { ranging: (tick) => this.#take(tick) });
  }

  end() {
    this.#stream?.close();
    this.#stream = null;
    this.#path = null;
  }

  #take(tick) {
    const before = this.byIdentity.size;
    this.byIdentity = tick.listening ? signalsOf(tick) : new Map();
    if (before || this.byIdentity.size) this.dispatchEvent(new Event('change'));
  }
}
