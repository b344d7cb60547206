import { el, foreign } from '../shell/dom.js';
import { virtualList } from '../shell/list.js';
import { bars, strength } from '../shell/mark.js';
import { ago } from '../shell/time.js';
import { words } from '../shell/words.js';
import { ALL, beaconText, COLUMNS, DESCENDING_FIRST, fitting, tracks } from './columns.js';
import { dongleName, number, rateNumber } from './numbers.js';
import { FADES } from './model.js';
import { hexWord } from './structures.js';
import { texts } from './texts.js';

const t = words(texts);
/** What a card shows on its first and its second line; there, what comes last may find no room. */
const FIRST_LINE = ['signal', 'name', 'heard'];
const SECOND_LINE = ['address', 'badge', 'beacon', 'company', 'rate', 'adverts', 'dongle'];
/** Time for which a pointer that has moved over the rows holds their order, in ms. */
const HOVER = 3_000;

/**
 * The devices: from 900 px a table with headers that sort, below it cards of two lines.
 *
 * Events: `open` with a device as detail, `sort` with `{ sort, isDescending }`.
 */
export class AirRows extends HTMLElement {
  #list = null;
  #head = el('div', { role: 'row', class: 'head' });
  #wide = matchMedia('(width >= 900px)');
  #columns = [];
  #chosen = ALL;
  #view = { sort: 'signal', isDescending: true };
  #openKey = null;
  #hovered = -Infinity;
  #now = 0;
  #silence = () => 0;
  #onWide = () => this.#build();
  #observer = new ResizeObserver(() => this.#fit());

  connectedCallback() {
    this.#wide.addEventListener('change', this.#onWide);
    this.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse') this.#hovered = performance.now();
    });
    this.addEventListener('pointerleave', () => { this.#hovered = -Infinity; });
    this.#build();
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#wide.removeEventListener('change', this.#onWide);
    this.#observer.disconnect();
  }

  /** Whether a row is under a finger or has the focus. */
  get isInUse() {
    return this.#list.isTouched;
  }

  /** Whether a row is in use, or a pointer moves over the rows. */
  get isTouched() {
    return this.isInUse || performance.now() - this.#hovered < HOVER;
  }

  /** Shows columns and sorting. */
  set view({ columns, sort, isDescending }) {
    this.#chosen = columns;
    this.#view = { sort, isDescending };
    this.#fit();
    this.#drawHead();
  }

  /** Number of chosen columns for which there is no room. */
  get omitted() {
    return this.#wide.matches ? this.#chosen.length - this.#columns.length : 0;
  }

  /**
   * Shows devices.
   *
   * @param {Device[]} devices
   * @param {{now: number, silence: (device: Device, now: number) => number, openKey: string|null}} moment
   */
  show(devices, { now, silence, openKey }) {
    this.#now = now;
    this.#silence = silence;
    this.#openKey = openKey;
    if (this.offsetParent === null) return;
    if (this.#list.items === devices) this.#list.update();
    else this.#list.items = devices;
    if (this.#wide.matches) this.setAttribute('aria-rowcount', devices.length + 1);
  }

  /** Gives a device's row the focus. */
  focusDevice(key) {
    this.#list.focusItem(key);
  }

  #build() {
    const isWide = this.#wide.matches;
    const items = this.#list?.items ?? [];
    this.className = isWide ? 'scroller' : '';
    for (const [name, value] of [['role', 'table'], ['aria-label', t('list')]]) {
      if (isWide) this.setAttribute(name, value);
      else this.removeAttribute(name);
    }
    if (!isWide) this.removeAttribute('aria-rowcount');
    this.#list = virtualList({
      key: (device) => device.key, make: (row) => make(row, isWide), draw: (row, device) => this.#draw(row, device), label: isWide ? '' : t('list'),
    });
    this.#list.addEventListener('open', ({ detail }) => this.dispatchEvent(new CustomEvent('open', { detail })));
    this.replaceChildren(...(isWide ? [el('div', { role: 'rowgroup', class: 'heads' }, this.#head)] : []), this.#list);
    if (isWide) this.#list.setAttribute('role', 'rowgroup');
    this.#list.items = items;
    this.#fit();
    this.#drawHead();
  }

  #fit() {
    if (!this.#list) return;
    const columns = this.#wide.matches ? fitting(this.#chosen, this.clientWidth) : COLUMNS.filter(({ id }) => this.#chosen.includes(id));
    if (columns.length === this.#columns.length && columns.every((column, index) => column === this.#columns[index])) return;
    this.#columns = columns;
    this.style.setProperty('--tracks', tracks(columns));
    this.#drawHead();
    this.#list.update();
  }

  #drawHead() {
    const { sort, isDescending } = this.#view;
    const focused = document.activeElement?.closest?.('[data-column]')?.dataset.column;
    this.#head.replaceChildren(...this.#columns.map(({ id, isNumber }) => {
      const isSorted = id === sort;
      const direction = isDescending ? 'descending' : 'ascending';
      return el('div', { role: 'columnheader', class: isNumber ? 'number' : '', 'aria-sort': isSorted ? direction : 'none', data: { column: id } },
        el('button', { type: 'button', on: { click: () => this.#sort(id) } }, t(id), el('span', { 'aria-hidden': 'true' }, isSorted ? (isDescending ? ' ▼' : ' ▲') : '')));
    }));
    if (focused) this.#head.querySelector(`[data-column="${focused}"] button`)?.focus();
  }

  #sort(id) {
    const { sort, isDescending } = this.#view;
    const detail = { sort: id, isDescending: id === sort ? !isDescending : DESCENDING_FIRST.has(id) };
    this.dispatchEvent(new CustomEvent('sort', { detail }));
  }

  #draw(row, device) {
    const { parts } = row;
    if (parts.isWide) {
      row.removeAttribute('aria-posinset');
      row.removeAttribute('aria-setsize');
      row.setAttribute('aria-rowindex', row.index + 2);
    }
    const gone = this.#silence(device, this.#now) >= FADES;
    row.classList.toggle('gone', gone);
    row.classList.toggle('open', device.key === this.#openKey);
    if (parts.columns !== this.#columns) showColumns(parts, this.#columns);
    for (const { id } of this.#columns) {
      if (id === 'signal') drawSignal(parts, device.rssi);
      else if (id === 'name') drawName(parts, device);
      else put(parts, id, gone && id === 'heard' ? `${t('fading')} · ${TEXT.heard(device, this.#now)}` : TEXT[id](device, this.#now));
    }
  }
}

/** Text of a cell. */
const TEXT = {
  heard: (device, now) => ago(now - device.heard),
  address: (device) => `${device.address} ${device.addressType === 'public' ? t('public') : t('random')}`,
  company: ({ company, companyName }) => (company === undefined ? '' : foreign(companyName ?? hexWord(company))),
  beacon: ({ beacon }) => (beacon === undefined ? '' : foreign(beaconText(beacon))),
  badge: ({ badge }) => (badge === undefined ? '' : badge.name ? `${t(badge.kind)}: ${foreign(badge.name)}` : t(badge.kind)),
  adverts: (device) => number(device.count),
  rate: (device) => t('rateValue', { rate: rateNumber(device.rate) }),
  dongle: ({ best }) => (best === undefined ? '' : dongleName(best.dongle)),
};

function make(row, isWide) {
  const cells = Object.fromEntries(COLUMNS.map(({ id, isNumber }) => {
    const cell = el('div', { class: `cell ${id}${isNumber ? ' number' : ''}` });
    if (isWide) cell.setAttribute('role', 'cell');
    return [id, cell];
  }));
  const [meter, dBm] = [bars(), el('span', { class: 'dbm' })];
  cells.signal.append(meter, dBm);
  const [name, simulated] = [el('bdi'), el('span', { class: 'sim', title: t('simulated'), hidden: true }, 'SIM')];
  cells.name.append(name, simulated);
  row.parts = { cells, meter, dBm, name, simulated, texts: {}, isWide, columns: null, level: undefined };
  if (isWide) {
    row.setAttribute('role', 'row');
    row.append(...COLUMNS.map(({ id }) => cells[id]));
  } else row.append(...FIRST_LINE.map((id) => cells[id]), el('div', { class: 'rest' }, SECOND_LINE.map((id) => cells[id])));
}

function showColumns(parts, columns) {
  parts.columns = columns;
  for (const [id, cell] of Object.entries(parts.cells)) {
    cell.hidden = !columns.some((column) => column.id === id) && (parts.isWide || id !== 'name');
  }
}

// A text is compared with what was put there, not with the page: reading from the page costs more.
function put({ cells, texts: shown }, id, text) {
  if (shown[id] === text) return;
  shown[id] = text;
  cells[id].textContent = text;
  cells[id].title = text;
}

function drawSignal(parts, rssi) {
  const text = rssi === undefined ? t('noSignal') : t('dBm', { value: String(rssi) });
  if (parts.texts.signal === text) return;
  parts.texts.signal = text;
  parts.dBm.textContent = text;
  const count = rssi === undefined ? 0 : Math.max(1, Math.min(7, Math.round((rssi + 100) / 10)));
  const level = `bars ${count ? strength(rssi) : 'none'}`;
  if (parts.meter.className !== level) parts.meter.className = level;
  if (parts.level === count) return;
  parts.level = count;
  [...parts.meter.children].forEach((bar, index) => { bar.className = index < count ? 'on' : ''; });
}

function drawName({ texts: shown, name, simulated, cells }, device) {
  if (simulated.hidden === device.simulated) simulated.hidden = !device.simulated;
  const text = device.name ? foreign(device.name) : t('noName');
  if (shown.name === text) return;
  shown.name = text;
  name.textContent = text;
  name.title = text;
  cells.name.classList.toggle('nameless', !device.name);
}

customElements.define('air-rows', AirRows);
