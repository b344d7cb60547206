import { el, fill, setText } from '../shell/dom.js';
import { virtualList } from '../shell/list.js';
import { empty, problemBox } from '../shell/problem.js';
import { go, route, setQuery } from '../shell/router.js';
import { words } from '../shell/words.js';
import { counts, filterTables, groups, lastSignal } from './model.js';
import { drawTableRow, makeTableRow } from './tablerow.js';
import { texts } from './texts.js';

const t = words(texts);

/**
 * All tables, with search and filter.
 * Events: `assign`, `unassign`, each with the row as detail; `add`; `again` to read the list again.
 */
export class TableList extends HTMLElement {
  #data = null;
  #live = new Map();
  #isBuilt = false;
  #search = el('input', { type: 'search', 'aria-label': t('search'), placeholder: t('search'), 'data-filter': true, on: { input: () => this.#filter() } });
  #groups = el('select', { 'aria-label': t('show'), on: { change: () => this.#filter() } });
  #done = el('span', { class: 'done-count' });
  #shown = el('span', { class: 'quiet', role: 'status' });
  #none = el('div', {});
  #tools = el('div', { class: 'tools' }, this.#search, this.#groups);
  #counts = el('p', { class: 'counts' }, this.#done, this.#shown);
  #main = el('div', { class: 'main-action' }, el('button', { type: 'button', class: 'main', on: { click: () => go('provision') } }, t('bringNext')));
  #list = virtualList({
    label: t('tables'), key: (row) => row.id,
    make: (row) => makeTableRow(row, { assign: (item) => this.#tell('assign', item), unassign: (item) => this.#tell('unassign', item) }),
    draw: (row, item) => drawTableRow(row, item, { signal: lastSignal(item, this.#live), mayChange: this.#data.mayChange }),
  });

  connectedCallback() {
    if (this.#isBuilt) return;
    this.#isBuilt = true;
    fill(this, this.#tools, this.#counts, this.#none, this.#list, this.#main);
    this.#list.addEventListener('open', (event) => go('tables', [String(event.detail.id)], route().query));
  }

  /** Takes search and filter from the URL. */
  show({ query }) {
    if (document.activeElement !== this.#search) this.#search.value = query.get('q') ?? '';
    if (this.#data) this.#draw();
  }

  /** @param {{rows, mayChange: boolean, mayAdd: boolean, mayBring: boolean, error, isLoading: boolean, isKnown: boolean}} data */
  set data(data) {
    this.#data = data;
    this.#draw();
  }

  set live(live) {
    this.#live = live;
    this.#list.update();
  }

  focusItem(id) {
    this.#list.focusItem(id);
  }

  #filter() {
    setQuery({ q: this.#search.value.trim(), state: this.#groups.value });
    this.#draw();
  }

  #draw() {
    const { rows, isKnown, mayBring } = this.#data;
    const group = groups.includes(route().query.get('state')) ? route().query.get('state') : '';
    const text = this.#search.value.trim();
    const shown = filterTables(rows, { text, group });
    const count = counts(rows);
    this.#drawGroups(count, group);
    this.#tools.hidden = rows.length === 0;
    this.#counts.hidden = rows.length === 0;
    setText(this.#done, t('doneOf', { done: count.done, all: count.all }));
    setText(this.#shown, shown.length === rows.length ? '' : t('shownOf', { shown: shown.length, all: rows.length }));
    this.#list.items = shown;
    this.#main.hidden = !mayBring || count.none + count.trouble === 0;
    this.#drawNone(isKnown, rows.length, shown.length);
  }

  #drawGroups(count, group) {
    const options = [['', t('all', { n: count.all })], ...groups.map((one) => [one, t(one, { n: count[one] })])];
    if (this.#groups.options.length !== options.length) fill(this.#groups, options.map(([value, text]) => el('option', { value }, text)));
    options.forEach(([, text], index) => setText(this.#groups.options[index], text));
    if (this.#groups.value !== group) this.#groups.value = group;
  }

  #drawNone(isKnown, all, shown) {
    const { error, isLoading, mayAdd } = this.#data;
    const kind = shown > 0 ? '' : all > 0 ? 'nothing' : isKnown ? 'none' : error ? `error ${error.code} ${error.message}` : isLoading ? 'loading' : '';
    const key = `${kind} ${mayAdd}`;
    if (this.#none.dataset.key === key) return;
    this.#none.dataset.key = key;
    fill(this.#none, {
      nothing: () => empty(t('nothingFound'), t('showAll'), () => this.#showAll()),
      none: () => empty(t('noServicePoints'), mayAdd ? t('addTable') : null, () => this.#tell('add')),
      loading: () => el('p', { class: 'quiet', role: 'status' }, t('loading')),
      '': () => null,
    }[kind]?.() ?? (error && kind ? problemBox(error, { action: t('retry'), onAction: () => this.#tell('again') }) : null));
  }

  #showAll() {
    this.#search.value = '';
    setQuery({ q: '', state: '' });
    this.#draw();
    this.#search.focus();
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

customElements.define('tables-list', TableList);
