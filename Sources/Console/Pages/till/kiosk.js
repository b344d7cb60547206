import { open } from '../shell/dialog.js';
import { el, setText } from '../shell/dom.js';
import { words } from '../shell/words.js';
import { texts } from './texts.js';

const t = words(texts);
/** Time after the last touch until the till forgets the member, and the length of the warning before, in ms. */
const idleTime = 30_000;
const warningTime = 8_000;
const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'];

/**
 * Watches for the last touch while a member is logged in, on every screen. The time is compared rather than counted, as a
 * tablet that sleeps runs no timers.
 */
class Kiosk {
  #lastTouch = 0;
  #timer = null;
  #warning = null;
  #seconds = el('strong', { class: 'seconds' });
  #isBusy = () => false;
  #onEnd = () => {};
  #touched = () => this.touch();

  /** @param {{isBusy: () => boolean, onEnd: () => void}} parts `isBusy`: a booking is under way, so that the end waits. */
  start({ isBusy, onEnd }) {
    [this.#isBusy, this.#onEnd] = [isBusy, onEnd];
    this.#lastTouch = Date.now();
    if (this.#timer !== null) return;
    for (const type of touches) document.addEventListener(type, this.#touched, { passive: true, capture: true });
    this.#timer = setInterval(() => this.#look(), 500);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    for (const type of touches) document.removeEventListener(type, this.#touched, { capture: true });
    this.#closeWarning();
  }

  touch() {
    this.#lastTouch = Date.now();
    this.#closeWarning();
  }

  #look() {
    if (this.#isBusy()) {
      // The till stays while a booking is under way, and then shows its result for as long as a warning.
      this.#lastTouch = Math.max(this.#lastTouch, Date.now() - idleTime + warningTime);
      this.#closeWarning();
      return;
    }
    const left = idleTime - (Date.now() - this.#lastTouch);
    if (left <= 0) {
      this.stop();
      this.#onEnd();
    } else if (left <= warningTime) this.#warn(Math.ceil(left / 1000));
  }

  #warn(seconds) {
    this.#warning ??= open({
      title: t('stillThere'), class: 'kiosk-warning',
      content: [el('p', {}, t('leavingSoon')), el('p', { 'aria-hidden': 'true' }, this.#seconds)],
      buttons: (close) => [el('button', { type: 'button', class: 'main', on: { click: () => close() } }, t('stay'))],
    });
    setText(this.#seconds, t('seconds', { n: seconds }));
  }

  #closeWarning() {
    this.#warning?.close();
    this.#warning = null;
  }
}

export const kiosk = new Kiosk();
