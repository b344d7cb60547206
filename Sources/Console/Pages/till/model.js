// What the till's screens need: without a page. Pure. Amounts are integer cents.

/** Categories in the order of the briefing. */
export const categories = ['DRINKS', 'SNACKS', 'ACCESSORIES', 'MEMBERSHIP'];
/** Number of pieces in one booking. */
export const quantities = { least: 1, most: 999 };

/** Key of the text for a category; null for a code that is not known. */
export const categoryKey = (code) => (categories.includes(code) ? code : null);

/** Categories that some products have: the known ones first. */
export function categoriesOf(products) {
  const had = new Set(products.map((product) => product.category));
  return [...categories.filter((code) => had.has(code)), ...[...had].filter((code) => !categories.includes(code)).sort()];
}

/**
 * Products that match, favourites first, each group in the server's order.
 *
 * @param {object[]} products
 * @param {{favorites: Set<string>, search?: string, category?: string}} wish `category`: empty for all, `favorites` for
 *   the favourites.
 */
export function tilesOf(products, { favorites, search = '', category = '' }) {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = products.filter(({ id, name, category: code }) => (category === 'favorites' ? favorites.has(id) : category === '' || code === category)
    && terms.every((term) => name.toLowerCase().includes(term)));
  return [...shown.filter(({ id }) => favorites.has(id)), ...shown.filter(({ id }) => !favorites.has(id))];
}

/** Whether a change of the balance is shown in green: all but debits, as in the briefing. */
export const isGreen = (type) => type !== 'DEBIT';

/** First day of a period before `today`, as `2026-08-01`; empty for all. */
export function firstDay(period, today) {
  const day = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
  if (period === 'month') return day(new Date(today.getFullYear(), today.getMonth(), 1));
  if (period === 'year') return day(new Date(today.getFullYear(), 0, 1));
  if (period === 'week') return day(new Date(today.getFullYear(), today.getMonth(), today.getDate() - 6));
  return '';
}

/** What is wrong with a login before it is sent: key of a text; null if nothing is. */
export function missing({ email = '', mobile = '', pin = '', again }) {
  if (email.trim() === '' || mobile.trim() === '') return 'enterBoth';
  if (pin.length < 4) return 'enterPIN';
  return again !== undefined && again !== pin ? 'pinsDiffer' : null;
}

/** Whether a booking needs the PIN: after a login by badge, above the member's limit. */
export const needsPIN = (member, total) => member?.by_badge === true && member.pin_above_cents !== undefined && total > member.pin_above_cents;

/** Whether a booking brings the balance below the member's threshold. */
export const isLowAfter = (member, total) => member !== null && member.balance_cents - total < member.threshold_cents;

/** Sum of outcomes, in cents. */
export const sumOf = (results) => results.reduce((sum, result) => sum + result.unit_price_cents * result.quantity, 0);

/** What has to be told of items that were not booked; an unknown outcome is told by the till's state. */
export function failures(results) {
  return results.filter((result) => result.outcome === 'not-booked').map((result) => ({
    error: result.error ? Object.assign(new Error(result.error.message), result.error) : Object.assign(new Error(), { code: 'not-booked' }),
    about: { key: 'notBooked', name: `${result.quantity} × ${result.name}` },
  }));
}

/** Types of transactions, with the briefing's words in the texts. */
export const transactionTypes = ['DEPOSIT', 'DEBIT', 'REVERSAL'];

/** Years and months that can be asked for, newest first, from months such as `2026-08`. */
export function periodsOf(months) {
  const known = months.filter((month) => /^\d{4}-\d{2}$/.test(month));
  return [...new Set(known.flatMap((month) => [month.slice(0, 4), month]))].sort((one, other) => (one.slice(0, 4) === other.slice(0, 4) ? one.length - other.length || other.localeCompare(one) : other.localeCompare(one)));
}
