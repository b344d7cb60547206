import { el, fill, foreign } from '../shell/dom.js';
import { exactTime } from '../shell/time.js';
import { minus } from '../shell/numbers.js';
import { words } from '../shell/words.js';
import { nameOf } from './assignments.js';
import { counts, dashed, lastSignal } from './model.js';
import { reasonOf, refill, stateMark } from './parts.js';
import { texts } from './texts.js';

const t = words(texts);

/** All tables on paper: A4, one line each. */
export class TablesReport extends HTMLElement {
  #shown = [];
  #title = el('h2', { tabIndex: -1 });
  #about = el('p', {});
  #table = el('div', { class: 'sheet', tabIndex: 0, role: 'region', 'aria-label': t('reportTitle') });
  #print = el('div', { class: 'main-action' }, el('button', { type: 'button', class: 'main', on: { click: () => window.print() } }, t('print')));

  connectedCallback() {
    fill(this, this.#title, this.#about, this.#table, this.#print);
    this.#title.textContent = t('reportTitle');
  }

  focusTitle() {
    this.#title.focus({ preventScroll: true });
  }

  /** @param {{rows, business, base, asOf: number|null, live: Map}} data */
  set data({ rows, business, base, asOf, live }) {
    // A sheet is of one moment: it changes with the tables, not with each signal.
    const shown = [rows, asOf, live.size > 0];
    if (shown.every((one, index) => one === this.#shown[index])) return;
    this.#shown = shown;
    const lines = rows.map((row) => [row, lastSignal(row, live)]);
    const count = counts(rows);
    refill(this.#about, [business?.name, base, asOf, count.done, count.all], () => [
      el('bdi', {}, foreign(business?.name ?? '')), business?.city ? [', ', el('bdi', {}, foreign(business.city))] : null,
      ` · ${asOf ? exactTime(asOf) : '–'} · ${t('doneOf', { done: count.done, all: count.all })} · `, el('bdi', {}, foreign(base ?? '')),
    ]);
    refill(this.#table, lines, () => el('table', {},
      el('thead', {}, el('tr', {}, ['table', 'state', 'beaconAddress', 'uuid', 'majorMinor', 'lastSignal'].map((key) => el('th', { scope: 'col' }, t(key))))),
      el('tbody', {}, lines.map(([row, signal]) => line(row, signal)))));
  }
}

function line(row, signal) {
  const sent = row.beacon?.uuid ? row.beacon : row.identity ? row.table : null;
  const reason = reasonOf(row.state);
  const level = signal?.rssi === undefined ? '' : t('dBm', { n: minus(signal.rssi) });
  return el('tr', {},
    el('th', { scope: 'row' }, el('bdi', {}, foreign(row.name)), row.isActive ? null : ` (${t('inactive')})`),
    el('td', {}, stateMark(row.state), reason ? el('div', {}, el('bdi', {}, reason)) : null),
    el('td', {}, row.beacon ? el('bdi', {}, nameOf(row.beacon)) : null, row.address ? el('div', { class: 'address' }, row.address) : null),
    el('td', {}, sent ? el('code', {}, dashed(sent.uuid)) : null),
    el('td', {}, sent?.major === undefined ? null : `${sent.major} / ${sent.minor ?? '–'}`),
    el('td', {}, level, signal?.at ? el('div', {}, exactTime(signal.at)) : null));
}

customElements.define('tables-report', TablesReport);
