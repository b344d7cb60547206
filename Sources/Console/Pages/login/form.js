import { post } from '../shell/api.js';
import { el, fill, foreign, setText } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { status } from '../shell/status.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { draft, keepDraft } from '../tables/drafts.js';
import { devWords, isEmpty, loginOf, missing } from './model.js';
import { texts } from './texts.js';

const t = words(texts);
const kinds = { phone: ['phone'], code: ['code'], password: ['username', 'password'] };
const inputs = {
  phone: { type: 'tel', autocomplete: 'tel', maxLength: 40 },
  code: { inputMode: 'numeric', autocomplete: 'one-time-code', maxLength: 10 },
  username: { autocomplete: 'username', maxLength: 100, spellcheck: false, autocapitalize: 'none' },
  password: { type: 'password', autocomplete: 'current-password', maxLength: 200 },
};

/** Asks for phone and one-time password in two steps, or for name and password. Event: `done` after the login. */
export class LoginForm extends HTMLElement {
  #payfrit = null;
  #kind = null;
  #values = draft('login');
  #error = el('div', {});
  #dev = el('p', { class: 'dev-mode', hidden: true });
  #form = el('form', { on: { submit: (event) => { event.preventDefault(); this.#submit(); } } });
  #submitButton = null;

  connectedCallback() {
    fill(this, this.#dev, this.#form, this.#error);
  }

  set payfrit(payfrit) {
    this.#payfrit = payfrit;
    this.#showDev();
    if (this.#kind === null) this.#turn(payfrit.api === 'cfm' ? 'password' : this.#values.step === 'code' ? 'code' : 'phone');
  }

  #showDev() {
    const dev = devWords(this.#payfrit, t('devMode'));
    this.#dev.hidden = dev === null;
    setText(this.#dev, foreign(dev ?? ''));
  }

  #turn(kind) {
    this.#kind = kind;
    this.#keep({ step: kind });
    fill(this.#error);
    const button = (word, action, kinds = 'plain') => el('button', { type: 'button', class: kinds, on: { click: action } }, t(word));
    this.#submitButton = el('button', { type: 'submit', class: 'main wide' }, t(kind === 'phone' ? 'send' : 'signIn'));
    fill(this.#form,
      kind === 'code' ? el('p', {}, el('bdi', {}, t('codeFor', { phone: foreign(this.#values.phone) }))) : null,
      kinds[kind].map((name) => this.#field(name)),
      this.#submitButton,
      kind === 'phone' ? button('haveCode', () => this.#haveCode()) : null,
      kind === 'code' ? el('div', { class: 'row-of-buttons' }, button('sendAgain', (event) => this.#send(event.currentTarget)), button('otherPhone', () => this.#turn('phone'))) : null);
    this.#typed();
    this.#form.querySelector('input').focus();
  }

  #field(name) {
    const id = `login-${name}`;
    const hint = name === 'phone' ? el('small', { id: `${id}-hint` }, t('phoneHint')) : null;
    const isSecret = name === 'code' || name === 'password';
    const input = el('input', {
      id, name, ...inputs[name], value: isSecret ? '' : this.#values[name] ?? '', 'aria-describedby': hint?.id,
      on: { input: () => this.#typed() },
    });
    return el('div', { class: 'field' }, el('label', { for: id }, t(name)), input, hint);
  }

  #entry() {
    return { ...this.#values, ...Object.fromEntries([...this.#form.querySelectorAll('input')].map((input) => [input.name, input.value])) };
  }

  #typed() {
    const entry = this.#entry();
    if (!this.#submitButton.hasAttribute('aria-busy')) this.#submitButton.disabled = isEmpty(this.#kind, entry);
    this.#keep({ phone: entry.phone, username: entry.username });
  }

  /** Keeps what is no secret. */
  #keep(values) {
    this.#values = { ...this.#values, ...values };
    keepDraft('login', this.#values);
  }

  #submit() {
    const absent = missing(this.#kind, this.#entry());
    if (absent) return this.#tell(absent);
    return this.#kind === 'phone' ? this.#send(this.#submitButton) : this.#logIn();
  }

  #haveCode() {
    const absent = missing('phone', this.#entry());
    if (absent) return this.#tell(absent);
    this.#turn('code');
  }

  #tell(key) {
    fill(this.#error, problemBox(Object.assign(new Error(t(key)), { code: 'incomplete-login', hint: t('again') })));
    const empty = [...this.#form.querySelectorAll('input')].find((input) => input.value.trim() === '');
    empty?.focus();
  }

  async #send(button) {
    const { phone } = this.#entry();
    await this.#act(button, t('sending'), async () => {
      await post('/v1/payfrit/otp', { phone: phone.trim() });
      this.#payfrit = await status.askPayfrit();
      this.#showDev();
      if (!this.#payfrit.is_dev) toast(t('sent', { phone: foreign(phone) }));
      this.#turn('code');
    });
  }

  #logIn() {
    return this.#act(this.#submitButton, t('signingIn'), async () => {
      await post('/v1/payfrit/login', loginOf(this.#kind, this.#entry()));
      await status.askPayfrit();
      keepDraft('login', null);
      this.dispatchEvent(new Event('done'));
    });
  }

  async #act(button, word, action) {
    fill(this.#error);
    try {
      await press(button, action, word);
    } catch (error) {
      fill(this.#error, problemBox(error));
      const secret = this.#form.querySelector('[name="code"], [name="password"]');
      if (error.code === 'payfrit-refused') secret?.select();
      secret?.focus();
    }
    this.#typed();
  }
}

customElements.define('login-form', LoginForm);
