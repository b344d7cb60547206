import { keyed } from '../shell/keyed.js';
import { el, fill, foreign, foreignText, setText } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { isLowAfter, quantities } from './model.js';
import { money } from './money.js';
import { orders } from './orders.js';
import { texts } from './texts.js';

const t = words(texts);

/** The member's cart: quantities, changed prices, sum and balance afterwards, and the button that books it. */
export class Cart extends HTMLElement {
  #state = el('div', {});
  #stateKey = null;
  #items = el('ul', { class: 'cart-items' });
  #sum = el('p', { class: 'sum' });
  #after = el('p', { class: 'after' });
  #book = el('button', { type: 'button', class: 'main wide', on: { click: () => this.#press(this.#book, () => orders.bookCart(), t('booking')) } });
  #clear = el('button', { type: 'button', class: 'plain', on: { click: () => this.#press(this.#clear, () => account.clearCart()) } }, t('clearCart'));
  #onChange = () => this.#draw();

  connectedCallback() {
    fill(this, el('section', { class: 'card cart', 'aria-label': t('cart') }, el('div', { class: 'cart-head' }, el('h2', {}, t('cart')), this.#clear),
      this.#state, this.#items, el('div', { class: 'foot' }, this.#sum, this.#after, this.#book)));
    account.addEventListener('change', this.#onChange);
    orders.addEventListener('change', this.#onChange);
    this.#draw();
  }

  disconnectedCallback() {
    account.removeEventListener('change', this.#onChange);
    orders.removeEventListener('change', this.#onChange);
  }

  async #press(button, action, words) {
    try {
      await press(button, action, words);
    } catch (error) {
      orders.trouble(error, t('notChanged', { name: t('cart') }));
    }
    this.#draw();
  }

  #draw() {
    const { cart, member } = account;
    const items = cart?.items ?? [];
    this.classList.toggle('filled', items.length > 0);
    this.#drawState(cart, items);
    keyed(this.#items, items, (item) => item.product, (item) => new Item(item.product), (element, item) => element.show(item));
    for (const part of [this.#sum, this.#after, this.#book, this.#clear]) part.hidden = items.length === 0;
    if (items.length === 0 || !member) return;
    setText(this.#sum, t('sum', { sum: money(cart.total_cents) }));
    const isLow = isLowAfter(member, cart.total_cents);
    setText(this.#after, t(isLow ? 'afterLow' : 'after', { balance: money(member.balance_cents - cart.total_cents) }));
    this.#after.classList.toggle('is-low', isLow);
    if (this.#book.hasAttribute('aria-busy')) return;
    setText(this.#book, t('bookFor', { sum: money(cart.total_cents) }));
    this.#book.disabled = orders.isSending || items.some((item) => item.sold === false);
  }

  #drawState(cart, items) {
    const key = JSON.stringify([cart === null, items.length === 0, cart?.error?.code, cart?.changed]);
    if (key === this.#stateKey) return;
    this.#stateKey = key;
    const error = cart?.error ? Object.assign(new Error(cart.error.message), cart.error) : null;
    fill(this.#state,
      cart !== null && items.length === 0 ? el('p', { class: 'quiet' }, t('cartEmpty')) : null,
      error ? problemBox(error, { action: t('retry'), onAction: () => account.loadCart().catch(() => {}) }) : null,
      cart?.changed ? el('p', { class: 'warn', role: 'status' }, t('pricesChanged')) : null);
  }
}

customElements.define('till-cart', Cart);

/** An item of the cart, with its quantity. */
class Item extends HTMLElement {
  #product;
  #text = el('div', { class: 'about' });
  #textKey = null;
  #quantity = el('output', {});
  #less = el('button', { type: 'button', on: { click: () => this.#set(account.quantityOf(this.#product) - 1) } }, '−');
  #more = el('button', { type: 'button', on: { click: () => this.#set(account.quantityOf(this.#product) + 1) } }, '+');

  constructor(product) {
    super();
    this.#product = product;
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.setAttribute('role', 'listitem');
    fill(this, this.#text, el('div', { class: 'stepper' }, this.#less, this.#quantity, this.#more));
  }

  show(item) {
    const quantity = account.quantityOf(item.product);
    const name = foreign(item.name);
    const price = item.current_price_cents ?? item.unit_price_cents;
    const key = JSON.stringify([item, quantity]);
    if (key !== this.#textKey) {
      this.#textKey = key;
      const isChanged = item.current_price_cents !== undefined && item.current_price_cents !== item.unit_price_cents;
      fill(this.#text, el('strong', {}, foreignText(item.name)), el('span', { class: 'quiet' }, t('each', { price: money(price), sum: money(price * quantity) })),
        isChanged ? el('span', { class: 'warn' }, t('insteadOf', { now: money(price), before: money(item.unit_price_cents) })) : null,
        item.sold === false ? el('span', { class: 'warn' }, t('notSold')) : null);
    }
    setText(this.#quantity, String(quantity));
    this.#quantity.setAttribute('aria-label', t('quantityOf', { name }));
    this.#less.setAttribute('aria-label', quantity > 1 ? t('less', { name }) : t('removeItem', { name }));
    this.#more.setAttribute('aria-label', t('more', { name }));
    this.#more.disabled = quantity >= quantities.most;
  }

  async #set(quantity) {
    try {
      await account.setQuantity(this.#product, Math.max(0, quantity));
    } catch (error) {
      orders.trouble(error, t('notChanged', { name: t('cart') }));
    }
  }
}

customElements.define('till-cart-item', Item);
