// Small parts that the forms and cards of this screen share.
import { bars, mark } from '../shell/mark.js';
import { el, fill, foreign, setText } from '../shell/dom.js';
import { minus } from '../shell/numbers.js';
import { timeAgo } from '../shell/time.js';
import { words } from '../shell/words.js';
import { texts } from './texts.js';

const t = words(texts);

/** Fills a block again only if what it shows has changed, so that focus and selection are left alone. */
export function refill(block, shown, build) {
  const key = JSON.stringify(shown);
  if (block.shownKey === key) return;
  block.shownKey = key;
  const hadFocus = block.contains(document.activeElement);
  fill(block, build());
  if (hadFocus) block.querySelector('button:not(:disabled), a, input')?.focus();
}

let number = 0;

/** A labelled input with a hint. */
export function field(label, properties, hint) {
  const id = `tables-field-${number += 1}`;
  const note = el('small', { id: `${id}-hint` }, hint ?? '');
  const input = el('input', { id, 'aria-describedby': `${id}-hint`, autocomplete: 'off', ...properties });
  return { element: el('div', { class: 'field' }, el('label', { for: id }, label), input, note), input, note };
}

/** A labelled switch. */
export function check(label, checked, onChange) {
  const input = el('input', { type: 'checkbox', checked, on: { change: onChange } });
  return { element: el('label', { class: 'check' }, input, label), input };
}

/** A list of facts; those without a value are left out. */
export function facts(entries) {
  return el('dl', { class: 'facts' }, entries.filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

/** Mark of a table's state. */
export const stateMark = (state) => mark(state.mark, t(state.key, state.parameters));

/** Why a table is in its state, in words; empty if there is nothing to say. */
export function reasonOf(state) {
  return state.key === 'wrongBeacon' ? t('wrongBeaconReason', state.parameters) : foreign(state.reason ?? '');
}

/** Green mark of an active thing, red one of an inactive one. */
export const activeMark = (isActive) => mark(isActive ? 'verified' : 'failed', t(isActive ? 'active' : 'inactive'));

/** Shows a signal in its element, which is made once. */
export class SignalLine extends HTMLElement {
  #shown = null;
  #bars = el('span', { class: 'strength' });
  #level = el('span', { class: 'level' });
  #word = el('span', { class: 'word' });
  #time = timeAgo(null);

  connectedCallback() {
    if (!this.#level.isConnected) this.append(this.#bars, this.#level, this.#word, this.#time);
  }

  set signal(signal) {
    const key = JSON.stringify(signal);
    if (this.#shown === key) return;
    this.#shown = key;
    const rssi = signal?.rssi;
    fill(this.#bars, rssi === undefined ? null : bars(rssi));
    setText(this.#level, rssi === undefined ? '' : t('dBm', { n: minus(rssi) }));
    const word = { live: 'now', heard: 'heard', registered: 'registeredAgo' }[signal?.kind];
    setText(this.#word, word ? t(word) : '');
    this.#word.className = `word ${signal?.kind ?? ''}`;
    this.#word.hidden = !word;
    this.#bars.hidden = rssi === undefined;
    this.#time.time = signal && signal.kind !== 'live' ? signal.at : null;
  }
}

customElements.define('tables-signal', SignalLine);
