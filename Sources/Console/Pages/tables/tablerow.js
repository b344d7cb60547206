import { el, fill, foreign, setText } from '../shell/dom.js';
import { href, route } from '../shell/router.js';
import { symbol } from '../shell/symbols.js';
import { words } from '../shell/words.js';
import { nameOf } from './assignments.js';
import { SignalLine, stateMark } from './parts.js';
import { texts } from './texts.js';

const t = words(texts);

/** Makes the parts of a row. `actions`: what its buttons do with the row's item. */
export function makeTableRow(row, actions) {
  const parts = {
    dot: el('span', { class: 'dot', 'aria-hidden': 'true' }),
    active: el('span', { class: 'visually-hidden' }),
    name: el('a', { class: 'name', tabIndex: -1 }),
    type: el('span', { class: 'type quiet' }),
    state: el('span', { class: 'state' }),
    beacon: el('span', { class: 'beacon' }),
    signal: new SignalLine(),
    assign: el('button', { type: 'button', on: { click: () => actions.assign(row.item) } }),
    unassign: el('button', { type: 'button', class: 'icon', on: { click: () => actions.unassign(row.item) } }, symbol('close')),
  };
  row.parts = parts;
  row.append(el('div', { class: 'face table-face' },
    el('span', { class: 'title' }, parts.dot, parts.active, parts.name, parts.type),
    parts.state, parts.beacon, parts.signal,
    el('span', { class: 'actions' }, parts.assign, parts.unassign)));
}

/** Shows a table in a row. */
export function drawTableRow(row, item, { signal, mayChange }) {
  const { parts } = row;
  row.classList.toggle('inactive', !item.isActive);
  setText(parts.dot, item.isActive ? '●' : '○');
  parts.dot.className = `dot ${item.isActive ? 'on' : 'off'}`;
  setText(parts.active, t(item.isActive ? 'active' : 'inactive'));
  setText(parts.name, foreign(item.name));
  const now = route();
  row.classList.toggle('current', now.path[0] === String(item.id));
  parts.name.href = href(now.screen, [String(item.id)], now.query);
  setText(parts.type, item.type === null ? '' : typeof item.type === 'number' ? t('typeNumber', { n: item.type }) : foreign(item.type));
  const key = `${item.state.key} ${JSON.stringify(item.state.parameters)}`;
  if (parts.state.dataset.key !== key) {
    parts.state.dataset.key = key;
    fill(parts.state, stateMark(item.state));
  }
  // "No beacon assigned" says it already.
  row.firstChild.classList.toggle('empty-place', item.state.key === 'noBeacon');
  drawBeacon(parts.beacon, item);
  parts.signal.signal = signal;
  parts.assign.hidden = !mayChange;
  parts.unassign.hidden = !mayChange || !item.beacon;
  for (const button of [parts.assign, parts.unassign]) button.disabled = item.isBusy;
  parts.assign.toggleAttribute('aria-busy', item.isBusy);
  const name = foreign(item.name);
  setText(parts.assign, t(item.beacon ? 'change' : 'assign'));
  parts.assign.setAttribute('aria-label', t(item.beacon ? 'changeOf' : 'assignTo', { name }));
  parts.unassign.setAttribute('aria-label', t('unassignOf', { name }));
}

function drawBeacon(element, item) {
  element.classList.toggle('has', item.beacon !== null);
  // The last two groups tell a beacon among its neighbours.
  const tail = item.address ? `…${item.address.slice(-5)}` : '';
  const isOnItsWay = !item.beacon && tail && item.state.group !== 'none';
  setText(element, item.beacon ? `${nameOf(item.beacon)} ${tail}`.trim() : isOnItsWay ? t('written', { address: tail }) : t('noBeaconAssigned'));
  element.title = item.address ?? '';
}
