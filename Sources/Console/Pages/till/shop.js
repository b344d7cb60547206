import { keyed } from '../shell/keyed.js';
import { el, fill, foreign } from '../shell/dom.js';
import { empty, problemBox } from '../shell/problem.js';
import { route, setQuery } from '../shell/router.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { Cart } from './cart.js';
import { categoriesOf, categoryKey, quantities, tilesOf } from './model.js';
import { orders } from './orders.js';
import { texts } from './texts.js';
import { Tile } from './tile.js';

const t = words(texts);
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Products as tiles, and the cart beside them. */
export class Shop extends HTMLElement {
  #search = el('input', { type: 'search', 'aria-label': t('search'), placeholder: t('search'), 'data-filter': true, autocomplete: 'off', on: { input: () => this.#filter({ q: this.#search.value.trim() }) } });
  #categories = el('div', { class: 'categories', role: 'group', 'aria-label': t('categories') });
  #categoryKey = null;
  // Favourites as of the last filter: a tile does not move under the finger that marks it.
  #first = null;
  #state = el('div', {});
  #tiles = el('div', { class: 'tiles', role: 'list', 'aria-label': t('products') });
  #onChange = () => this.#draw();
  #onProducts = () => { if (!this.#tiles.contains(document.activeElement)) this.#first = null; };

  connectedCallback() {
    this.#search.value = route().query.get('q') ?? '';
    fill(this, el('div', { class: 'split' },
      el('section', { 'aria-label': t('products') }, this.#search, this.#categories, this.#state, this.#tiles), new Cart()));
    this.#tiles.addEventListener('book', (event) => orders.tap(event.detail));
    this.#tiles.addEventListener('favorite', (event) => this.#act(account.setFavorite(event.detail.id, !event.detail.favorite), event.detail));
    this.#tiles.addEventListener('cart', (event) => this.#add(event.detail));
    this.#tiles.addEventListener('keydown', (event) => this.#press(event));
    account.addEventListener('change', this.#onChange);
    account.addEventListener('products', this.#onProducts);
    this.#draw();
  }

  disconnectedCallback() {
    account.removeEventListener('change', this.#onChange);
    account.removeEventListener('products', this.#onProducts);
  }

  #filter(changes) {
    this.#first = null;
    setQuery(changes);
    this.#draw();
  }

  #add(product) {
    const quantity = Math.min(quantities.most, account.quantityOf(product.id) + 1);
    this.#act(account.setQuantity(product.id, quantity), product);
  }

  async #act(action, product) {
    try {
      await action;
    } catch (error) {
      orders.trouble(error, t('notChanged', { name: foreign(product.name) }));
    }
  }

  #draw() {
    const { products, error } = account;
    fill(this.#state, error ? problemBox(error, { action: t('retry'), onAction: () => account.loadProducts() }) : null,
      products === null && !error ? el('p', { class: 'quiet', role: 'status' }, t('loading')) : null);
    if (products === null) return;
    const query = route().query;
    const category = query.get('category') ?? '';
    this.#drawCategories(products, category);
    this.#first ??= account.favorites;
    const shown = tilesOf(products, { favorites: this.#first, search: this.#search.value, category });
    keyed(this.#tiles, shown, (product) => product.id, () => new Tile(), (tile, product) => tile.show(product, account.quantityOf(product.id)));
    if (shown.length === 0) this.#state.append(products.length === 0 ? empty(t('noProducts')) : empty(t('nothingFound'), t('showAll'), () => this.#showAll()));
  }

  #showAll() {
    this.#search.value = '';
    this.#filter({ q: '', category: '' });
  }

  #drawCategories(products, chosen) {
    const codes = ['', 'favorites', ...categoriesOf(products)];
    const key = `${codes.join()} ${chosen}`;
    if (key === this.#categoryKey) return;
    this.#categoryKey = key;
    const focused = this.#categories.contains(document.activeElement);
    fill(this.#categories, codes.map((code) => el('button', { type: 'button', 'aria-pressed': String(code === chosen), on: { click: () => this.#filter({ category: code }) } },
      code === '' ? t('all') : code === 'favorites' ? t('favorites') : categoryKey(code) ? t(code) : foreign(code))));
    if (focused) this.#categories.querySelector('[aria-pressed="true"]')?.focus();
  }

  /** Arrows move between tiles, as they are seen. */
  #press(event) {
    const move = arrows[event.key];
    const from = event.target.closest('till-tile');
    if (!move || !from) return;
    event.preventDefault();
    const tiles = [...this.#tiles.children];
    const at = tiles.indexOf(from);
    const columns = tiles.filter((tile) => tile.offsetTop === tiles[0].offsetTop).length;
    tiles[at + move[0] + move[1] * columns]?.focus();
  }
}

customElements.define('till-shop', Shop);
