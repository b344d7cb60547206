import { confirm } from '../shell/dialog.js';
import { el, fill, foreign } from '../shell/dom.js';
import { language } from '../shell/language.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { timeAgo } from '../shell/time.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { texts } from './texts.js';

const t = words(texts);

/** A booking whose outcome is unknown: the gateway looks it up by itself, and nothing else is booked until it is known. */
export class OpenBooking extends HTMLElement {
  #key = null;
  #open = null;
  #isAsking = false;
  #error = el('div', {});
  #onChange = () => this.#draw();

  connectedCallback() {
    account.addEventListener('change', this.#onChange);
    this.#draw();
  }

  disconnectedCallback() {
    account.removeEventListener('change', this.#onChange);
  }

  #draw() {
    const open = account.till?.open_booking ?? null;
    const key = JSON.stringify(open);
    if (key === this.#key) return;
    const before = this.#open;
    [this.#key, this.#open] = [key, open];
    if (!open) {
      if (before && !this.#isAsking) this.#tellKnown(before, account.till?.settled);
      return fill(this);
    }
    const name = `${open.quantity} × ${foreign(open.name)}`;
    const look = el('button', { type: 'button', on: { click: () => this.#act(look, () => this.#settle(name), t('looking')) } }, t('lookUp'));
    const forget = el('button', { type: 'button', on: { click: () => this.#act(forget, () => this.#forget(name)) } }, t('forgetOpen'));
    fill(this.#error);
    fill(this, el('div', { class: 'problem', role: 'alert' },
      el('p', { class: 'sentence' }, el('bdi', {}, t('openBooking', { name }))),
      // The gateway tells the reason in English.
      open.error && language() === 'en' ? el('p', { class: 'quiet' }, el('bdi', {}, open.error.message)) : null,
      el('p', {}, t('openNext')), el('p', { class: 'quiet' }, t('sentAt'), ' ', timeAgo(open.sent)), look, forget), this.#error);
  }

  /** The gateway has found the outcome by itself. */
  #tellKnown(open, settled) {
    if (settled) tellSettled(settled);
    else toast(t('openKnown', { name: `${open.quantity} × ${foreign(open.name)}` }), { seconds: 12 });
    if (account.member) account.loadCart().catch(() => {});
  }

  async #settle(name) {
    const [result] = await account.settle();
    if (!result || result.outcome === 'unknown') toast(t('stillOpen', { name }));
    else toast(t(result.outcome === 'not-booked' ? 'wasNotBooked' : 'wasBooked', { name }), { seconds: 12 });
    await account.loadCart();
  }

  async #forget(name) {
    if (!await confirm({ title: t('forgetOpen'), text: t('forgetText', { name }), action: t('forgetOpen') })) return undefined;
    for (let tries = 3; ; tries -= 1) {
      try {
        return await account.forgetOpen();
      } catch (error) {
        // The gateway may be looking the booking up at this moment.
        if (error.code !== 'till-busy' || tries === 0) throw error;
        await new Promise((go) => setTimeout(go, 1000));
      }
    }
  }

  async #act(button, action, words) {
    this.#isAsking = true;
    try {
      await press(button, action, words);
    } catch (error) {
      fill(this.#error, problemBox(error));
    } finally {
      this.#isAsking = false;
    }
  }
}

customElements.define('till-open-booking', OpenBooking);

/** Tells what became of a booking that the gateway looked up by itself, if there was one. */
export function tellSettled(result) {
  if (!result) return;
  toast(t(result.outcome === 'not-booked' ? 'wasNotBooked' : 'wasBooked', { name: `${result.quantity} × ${foreign(result.name)}` }), { seconds: 12 });
}
