import { el, fill, setText } from '../shell/dom.js';
import { strength } from '../shell/mark.js';
import { minus } from '../shell/numbers.js';
import { words } from '../shell/words.js';
import { texts } from './texts.js';

const t = words(texts);
const columns = 24;
const signs = { strong: '▰▰▰', medium: '▰▰▱', weak: '▰▱▱' };

/** The reading: a large number, its strength as word and shape, the last readings as bars, and the count. */
export class SignalMeter extends HTMLElement {
  #number = el('span', { class: 'dbm' });
  #word = el('span', { class: 'strength' });
  #bars = el('div', { class: 'history', 'aria-hidden': 'true' });
  #distance = el('p', { class: 'distance' });
  #count = el('div', { class: 'count', role: 'progressbar' });
  #counted = el('span', { class: 'counted' });
  #average = el('p', { class: 'average' });

  connectedCallback() {
    if (this.#number.isConnected) return;
    for (let n = 0; n < columns; n += 1) this.#bars.append(el('i'));
    this.#bars.append(el('b'));
    fill(this, el('p', { class: 'reading' }, this.#number, this.#word), this.#bars, el('div', { class: 'facts-line' }, this.#distance, this.#average),
      el('div', { class: 'counts' }, this.#count, this.#counted));
  }

  show(state) {
    const isHeard = state.rssi !== null;
    const kind = isHeard ? strength(state.rssi) : 'none';
    setText(this.#number, isHeard ? t('dbm', { n: minus(state.rssi) }) : t('noReading'));
    this.#number.classList.toggle('quiet', !isHeard);
    this.#word.className = `strength ${kind}`;
    setText(this.#word, isHeard ? `${signs[kind]} ${t(kind)}` : '');
    this.#showBars(state.history);
    setText(this.#distance, distance(state));
    this.#showCount(state.detected ? state.wanted : state.samples, state);
    setText(this.#average, state.detected ? `${t('average')} ${t('dbm', { n: minus(state.detected.average) })}` : '');
  }

  #showBars(history) {
    const empty = columns - history.length;
    for (let n = 0; n < columns; n += 1) {
      const rssi = n < empty ? null : history[n - empty];
      const bar = this.#bars.children[n];
      bar.className = rssi === null || rssi === undefined ? 'none' : strength(rssi);
      bar.style.height = rssi === null || rssi === undefined ? '2px' : `${Math.max(6, Math.min(100, ((rssi + 100) / 70) * 100))}%`;
    }
  }

  #showCount(samples, { wanted, threshold }) {
    if (this.#count.children.length !== wanted) fill(this.#count, Array.from({ length: wanted }, () => el('i')));
    [...this.#count.children].forEach((one, index) => { one.className = index < samples ? 'on' : ''; });
    const text = t('samples', { samples, wanted });
    const attributes = { label: t('readings', { threshold: minus(threshold) }), valuemin: 0, valuemax: wanted, valuenow: samples, valuetext: text };
    for (const [name, value] of Object.entries(attributes)) this.#count.setAttribute(`aria-${name}`, value);
    setText(this.#counted, text);
  }
}

function distance({ proximity, accuracy }) {
  if (proximity === null) return '';
  if (proximity === 'unknown' || accuracy === null || accuracy < 0) return t(proximity);
  if (accuracy < 1) return t('under', { word: t(proximity) });
  return t('about', { word: t(proximity), metres: accuracy < 3 ? Math.round(accuracy * 2) / 2 : Math.round(accuracy) });
}

customElements.define('signal-meter', SignalMeter);
