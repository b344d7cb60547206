import { el } from '../shell/dom.js';
import { words } from '../shell/words.js';
import { texts } from './texts.js';

const t = words(texts);
const wants = {
  email: { type: 'email', maxLength: 200, autocapitalize: 'none', spellcheck: false },
  mobile: { type: 'tel', maxLength: 40 },
};

/** Field for what names a member. The tablet is everyone's, so the browser is asked to remember nothing. */
export function whoField(name, value = '') {
  const id = `till-${name}`;
  return el('div', { class: 'field' }, el('label', { for: id }, t(name)), el('input', { id, name, autocomplete: 'off', value, ...wants[name] }));
}
