import { el, fill, foreignText, setText } from '../shell/dom.js';
import { open } from '../shell/dialog.js';
import { symbol } from '../shell/symbols.js';
import { words } from '../shell/words.js';
import { ALL, COLUMNS, DESCENDING_FIRST } from './columns.js';
import { EXAMPLES } from './filter.js';
import { texts } from './texts.js';

const t = words(texts);
/** Rest after the last key before a filter counts, in ms. */
const REST = 250;

/**
 * Filter, sorting, pause and actions.
 *
 * Events: `filter` (text), `sort` (`{ sort, isDescending }`), `pause`, `only-new`, `columns` (ids), `act`.
 */
export class AirToolbar extends HTMLElement {
  #timer = null;
  #view = null;
  #filter = el('input', {
    type: 'search', id: 'air-filter', autocomplete: 'off', spellcheck: false, enterKeyHint: 'search', placeholder: t('filterHint'), data: { filter: '' },
    'aria-describedby': 'air-filter-errors',
    on: { input: () => this.#type(), change: () => this.#tell('filter', this.#filter.value), keydown: (event) => this.#key(event) },
  });
  #errors = el('div', { id: 'air-filter-errors', class: 'errors', role: 'status' });
  #sort = el('select', { id: 'air-sort', on: { change: () => this.#chooseSort() } }, COLUMNS.map(({ id }) => el('option', { value: id }, t(id))));
  #direction = el('button', { type: 'button', class: 'direction', on: { click: () => this.#turn() } });
  #pause = el('button', { type: 'button', 'aria-pressed': 'false', on: { click: () => this.#tell('pause') } });
  #new = el('button', { type: 'button', title: t('onlyNewTitle'), on: { click: () => this.#tell('only-new') } }, t('onlyNew'));
  #act = el('button', { type: 'button', class: 'act', on: { click: () => this.#tell('act') } });

  connectedCallback() {
    if (this.children.length) return;
    fill(this,
      el('div', { class: 'filter' },
        el('label', { for: 'air-filter', class: 'visually-hidden' }, t('filter')), this.#filter,
        el('button', { type: 'button', 'aria-label': t('filterHelp'), on: { click: () => this.#help() } }, '?')),
      this.#errors,
      el('div', { class: 'tools' },
        el('div', { class: 'sorting' }, el('label', { for: 'air-sort', class: 'visually-hidden' }, t('sortBy')), this.#sort, this.#direction),
        this.#pause, this.#new,
        el('button', { type: 'button', on: { click: () => this.#chooseColumns() } }, t('columns')),
        this.#act));
    this.isPaused = false;
    this.count = 0;
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** Shows the view as the URL has it. */
  set view(view) {
    this.#view = view;
    if (document.activeElement !== this.#filter && this.#filter.value !== view.text) this.#filter.value = view.text;
    this.#filter.setAttribute('aria-invalid', String(view.errors.length > 0));
    const told = view.errors.map(({ word, reason, example }) => t(reason === 'unknown' ? 'filterUnknown' : 'filterValue', { word, example }));
    if (this.#errors.dataset.told !== told.join('\n')) {
      this.#errors.dataset.told = told.join('\n');
      fill(this.#errors, told.map((text) => el('p', {}, foreignText(text))));
    }
    this.#sort.value = view.sort;
    this.#direction.setAttribute('aria-label', t(view.isDescending ? 'descending' : 'ascending'));
    setText(this.#direction, view.isDescending ? '▼' : '▲');
  }

  set isPaused(isPaused) {
    this.#pause.setAttribute('aria-pressed', String(isPaused));
    fill(this.#pause, symbol(isPaused ? 'play' : 'pause'), t(isPaused ? 'goOn' : 'pause'));
  }

  /** Number of devices that the filter shows. */
  set count(n) {
    if (this.#act.dataset.count === String(n)) return;
    this.#act.dataset.count = n;
    setText(this.#act, t('act', { n }));
    this.#act.setAttribute('aria-label', t('actLabel', { n }));
    this.#act.disabled = n === 0;
  }

  clear() {
    this.#filter.value = '';
    this.#tell('filter', '');
    this.#filter.focus();
  }

  #type() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell('filter', this.#filter.value), REST);
  }

  #key(event) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    clearTimeout(this.#timer);
    this.#tell('filter', this.#filter.value);
  }

  #chooseSort() {
    this.#tell('sort', { sort: this.#sort.value, isDescending: DESCENDING_FIRST.has(this.#sort.value) });
  }

  #turn() {
    this.#tell('sort', { sort: this.#view.sort, isDescending: !this.#view.isDescending });
  }

  #help() {
    const parts = open({
      title: t('filterHelp'),
      content: [
        el('p', {}, t('filterHelpText')),
        el('dl', { class: 'keys' }, Object.entries(EXAMPLES).map(([word, example]) => [
          el('dt', {}, el('code', {}, example)), el('dd', {}, t(`word${word[0].toUpperCase()}${word.slice(1)}`)),
        ])),
      ],
      buttons: (close) => [el('button', { type: 'button', on: { click: () => close() } }, t('close'))],
    });
    return parts;
  }

  #chooseColumns() {
    const boxes = ALL.map((id) => el('input', { type: 'checkbox', value: id, checked: this.#view.columns.includes(id), on: { change: () => told() } }));
    const told = () => {
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      // The last one stays: a list without a column says nothing.
      for (const box of boxes) box.disabled = chosen.length === 1 && box.checked;
      this.#tell('columns', chosen);
    };
    open({
      title: t('columns'),
      content: [
        el('p', { class: 'quiet' }, t('columnsText')),
        el('div', { class: 'air-choices' }, boxes.map((box) => el('label', { class: 'check' }, box, t(box.value)))),
      ],
      buttons: (close) => [
        el('button', { type: 'button', on: { click: () => { for (const box of boxes) box.checked = true; told(); } } }, t('allColumns')),
        el('button', { type: 'button', class: 'main', on: { click: () => close() } }, t('done')),
      ],
    });
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

customElements.define('air-toolbar', AirToolbar);
