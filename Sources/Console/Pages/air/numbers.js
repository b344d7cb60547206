import { foreign } from '../shell/dom.js';
import { number as formatted } from '../shell/numbers.js';
import { language } from '../shell/language.js';

const formats = new Map();

/** A number with exactly so many decimals. */
export const number = (value, digits = 0) => formatted(value, digits, digits);

/** A rate: with a decimal below ten. */
export const rateNumber = (rate) => number(rate, rate < 9.95 ? 1 : 0);

/** Time of day. */
export function clock(time) {
  const key = `${language()}clock`;
  let format = formats.get(key);
  if (!format) formats.set(key, format = new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }));
  return format.format(time);
}

/** Name of a dongle: its alias, or else its id. */
export const dongleName = ({ alias, id }) => foreign(alias ?? id);
