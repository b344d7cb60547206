import { el, fill, foreign, setText } from '../shell/dom.js';
import { virtualList } from '../shell/list.js';
import { empty, problemBox } from '../shell/problem.js';
import { go, href, route, setQuery } from '../shell/router.js';
import { symbol } from '../shell/symbols.js';
import { words } from '../shell/words.js';
import { nameOf } from './assignments.js';
import { beaconRows, dashed, placesOf } from './model.js';
import { activeMark } from './parts.js';
import { swipeRows } from './swipe.js';
import { texts } from './texts.js';

const t = words(texts);

/**
 * All beacons, with search. A swipe to the left, or the button at a row's end, uncovers its deletion.
 * Events: `delete-beacon` with the beacon; `add`; `again` to read the list again.
 */
export class BeaconList extends HTMLElement {
  #data = null;
  #open = null;
  #search = el('input', { type: 'search', 'aria-label': t('searchBeacons'), placeholder: t('searchBeacons'), 'data-filter': true, on: { input: () => this.#filter() } });
  #counts = el('p', { class: 'counts quiet', role: 'status' });
  #none = el('div', {});
  #tools = el('div', { class: 'tools' }, this.#search);
  #list = virtualList({
    label: t('beacons'), key: (beacon) => beacon.id,
    make: (row) => this.#make(row), draw: (row, beacon) => this.#drawRow(row, beacon),
  });

  connectedCallback() {
    if (this.#tools.isConnected) return;
    fill(this, this.#tools, this.#counts, this.#none, this.#list);
    this.#list.addEventListener('open', (event) => (this.#open === null ? go('beacons', [String(event.detail.id)], route().query) : this.#uncover(null)));
    this.#list.addEventListener('delete-item', (event) => { if (this.#data.mayDelete(event.detail)) this.#delete(event.detail); });
    this.#list.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.#open === null) return;
      event.stopPropagation();
      this.#uncover(null);
    });
    swipeRows(this.#list, { canOpen: (beacon) => this.#data.mayDelete(beacon), onOpen: (beacon) => this.#uncover(beacon?.id ?? null) });
  }

  /** Takes the search from the URL. */
  show({ query }) {
    if (document.activeElement !== this.#search) this.#search.value = query.get('q') ?? '';
    if (this.#data) this.#draw();
  }

  /** @param {{known, hidden: Set, mayAdd: boolean, mayDelete: (beacon) => boolean, error, isLoading: boolean, isKnown: boolean}} data */
  set data(data) {
    this.#data = data;
    this.#draw();
  }

  focusItem(id) {
    this.#list.focusItem(id);
  }

  #make(row) {
    const parts = {
      state: el('span', { class: 'state' }), name: el('a', { class: 'name', tabIndex: -1 }), uuid: el('code', {}), more: el('span', { class: 'quiet more' }),
      actions: el('button', { type: 'button', class: 'icon', on: { click: () => this.#turn(row.item) } }, symbol('more')),
      remove: el('button', { type: 'button', class: 'danger uncovered', on: { click: () => this.#delete(row.item) } }, t('delete')),
    };
    row.parts = parts;
    row.append(parts.remove, el('div', { class: 'face beacon-face' }, parts.name, parts.state, parts.uuid, parts.more, parts.actions));
  }

  #drawRow(row, beacon) {
    const { parts } = row;
    const isActive = beacon.active !== false;
    if (parts.state.dataset.active !== String(isActive)) {
      parts.state.dataset.active = String(isActive);
      fill(parts.state, activeMark(isActive));
    }
    const name = nameOf(beacon);
    setText(parts.name, name);
    const now = route();
    row.classList.toggle('current', now.path[0] === String(beacon.id));
    parts.name.href = href('beacons', [String(beacon.id)], now.query);
    setText(parts.uuid, dashed(beacon.uuid));
    const place = placesOf(beacon, this.#data.known.servicePoints)[0];
    setText(parts.more, [place && place.name !== beacon.name ? t('at', { name: foreign(place.name) }) : '',
      beacon.major === undefined ? '' : `${beacon.major}/${beacon.minor ?? '–'}`].filter(Boolean).join(' · '));
    const mayDelete = this.#data.mayDelete(beacon);
    const isOpen = mayDelete && this.#open === beacon.id;
    parts.actions.hidden = !mayDelete;
    parts.actions.setAttribute('aria-label', t('actionsOf', { name }));
    parts.actions.setAttribute('aria-expanded', String(isOpen));
    parts.remove.setAttribute('aria-label', t('deleteOf', { name }));
    parts.remove.hidden = !mayDelete || !(isOpen || row.classList.contains('moving'));
    row.classList.toggle('open', isOpen);
  }

  #turn(beacon) {
    this.#uncover(this.#open === beacon.id ? null : beacon.id);
    const row = [...this.#list.children].find((one) => !one.hidden && one.item?.id === beacon.id);
    if (this.#open !== null) row?.parts.remove.focus();
  }

  #uncover(id) {
    this.#open = id;
    this.#list.update();
  }

  #delete(beacon) {
    const shown = this.#list.items;
    const index = shown.findIndex((one) => one.id === beacon.id);
    const next = shown[index + 1] ?? shown[index - 1];
    const hadFocus = this.#list.contains(document.activeElement);
    this.#open = null;
    this.dispatchEvent(new CustomEvent('delete-beacon', { detail: beacon }));
    if (hadFocus && next) this.focusItem(next.id);
  }

  #filter() {
    setQuery({ q: this.#search.value.trim() });
    this.#draw();
  }

  #draw() {
    const { known, hidden, isKnown } = this.#data;
    const all = known.beacons.length - known.beacons.filter((beacon) => hidden.has(beacon.id)).length;
    const shown = beaconRows(known.beacons, { text: this.#search.value, hidden });
    const active = shown.filter((beacon) => beacon.active !== false).length;
    this.#tools.hidden = all === 0;
    this.#counts.hidden = all === 0;
    setText(this.#counts, [t('activeOf', { active, all: shown.length }), shown.length === all ? '' : t('shownOf', { shown: shown.length, all })].filter(Boolean).join(' · '));
    this.#list.items = shown;
    this.#drawNone(isKnown, all, shown.length);
  }

  #drawNone(isKnown, all, shown) {
    const { error, isLoading, mayAdd } = this.#data;
    const kind = shown > 0 ? '' : all > 0 ? 'nothing' : isKnown ? 'none' : error ? `error ${error.code} ${error.message}` : isLoading ? 'loading' : '';
    const key = `${kind} ${mayAdd}`;
    if (this.#none.dataset.key === key) return;
    this.#none.dataset.key = key;
    fill(this.#none, {
      nothing: () => empty(t('nothingFound'), t('showAll'), () => this.#showAll()),
      none: () => empty(t(mayAdd ? 'noBeacons' : 'noBeaconsViewer'), mayAdd ? t('addBeacon') : null, () => this.dispatchEvent(new CustomEvent('add'))),
      loading: () => el('p', { class: 'quiet', role: 'status' }, t('loading')),
      '': () => null,
    }[kind]?.() ?? (error && kind ? problemBox(error, { action: t('retry'), onAction: () => this.dispatchEvent(new CustomEvent('again')) }) : null));
  }

  #showAll() {
    this.#search.value = '';
    this.#filter();
    this.#search.focus();
  }
}

customElements.define('beacons-list', BeaconList);
