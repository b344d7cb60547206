import { el, fill, foreign } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { missing } from './model.js';
import { PINPad } from './pinpad.js';
import { texts } from './texts.js';
import { whoField } from './who.js';

const t = words(texts);

/** Has a code sent, and sets a new PIN with it. Event: `done`, also if the member goes back. */
export class PINReset extends HTMLElement {
  #who;
  #error = el('div', {});
  #form = el('form', { noValidate: true, on: { submit: (event) => { event.preventDefault(); this.#submit(); } } });
  #pad = null;
  #button = null;

  constructor({ email = '', mobile = '' } = {}) {
    super();
    this.#who = { email, mobile };
  }

  connectedCallback() {
    fill(this, el('h2', {}, t('resetPIN')), this.#form, this.#error);
    this.#ask();
  }

  #back() {
    return el('button', { type: 'button', class: 'plain', on: { click: () => this.dispatchEvent(new Event('done')) } }, t('backToLogin'));
  }

  #ask() {
    this.#pad = null;
    this.#button = el('button', { type: 'submit', class: 'main wide' }, t('sendCode'));
    fill(this.#form, el('div', { class: 'who' }, el('p', {}, t('resetText')), whoField('email', this.#who.email), whoField('mobile', this.#who.mobile), this.#button,
      el('div', { class: 'row-of-buttons' }, el('button', { type: 'button', class: 'plain', on: { click: () => this.#confirm() } }, t('haveCode')), this.#back())));
    this.#form.querySelector('input').focus();
  }

  #take() {
    for (const input of this.#form.querySelectorAll('[name="email"], [name="mobile"]')) this.#who[input.name] = input.value.trim();
    const absent = missing({ ...this.#who, pin: '0000' });
    if (absent) this.#fail(new Error(t(absent)));
    return absent === null;
  }

  #confirm(message = '') {
    if (!this.#take()) return;
    fill(this.#error);
    this.#pad = Object.assign(new PINPad(), { label: t('newPIN') });
    this.#button = el('button', { type: 'submit', class: 'main wide' }, t('setPIN'));
    fill(this.#form, el('div', { class: 'who' }, message ? el('p', { role: 'status' }, el('bdi', {}, foreign(message))) : null,
      el('div', { class: 'field' }, el('label', { for: 'till-code' }, t('code')), el('input', { id: 'till-code', name: 'code', autocomplete: 'off', inputMode: 'numeric', maxLength: 200 }))), el('div', { class: 'pads' }, this.#pad), el('div', {}, this.#button, this.#back()));
    this.#form.querySelector('input').focus();
  }

  async #submit() {
    fill(this.#error);
    if (!this.#pad) {
      if (!this.#take()) return;
      return this.#act(async () => this.#confirm(await account.requestReset(this.#who)));
    }
    const code = this.#form.querySelector('[name="code"]').value.trim();
    if (!code || !this.#pad.isFull) return this.#fail(new Error(t(code ? 'enterPIN' : 'enterCode')));
    return this.#act(async () => {
      await account.confirmReset({ ...this.#who, code, pin: this.#pad.value });
      toast(t('pinIsSet'));
      this.dispatchEvent(new Event('done'));
    });
  }

  async #act(action) {
    try {
      await press(this.#button, action);
    } catch (error) {
      this.#pad?.clear();
      this.#fail(error);
    }
  }

  #fail(error) {
    fill(this.#error, problemBox(Object.assign(error, { code: error.code ?? 'incomplete-login' })));
    [...this.#form.querySelectorAll('input')].find((input) => input.value.trim() === '')?.focus();
  }
}

customElements.define('till-pin-reset', PINReset);
