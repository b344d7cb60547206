import { el } from './dom.js';

/** Rows beyond the visible ones, above and below. */
const margin = 8;

/**
 * A long list of rows of equal height, of which only those near the visible part exist. It scrolls with the page, or with
 * the nearest ancestor that has the class `scroller`.
 *
 * Arrows, Page Up and Down, Home and End move the focus; Enter and a press give the event `open` with the item as detail;
 * Delete gives `delete-item`.
 */
export class VirtualList extends HTMLElement {
  #items = [];
  #rows = new Map();
  #free = [];
  #height = 0;
  #focusKey = null;
  #scroller = null;
  #isDue = false;
  #observer = new ResizeObserver(() => this.#measure());
  #onScroll = () => this.#schedule();

  /** Identity of an item. */
  key = (item) => item;
  /** Makes the content of an empty row; called once for a row that is used for many items. */
  make = () => {};
  /** Shows an item in a row that was made. */
  draw = (row, item) => { row.textContent = String(item); };
  /** Name for screen readers. */
  label = '';

  get items() { return this.#items; }

  /** The rows in their order. The array is not copied. */
  set items(items) {
    this.#items = items;
    this.update();
  }

  /** Height of a row in px; by default as the style sheet says: `--row`. */
  get rowHeight() { return this.#height || 56; }

  /** Whether a row has the focus, or is under a finger. */
  get isTouched() { return this.contains(document.activeElement) || this.matches(':active'); }

  constructor() {
    super();
    this.addEventListener('keydown', (event) => this.#press(event));
  }

  connectedCallback() {
    this.setAttribute('role', 'list');
    if (this.label) this.setAttribute('aria-label', this.label);
    this.#scroller = this.closest('.scroller');
    (this.#scroller ?? window).addEventListener('scroll', this.#onScroll, { passive: true });
    window.addEventListener('resize', this.#onScroll);
    this.#observer.observe(this);
    this.#measure();
  }

  disconnectedCallback() {
    (this.#scroller ?? window).removeEventListener('scroll', this.#onScroll);
    window.removeEventListener('resize', this.#onScroll);
    this.#observer.disconnect();
  }

  /** Draws the rows again, such as after a change within items. */
  update() {
    if (!this.isConnected) return;
    this.style.height = `${this.#items.length * this.rowHeight}px`;
    this.#draw();
  }

  /** Moves the focus to an item, and the item into view. */
  focusItem(key) {
    const index = this.#items.findIndex((item) => this.key(item) === key);
    if (index >= 0) this.#focus(index);
  }

  #measure() {
    const row = Number.parseFloat(getComputedStyle(this).getPropertyValue('--row')) || 56;
    if (row !== this.#height) {
      this.#height = row;
      this.update();
    } else this.#schedule();
  }

  #schedule() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#draw();
    });
  }

  #draw() {
    if (!this.isConnected) return;
    const top = this.getBoundingClientRect().top - (this.#scroller?.getBoundingClientRect().top ?? 0);
    const height = this.#scroller?.clientHeight ?? window.innerHeight;
    const first = Math.max(0, Math.floor(-top / this.rowHeight) - margin);
    const end = Math.min(this.#items.length, Math.ceil((height - top) / this.rowHeight) + margin);
    const wanted = new Map();
    for (let index = first; index < end; index += 1) wanted.set(this.key(this.#items[index]), index);
    // The focused row stays, wherever it is: the focus would be lost with it.
    if (this.#focusKey !== null && !wanted.has(this.#focusKey)) {
      const index = this.#items.findIndex((item) => this.key(item) === this.#focusKey);
      if (index >= 0) wanted.set(this.#focusKey, index);
    }
    for (const [key, row] of this.#rows) {
      if (wanted.has(key)) continue;
      this.#rows.delete(key);
      if (row.contains(document.activeElement)) this.#focusKey = null;
      row.hidden = true;
      this.#free.push(row);
    }
    for (const [key, index] of wanted) {
      let row = this.#rows.get(key);
      if (!row) {
        row = this.#free.pop() ?? this.#makeRow();
        row.hidden = false;
        this.#rows.set(key, row);
      }
      const item = this.#items[index];
      row.item = item;
      row.index = index;
      row.style.transform = `translateY(${index * this.rowHeight}px)`;
      row.setAttribute('aria-posinset', index + 1);
      row.setAttribute('aria-setsize', this.#items.length);
      row.tabIndex = key === this.#focusKey || (this.#focusKey === null && index === first) ? 0 : -1;
      this.draw(row, item);
    }
    if (!this.matches(':active')) this.#arrange();
  }

  // Rows are used for any item; screen readers read them in the order of the page. The focused row is not moved, as it
  // would lose the focus.
  #arrange() {
    const rows = [...this.children].filter((row) => !row.hidden);
    if (rows.every((row, at) => at === 0 || rows[at - 1].index < row.index)) return;
    rows.sort((one, other) => one.index - other.index);
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    if (focused > 0) rows[focused].before(...rows.slice(0, focused));
    this.append(...rows.slice(focused + 1));
  }

  #makeRow() {
    const row = el('div', { class: 'row', role: 'listitem' });
    row.addEventListener('click', (event) => {
      if (event.target.closest('button, a, input, select, label') === null) this.#tell('open', row.item);
    });
    row.addEventListener('focus', () => { this.#focusKey = this.key(row.item); });
    this.make(row);
    this.append(row);
    return row;
  }

  #press(event) {
    const row = event.target.closest('.row');
    if (!row || event.target !== row) return;
    const index = this.#items.findIndex((item) => this.key(item) === this.key(row.item));
    const page = Math.max(1, Math.floor(window.innerHeight / this.rowHeight) - 2);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in moves) {
      event.preventDefault();
      this.#focus(Math.max(0, Math.min(this.#items.length - 1, index + moves[event.key])));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#tell('open', row.item);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      this.#tell('delete-item', row.item);
    }
  }

  #focus(index) {
    const item = this.#items[index];
    if (item === undefined) return;
    this.#focusKey = this.key(item);
    this.#draw();
    const row = this.#rows.get(this.#focusKey);
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
    this.#schedule();
  }

  #tell(type, item) {
    this.dispatchEvent(new CustomEvent(type, { detail: item }));
  }
}

customElements.define('virtual-list', VirtualList);

/** Makes a list. */
export function virtualList(properties) {
  return Object.assign(document.createElement('virtual-list'), properties);
}
