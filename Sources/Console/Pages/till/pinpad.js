import { el, fill, setText } from '../shell/dom.js';
import { words } from '../shell/words.js';
import { texts } from './texts.js';

const t = words(texts);
/** Number of digits of a PIN. */
export const pinLength = 4;
let made = 0;

/**
 * A field for a PIN, with keys for fingers; the keyboard types into the field. The digits are never shown. Event: `full`
 * with the last digit.
 */
export class PINPad extends HTMLElement {
  #id = `pin-${made += 1}`;
  #name = el('label', { for: this.#id });
  #input = el('input', {
    id: this.#id, type: 'password', maxLength: pinLength, autocomplete: 'off', pattern: '[0-9]*',
    // No keyboard of the tablet beside the keys.
    inputMode: 'none', 'aria-describedby': `${this.#id}-count`, on: { input: () => this.#changed() },
  });
  #keys = el('div', { class: 'keypad', role: 'group' });
  #count = el('span', { id: `${this.#id}-count`, class: 'visually-hidden', role: 'status' });

  /** What the PIN is for, such as "PIN". */
  set label(text) {
    setText(this.#name, text);
    this.#keys.setAttribute('aria-label', t('pinKeys', { name: text }));
  }

  get value() { return this.#input.value; }
  get isFull() { return this.value.length === pinLength; }

  connectedCallback() {
    if (this.firstChild) return;
    const key = (text, action, name) => el('button', { type: 'button', 'aria-label': name, on: { click: action } }, text);
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => key(String(digit), () => this.#type(String(digit))));
    fill(this, el('div', { class: 'field' }, this.#name, this.#input), this.#count,
      fill(this.#keys, digits, key('C', () => this.clear(), t('clearPIN')), key('0', () => this.#type('0')),
        key('⌫', () => this.#set(this.value.slice(0, -1)), t('deleteDigit'))));
    this.#show();
  }

  clear() {
    this.#set('');
  }

  focus() {
    this.#input.focus();
  }

  #type(digit) {
    if (!this.isFull) this.#set(this.value + digit);
  }

  #set(value) {
    this.#input.value = value;
    this.#changed();
  }

  #changed() {
    const digits = this.value.replace(/\D/g, '').slice(0, pinLength);
    if (digits !== this.value) this.#input.value = digits;
    this.#show();
    this.dispatchEvent(new Event('input'));
    if (this.isFull) this.dispatchEvent(new Event('full'));
  }

  #show() {
    setText(this.#count, this.value ? t('digits', { n: this.value.length, of: pinLength }) : '');
  }
}

customElements.define('pin-pad', PINPad);
