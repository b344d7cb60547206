import { language } from '../shell/language.js';

const formats = new Map();

/** An amount in the console's language, such as `2,50 €`. */
export function money(cents) {
  const tag = language();
  if (!formats.has(tag)) formats.set(tag, new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }));
  return formats.get(tag).format(cents / 100);
}

/** The same with its sign, for a change of a balance. */
export const change = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));

/** An amount as text for a field, such as `5,00`. */
export function amountText(cents) {
  const text = (cents / 100).toFixed(2);
  return language() === 'de' ? text.replace('.', ',') : text;
}

/** Cents of a typed amount, such as `5`, `5,00` or `5.00 €`; null for anything else. */
export function centsOf(text) {
  const parts = /^(\d{1,7})(?:[.,](\d{2}))?\s*€?$/.exec(text.trim());
  return parts ? Number(parts[1]) * 100 + Number(parts[2] ?? 0) : null;
}
