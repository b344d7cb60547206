import { el } from './dom.js';
import { locale } from './language.js';
import { words } from './words.js';
import { texts } from './texts.js';

const t = words(texts);
const shown = new Set();
let timer = null;

/** "12 s ago"; the exact time as title, and in its place after a press. */
class TimeAgo extends HTMLElement {
  #time = null;
  #isExact = false;
  #button = el('button', { class: 'time', type: 'button', on: { click: (event) => this.#turn(event) } });

  /** RFC 3339, or milliseconds as of `Date.now()`; null for none. */
  set time(value) {
    this.#time = value === null || value === undefined ? null : new Date(value);
    this.update();
  }

  connectedCallback() {
    if (!this.#button.isConnected) this.append(this.#button);
    shown.add(this);
    timer ??= setInterval(() => shown.forEach((one) => one.update()), 1000);
    this.update();
  }

  disconnectedCallback() {
    shown.delete(this);
    if (shown.size === 0) {
      clearInterval(timer);
      timer = null;
    }
  }

  update() {
    if (this.#time === null || Number.isNaN(this.#time.getTime())) {
      this.hidden = true;
      return;
    }
    this.hidden = false;
    const exact = exactTime(this.#time);
    const text = this.#isExact ? exact : ago(Date.now() - this.#time.getTime());
    if (this.#button.textContent !== text) this.#button.textContent = text;
    if (this.#button.title !== exact) this.#button.title = exact;
  }

  #turn(event) {
    event.stopPropagation();
    this.#isExact = !this.#isExact;
    this.update();
  }
}

customElements.define('time-ago', TimeAgo);

/** Makes a `time-ago`. */
export function timeAgo(time) {
  const element = document.createElement('time-ago');
  element.time = time;
  return element;
}

export function exactTime(time) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(time));
}

/** A time in the past, in words: "12 s ago". */
export function ago(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return t('secondsAgo', { n: seconds });
  if (seconds < 3600) return t('minutesAgo', { n: Math.floor(seconds / 60) });
  if (seconds < 48 * 3600) return t('hoursAgo', { n: Math.floor(seconds / 3600) });
  return t('daysAgo', { n: Math.floor(seconds / 86400) });
}
