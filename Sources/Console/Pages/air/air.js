import { get } from '../shell/api.js';
import { follow } from '../shell/live.js';
import { status } from '../shell/status.js';
import { Intake, laterByMessage } from './intake.js';
import { AirModel } from './model.js';

/** The stream of adverts and the model that it fills, as long as the screen is shown. */
export class Air {
  model = new AirModel(Date.now());
  isLost = false;
  #later = laterByMessage();
  #intake = new Intake((text) => this.model.take(text, Date.now()), () => performance.now(), this.#later);
  #stream = null;
  #timer = null;
  #onStatus = () => this.model.nameDongles(status.gateway?.dongles ?? []);
  #onVisible = () => {
    if (!document.hidden) this.model.resume(Date.now());
  };

  /** @param {() => void} onState Called when the stream is open or lost. */
  start(onState) {
    this.#stream = follow('/v1/adverts', {
      advert: (text) => this.#intake.push(text),
      lost: (text) => { this.model.lost += count(text); },
      missed: (text) => { this.model.missed += count(text); },
    }, {
      raw: true,
      onState: (state) => {
        this.isLost = state === 'lost';
        this.model.listen(!this.isLost, Date.now());
        onState();
      },
    });
    this.#timer = setInterval(() => this.model.measure(Date.now()), 1000);
    status.addEventListener('change', this.#onStatus);
    document.addEventListener('visibilitychange', this.#onVisible);
    this.#onStatus();
    this.#nameCompanies();
  }

  stop() {
    this.#stream?.close();
    this.#later.close();
    clearInterval(this.#timer);
    status.removeEventListener('change', this.#onStatus);
    document.removeEventListener('visibilitychange', this.#onVisible);
  }

  get skipped() {
    return this.#intake.skipped;
  }

  async #nameCompanies() {
    try {
      const { companies } = await get('/v1/companies');
      this.model.nameCompanies(companies);
    } catch {
      // Ids are shown instead.
    }
  }
}

function count(text) {
  return JSON.parse(text).count;
}
