import { el, foreignText } from '../shell/dom.js';
import { number } from '../shell/numbers.js';
import { words } from '../shell/words.js';
import { money } from './money.js';
import { texts } from './texts.js';

const t = words(texts);

/**
 * Spending as bars within a table, so that it can be read without them.
 *
 * @param {string} title
 * @param {{name: string, quantity: number, total: number}[]} parts `total` in cents.
 */
export function spendingChart(title, parts) {
  const most = Math.max(1, ...parts.map((part) => part.total));
  return el('table', { class: 'chart' },
    el('caption', {}, title),
    el('thead', {}, el('tr', {}, [['what', ''], ['spent', 'number'], ['pieces', 'number']].map(([key, kind]) => el('th', { scope: 'col', class: kind }, t(key))))),
    el('tbody', {}, parts.map((part) => el('tr', {},
      el('th', { scope: 'row' }, foreignText(part.name), bar(part.total / most)),
      el('td', { class: 'number' }, money(part.total)),
      el('td', { class: 'number' }, number(part.quantity))))));
}

function bar(share) {
  const fill = el('i', {});
  fill.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return el('div', { class: 'bar', 'aria-hidden': 'true' }, fill);
}
