import { language } from './language.js';
import { number } from './numbers.js';

const plurals = new Map();

/**
 * Returns the words of a table of texts.
 *
 * @param {Object<string, {en: string|object, de: string|object}>} texts By key; a text with forms by number is
 *   `{ one, other }` and takes the parameter `n`.
 * @returns {(key: string, parameters?: object) => string} `{name}` in a text stands for the parameter `name`.
 */
export function words(texts) {
  return (key, parameters = {}) => {
    const entry = texts[key];
    if (!entry) throw new Error(`no text ${key}`);
    let text = entry[language()] ?? entry.en;
    if (typeof text === 'object') text = text[plural(parameters.n)] ?? text.other;
    return text.replace(/\{(\w+)\}/g, (_, name) => format(parameters[name]));
  };
}

function plural(n) {
  const tag = language();
  if (!plurals.has(tag)) plurals.set(tag, new Intl.PluralRules(tag));
  return plurals.get(tag).select(n ?? 0);
}

function format(value) {
  return typeof value === 'number' ? number(value) : String(value ?? '');
}
