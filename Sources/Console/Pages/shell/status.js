import { get } from './api.js';
import { connection } from './connection.js';
import { session } from './session.js';

/** Time between two questions, and longest wait for an answer, in ms: a loss shows within 3 s. */
const pause = 1000;
const wait = 1800;
/** Time between two looks at the Payfrit connection, in ms. */
const payfritPause = 15_000;

/** The gateway's state, asked for as long as a page is visible. Events: `change`, `payfrit`. */
class Status extends EventTarget {
  /** Answer of `GET /v1/status`; null until there is one. */
  gateway = null;
  /** Answer of `GET /v1/payfrit/status`; null until there is one. */
  payfrit = null;
  #lastPayfrit = -Infinity;
  #isRunning = false;

  start() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#ask();
  }

  /** Whether any dongle can be used now. */
  get isLive() {
    return this.gateway?.dongles.some((dongle) => dongle.state === 'live') ?? false;
  }

  async #ask() {
    while (session.role !== null && session.role !== 'till') {
      if (!document.hidden) {
        try {
          this.gateway = await get('/v1/status', { wait });
          this.dispatchEvent(new Event('change'));
          if (performance.now() - this.#lastPayfrit >= payfritPause) await this.askPayfrit();
        } catch {
          connection.check();
        }
      }
      await new Promise((go) => setTimeout(go, pause));
    }
    this.#isRunning = false;
  }

  /** Asks for the Payfrit connection now, such as after a login. */
  async askPayfrit() {
    this.#lastPayfrit = performance.now();
    this.payfrit = await get('/v1/payfrit/status', { wait });
    this.dispatchEvent(new Event('payfrit'));
    return this.payfrit;
  }
}

export const status = new Status();
