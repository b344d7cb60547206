import { el, fill, foreign } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { missing } from './model.js';
import { PINPad } from './pinpad.js';
import { PINReset } from './reset.js';
import { texts } from './texts.js';
import { whoField } from './who.js';

const t = words(texts);
/** The till's start: members whose badges are near, login, first login. */
export class Start extends HTMLElement {
  #isFirst = false;
  #nearKey = null;
  #dropped = el('div', {});
  #near = el('div', {});
  #error = el('div', {});
  #form = el('form', { noValidate: true, on: { submit: (event) => { event.preventDefault(); this.#submit(); } } });
  #pin = null;
  #again = null;
  #button = null;
  #onChange = () => this.#showNear();

  connectedCallback() {
    fill(this, el('div', { class: 'screen-head' }, el('h1', { tabIndex: -1 }, t('title'))), this.#dropped, this.#near,
      el('div', { class: 'card' }, this.#form, this.#error));
    account.addEventListener('change', this.#onChange);
    const { till } = account;
    if (till.dropped) fill(this.#dropped, problemBox(Object.assign(new Error(till.dropped.message), till.dropped)));
    this.#showNear();
    this.#turn(false);
  }

  /** Whether anything was typed that the next person need not see. */
  get isTouched() { return this.querySelector('till-pin-reset') !== null || this.#isFirst || [...this.querySelectorAll('input')].some((input) => input.value !== ''); }

  disconnectedCallback() {
    account.removeEventListener('change', this.#onChange);
  }

  #showNear() {
    const near = account.till?.near ?? [];
    const key = JSON.stringify(near);
    if (key === this.#nearKey) return;
    this.#nearKey = key;
    fill(this.#near, near.length ? el('section', { class: 'card', 'aria-label': t('near') }, el('h2', {}, t('near')),
      el('div', { class: 'row-of-buttons' }, near.map((one) => el('button', { type: 'button', class: one.opens ? 'main' : '', on: { click: (event) => this.#open(one, event.currentTarget) } }, foreign(one.name))))) : null);
  }

  async #open(one, button) {
    fill(this.#error);
    if (!one.opens) {
      fill(this.#error, el('p', { role: 'status' }, t('logInOnce', { name: foreign(one.name) })));
      this.querySelector('input')?.focus();
      return;
    }
    try {
      await press(button, () => account.logInByBadge(one.id));
    } catch (error) {
      fill(this.#error, problemBox(error));
    }
  }

  /** Shows the login, or the first one with its PIN twice. What was typed stays. */
  #turn(isFirst) {
    this.#isFirst = isFirst;
    const before = this.#entry();
    this.#pin = Object.assign(new PINPad(), { label: t(isFirst ? 'newPIN' : 'pin') });
    this.#again = isFirst ? Object.assign(new PINPad(), { label: t('againPIN') }) : null;
    this.#button = el('button', { type: 'submit', class: 'main wide' }, t(isFirst ? 'setPIN' : 'logIn'));
    this.#form.classList.toggle('first', isFirst);
    fill(this.#form,
      el('div', { class: 'who' }, isFirst ? el('p', {}, t('firstText')) : null, whoField('email', before.email), whoField('mobile', before.mobile)),
      el('div', { class: 'pads' }, this.#pin, this.#again),
      el('div', {}, this.#button,
        el('div', { class: 'row-of-buttons' },
          el('button', { type: 'button', class: 'plain', on: { click: () => { fill(this.#error); this.#turn(!isFirst); } } }, t(isFirst ? 'usual' : 'first')),
          el('button', { type: 'button', class: 'plain', on: { click: () => this.#reset() } }, t('forgotPIN')))));
    this.#pin.addEventListener('full', () => {
      const { email, mobile } = this.#entry();
      if (isFirst) this.#again.focus();
      else if (email.trim() && mobile.trim()) this.#submit();
    });
  }

  #entry() {
    const value = (name) => this.#form.querySelector(`[name="${name}"]`)?.value ?? '';
    return { email: value('email'), mobile: value('mobile'), pin: this.#pin?.value ?? '', again: this.#again?.value };
  }

  async #submit() {
    const entry = this.#entry();
    const absent = missing(entry);
    if (absent) return this.#fail(Object.assign(new Error(t(absent)), { code: 'incomplete-login', hint: '' }));
    fill(this.#error);
    const order = { email: entry.email.trim(), mobile: entry.mobile.trim(), pin: entry.pin, ...(this.#isFirst ? { first: true } : {}) };
    try {
      await press(this.#button, () => account.logIn(order), t('loggingIn'));
      const message = account.till?.message;
      if (message) toast(foreign(message));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Tells why. A locked account and one without a PIN share their code: the backend's words say which. */
  #fail(error) {
    this.#pin.clear();
    this.#again?.clear();
    fill(this.#error, problemBox(error), error.code === 'till-forbidden' ? el('div', { class: 'row-of-buttons' },
      this.#isFirst ? null : el('button', { type: 'button', on: { click: () => { fill(this.#error); this.#turn(true); } } }, t('first')),
      el('button', { type: 'button', on: { click: () => this.#reset() } }, t('resetPIN'))) : null);
    const empty = [...this.#form.querySelectorAll('input')].find((input) => input.value.trim() === '');
    empty?.focus();
    this.#error.scrollIntoView({ block: 'nearest' });
  }

  #reset() {
    const form = new PINReset(this.#entry());
    form.addEventListener('done', () => {
      fill(this.#error);
      this.#turn(false);
      form.remove();
      this.#form.hidden = false;
    });
    fill(this.#error);
    this.#form.hidden = true;
    this.#form.after(form);
  }
}

customElements.define('till-start', Start);
