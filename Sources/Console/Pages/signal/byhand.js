import { el, fill } from '../shell/dom.js';
import { words } from '../shell/words.js';
import { identityWords, parseIdentity, parseNumber, parseUUID } from './identity.js';
import { fixed, texts } from './texts.js';

const t = words(texts);

/** A form for a beacon that no list has. Event: `choose` (a place). */
export class ByHand extends HTMLElement {
  #name = '';
  #uuid = this.#input('text', 'signal-uuid', { spellcheck: false, autocapitalize: 'characters' });
  #major = this.#input('numeric', 'signal-major');
  #minor = this.#input('numeric', 'signal-minor');
  #errors = { uuid: error('signal-uuid-error'), major: error('signal-major-error'), minor: error('signal-minor-error') };
  #form = el('form', { class: 'by-hand', noValidate: true, on: { submit: (event) => this.#submit(event) } },
    field('signal-uuid', t('uuid'), this.#uuid, el('span', { id: 'signal-uuid-hint', class: 'quiet' }, t('uuidHint')), this.#errors.uuid),
    el('div', { class: 'numbers' },
      field('signal-major', t('major'), this.#major, this.#errors.major), field('signal-minor', t('minor'), this.#minor, this.#errors.minor)),
    el('button', { type: 'submit' }, t('use')));
  #details = el('details', {}, el('summary', {}, t('byHand')), this.#form);

  connectedCallback() {
    if (!this.#details.isConnected) fill(this, this.#details);
    this.#uuid.setAttribute('aria-describedby', 'signal-uuid-hint signal-uuid-error');
  }

  /** Opens the form with what is known; what is wrong in it is told at once. */
  begin({ uuid = '', major, minor, name = '' }) {
    this.#details.open = true;
    this.#name = name;
    this.#uuid.value = uuid;
    this.#major.value = major ?? '';
    this.#minor.value = minor ?? '';
    if (uuid) this.#tell(this.#uuid, this.#errors.uuid, parseUUID(uuid) !== null, uuidError());
    (parseUUID(uuid) === null ? this.#uuid : this.#major).focus();
  }

  #input(mode, id, more = {}) {
    return el('input', {
      id, type: 'text', inputMode: mode, autocomplete: 'off', 'aria-describedby': `${id}-error`, ...more,
      on: { input: (event) => this.#spread(event.target) },
    });
  }

  // A whole identity that is pasted into the first field fills all three.
  #spread(input) {
    const identity = input === this.#uuid ? parseIdentity(input.value) : null;
    if (identity) {
      this.#uuid.value = identity.uuid;
      this.#major.value = identity.major;
      this.#minor.value = identity.minor;
    }
    for (const [one, place] of [[this.#uuid, 'uuid'], [this.#major, 'major'], [this.#minor, 'minor']]) {
      if (one === input) this.#tell(one, this.#errors[place], true);
    }
  }

  #submit(event) {
    event.preventDefault();
    const [uuid, major, minor] = [parseUUID(this.#uuid.value), parseNumber(this.#major.value), parseNumber(this.#minor.value)];
    this.#tell(this.#uuid, this.#errors.uuid, uuid !== null, uuidError());
    this.#tell(this.#major, this.#errors.major, major !== null, [t('invalidNumber')]);
    this.#tell(this.#minor, this.#errors.minor, minor !== null, [t('invalidNumber')]);
    const wrong = uuid === null ? this.#uuid : major === null ? this.#major : minor === null ? this.#minor : null;
    if (wrong) return wrong.focus();
    const place = { uuid, major, minor, name: this.#name, isTyped: true, kept: null, isIncomplete: false };
    this.dispatchEvent(new CustomEvent('choose', { detail: { ...place, key: identityWords(place) } }));
  }

  #tell(input, place, isRight, parts = []) {
    if (isRight) input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
    fill(place, isRight ? null : parts);
  }
}

function uuidError() {
  const translation = t('invalidUUID');
  return [el('span', { lang: 'en' }, fixed.invalidUUID), translation ? el('span', {}, ` ${translation}`) : null];
}

const error = (id) => el('span', { class: 'error', id, role: 'alert' });

const field = (id, label, ...children) => el('div', { class: 'field' }, el('label', { for: id }, label), children);

customElements.define('signal-by-hand', ByHand);
