import { get } from './api.js';
import { connection } from './connection.js';
import { session } from './session.js';

/** Time between two questions, and longest wait for an answer, in ms: a loss shows within 3 s. */
const pause = 1000;
const wait = 1800;
/** Time between two looks at the Payfrit connection and at the till, in ms. */
const slowPause = 15_000;

/**
 * The gateway's state, asked for as long as a page is visible; a session with the role till reaches only the till's.
 * Events: `change`, `payfrit`, `till`.
 */
class Status extends EventTarget {
  /** Answer of `GET /v1/status`; null until there is one. */
  gateway = null;
  /** Answer of `GET /v1/payfrit/status`; null until there is one. */
  payfrit = null;
  /** Answer of `GET /v1/till`; null until there is one. */
  till = null;
  #lastSlow = -Infinity;
  #tillVersion = 0;
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
    while (session.role !== null) {
      if (!document.hidden) {
        try {
          await (session.role === 'till' ? this.askTill() : this.#askGateway());
        } catch {
          connection.check();
        }
      }
      await new Promise((go) => setTimeout(go, pause));
    }
    this.#isRunning = false;
  }

  async #askGateway() {
    this.gateway = await get('/v1/status', { wait });
    this.dispatchEvent(new Event('change'));
    if (performance.now() - this.#lastSlow < slowPause) return;
    await this.askPayfrit();
    await this.askTill();
    this.#lastSlow = performance.now();
  }

  /** Asks for the till's state now. The club's server is not contacted. */
  async askTill() {
    const version = this.#tillVersion;
    const till = await get('/v1/till', { wait });
    // The answer to a login or a logout that came meanwhile is newer.
    if (version === this.#tillVersion) this.setTill(till);
    return this.till;
  }

  /** Takes the till's state from the answer to a change. */
  setTill(till) {
    this.#tillVersion += 1;
    this.till = till;
    this.dispatchEvent(new Event('till'));
  }

  /** Asks for the Payfrit connection now, such as after a login. */
  async askPayfrit() {
    this.payfrit = await get('/v1/payfrit/status', { wait });
    this.dispatchEvent(new Event('payfrit'));
    return this.payfrit;
  }
}

export const status = new Status();
