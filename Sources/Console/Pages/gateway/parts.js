import { el, fill, foreign, setText } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { number } from '../shell/numbers.js';
import { words } from '../shell/words.js';
import { sizeParts, spanParts } from './model.js';
import { texts } from './texts.js';

export const t = words(texts);

/** A list of facts whose values are set by name; a fact without a value is not shown. */
export class Facts {
  #values = new Map();

  /** @param {string[]} names Keys of texts. */
  constructor(names) {
    this.element = el('dl', { class: 'facts' });
    for (const name of names) {
      const [term, value] = [el('dt', {}, t(name)), el('dd', {})];
      this.#values.set(name, { term, value, shown: undefined });
      this.element.append(term, value);
    }
  }

  /** Sets values: text, or elements; elements are replaced only where `key` differs. */
  set(values) {
    for (const [name, given] of Object.entries(values)) {
      const fact = this.#values.get(name);
      const isNone = given === null || given === undefined || given === '';
      fact.term.hidden = fact.value.hidden = isNone;
      if (isNone) continue;
      if (typeof given === 'object') {
        if (fact.shown !== given.key) fill(fact.value, given.make());
        fact.shown = given.key;
      } else {
        fact.shown = undefined;
        setText(fact.value, given);
      }
    }
  }
}

/** Runs an action behind a button; its error is shown in a place of the section, in view. */
export async function act(button, place, action, busy) {
  fill(place);
  try {
    return await press(button, action, busy);
  } catch (error) {
    fill(place, problemBox(error));
    place.scrollIntoView({ block: 'nearest' });
    return undefined;
  }
}

/** "3 h 12 min". */
export const span = (seconds) => spanParts(seconds).map(([unit, n]) => t(unit, { n })).join(' ');

/** Section with its heading. */
export const section = (title, ...children) => el('section', { class: 'card', 'aria-label': title }, el('h2', {}, title), children);

/** "1.4 MB". */
export function size(bytes) {
  const [value, unit] = sizeParts(bytes);
  return `${number(value)} ${unit}`;
}

/** Foreign text of several lines; only its line ends act as such. */
export const foreignLines = (text) => String(text ?? '').split('\n').map(foreign).join('\n');
