import { language } from './language.js';

const formats = new Map();

/**
 * A number in the console's language. Formatters are kept: making one takes longer than using it.
 *
 * @param {number} value
 * @param {number} [most] Most decimals.
 * @param {number} [least] Least decimals.
 */
export function number(value, most = 3, least = 0) {
  const key = `${language()} ${most} ${least}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(language(), { maximumFractionDigits: most, minimumFractionDigits: least }));
  return formats.get(key).format(value);
}

/** A whole number with a minus sign instead of a hyphen, as signals in dBm are shown. */
export const minus = (value) => String(value).replace('-', '−');
