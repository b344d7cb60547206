import { equal, test } from './check.js';
import { categoriesOf, failures, firstDay, isGreen, isLowAfter, missing, needsPIN, periodsOf, sumOf, tilesOf } from '/till/model.js';
import { amountText, centsOf } from '/till/money.js';

const products = [
  { id: '1', name: 'Pils 0,5l', category: 'DRINKS' }, { id: '2', name: 'Chips Salz', category: 'SNACKS' },
  { id: '3', name: 'Pils 0,33l', category: 'DRINKS' }, { id: '4', name: 'Los', category: 'RAFFLE' },
];

test('favourites come first, each group in the order of the server', () => {
  const found = (wish, favorites = ['3']) => tilesOf(products, { favorites: new Set(favorites), ...wish }).map(({ id }) => id);
  equal(found({}), ['3', '1', '2', '4']);
  equal(found({ search: 'PILS' }), ['3', '1']);
  equal(found({ search: '0,5 pils' }), ['1']);
  equal(found({ category: 'SNACKS' }), ['2']);
  equal([found({ category: 'favorites' }), found({ category: 'favorites' }, [])], [['3'], []]);
});

test('categories that are not known come last', () => {
  equal(categoriesOf(products), ['DRINKS', 'SNACKS', 'RAFFLE']);
});

test('only debits are red', () => {
  equal(['DEPOSIT', 'REVERSAL', 'DEBIT', 'OTHER'].map(isGreen), [true, true, false, true]);
});

test('amounts are read with comma or point, and nothing else', () => {
  equal(['5', '5,00', '0.05', '12,50 €', ' 7 '].map(centsOf), [500, 500, 5, 1250, 700]);
  equal(['', '-5', '5,0', '5,000', '1e3', '12345678', 'x'].map(centsOf), Array(7).fill(null));
  equal(centsOf(amountText(1234)), 1234);
});

test('a login needs both names and four digits, the first one twice', () => {
  const who = { email: 'a@b', mobile: '1' };
  equal([missing({ ...who, email: ' ', pin: '1234' }), missing({ ...who, pin: '123' })], ['enterBoth', 'enterPIN']);
  equal([missing({ ...who, pin: '1234' }), missing({ ...who, pin: '1234', again: '1235' }), missing({ ...who, pin: '1234', again: '1234' })], [null, 'pinsDiffer', null]);
});

test('the PIN is needed above the limit of a member who came by badge', () => {
  equal(needsPIN({ by_badge: true, pin_above_cents: 0 }, 1), true);
  equal(needsPIN({ by_badge: true, pin_above_cents: 500 }, 500), false);
  equal([needsPIN({ by_badge: true }, 999), needsPIN({ by_badge: false, pin_above_cents: 0 }, 999), needsPIN(null, 1)], [false, false, false]);
});

test('the warning of a low balance comes before the booking, too', () => {
  const member = { balance_cents: 1500, threshold_cents: 1000 };
  equal([isLowAfter(member, 500), isLowAfter(member, 501), isLowAfter(null, 1)], [false, true, false]);
});

test('items that were not booked are told with their reason', () => {
  const results = [
    { name: 'A', quantity: 2, unit_price_cents: 100, outcome: 'booked' },
    { name: 'B', quantity: 1, unit_price_cents: 50, outcome: 'not-booked', error: { code: 'till-refused', message: 'Das Guthaben reicht nicht aus.' } },
    { name: 'C', quantity: 1, unit_price_cents: 50, outcome: 'not-booked' },
    { name: 'D', quantity: 1, unit_price_cents: 50, outcome: 'unknown' },
  ];
  equal(failures(results).map(({ error, about }) => [error.code, error.message, about.name]), [['till-refused', 'Das Guthaben reicht nicht aus.', '1 × B'], ['not-booked', '', '1 × C']]);
  equal(sumOf(results.slice(0, 2)), 250);
});

test('periods begin with the newest year, followed by its months', () => {
  equal(periodsOf(['2025-12', '2026-01', '2026-11', '?']), ['2026', '2026-11', '2026-01', '2025', '2025-12']);
  equal(['week', 'month', 'year', 'all'].map((period) => firstDay(period, new Date(2026, 0, 3))), ['2025-12-28', '2026-01-01', '2026-01-01', '']);
});
