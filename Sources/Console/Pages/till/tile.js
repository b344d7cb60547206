import { el, fill, foreign, foreignText, setText } from '../shell/dom.js';
import { words } from '../shell/words.js';
import { productIcon } from './icons.js';
import { money } from './money.js';
import { texts } from './texts.js';

const t = words(texts);

/**
 * A product: a press on its face books it; star and plus beside it. Events: `book`, `favorite`, `cart`, which bubble, with
 * the product as detail.
 */
export class Tile extends HTMLElement {
  #product = null;
  #iconKey = null;
  #icon = el('span', { class: 'picture' });
  #name = el('span', { class: 'name' });
  #price = el('span', { class: 'price' });
  #count = el('span', { class: 'count', 'aria-hidden': 'true' });
  #face = el('button', { type: 'button', class: 'face', on: { click: () => this.#tell('book') } }, this.#icon, this.#name, this.#price);
  #star = el('button', { type: 'button', class: 'icon star', on: { click: () => this.#tell('favorite') } });
  #plus = el('button', { type: 'button', class: 'icon', on: { click: () => this.#tell('cart') } }, el('span', { 'aria-hidden': 'true' }, '+ '), el('span', { class: 'cart-sign', 'aria-hidden': 'true' }, t('cartShort')), this.#count);

  connectedCallback() {
    if (this.firstChild) return;
    this.setAttribute('role', 'listitem');
    fill(this, this.#face, el('div', { class: 'beside' }, this.#star, this.#plus));
  }

  /** Shows a product, and how many of it are in the cart. */
  show(product, inCart) {
    this.#product = product;
    const iconKey = `${product.icon ?? ''} ${product.category}`;
    if (iconKey !== this.#iconKey) {
      this.#iconKey = iconKey;
      fill(this.#icon, productIcon(product));
    }
    const name = foreign(product.name);
    if (this.#name.dataset.name !== name) {
      this.#name.dataset.name = name;
      fill(this.#name, foreignText(product.name));
    }
    setText(this.#price, money(product.price_cents));
    setText(this.#star, product.favorite ? '★' : '☆');
    this.#star.setAttribute('aria-pressed', String(product.favorite));
    this.#star.setAttribute('aria-label', t('favorite', { name }));
    this.#face.setAttribute('aria-label', t('bookOne', { name, price: money(product.price_cents) }));
    this.#plus.setAttribute('aria-label', inCart ? t('toCartHas', { name, n: inCart }) : t('toCart', { name }));
    setText(this.#count, inCart ? String(inCart) : '');
  }

  focus() {
    this.#face.focus();
  }

  #tell(type) {
    this.dispatchEvent(new CustomEvent(type, { detail: this.#product, bubbles: true }));
  }
}

customElements.define('till-tile', Tile);
