import { get, post, put, query, remove } from '../shell/api.js';
import { status } from '../shell/status.js';

/** Codes after which nobody is logged in to the till any more. */
const over = new Set(['till-logged-out', 'till-not-logged-in', 'till-login-needed', 'till-idle']);
/** Longest wait for the answer to a booking, in ms. The gateway looks a lost one up for more than a minute. */
const bookingWait = 100_000;
const pathOf = (product) => encodeURIComponent(product);

/**
 * The member who is logged in, the products and the member's cart, for as long as the page is open.
 *
 * Events: `change`; `member` when a member comes or goes; `products` when the products were read.
 */
class Account extends EventTarget {
  /** Products that are sold; null before they are known. */
  products = null;
  /** Why the products could not be read last; null if they could. */
  error = null;
  /** The cart; null before it is known. */
  cart = null;
  #name = null;
  #version = 0;
  #wanted = new Map();
  #setting = null;
  // Whether a member who may still be logged in at the gateway has left.
  #hasLeft = false;
  #leaving = null;

  constructor() {
    super();
    status.addEventListener('till', () => this.#follow());
  }

  /** The till's state; null before it is known. */
  get till() { return status.till; }
  /** The member who is logged in; null if nobody is. */
  get member() { return this.#hasLeft ? null : status.till?.member ?? null; }

  #follow() {
    if (this.#hasLeft && status.till?.member) this.#sendLogOut();
    const name = this.member?.email ?? null;
    if (name !== this.#name) {
      this.#name = name;
      this.cart = null;
      this.#wanted.clear();
      this.dispatchEvent(new Event('member'));
    }
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }

  /** Runs a request of the member; where the login has ended, the state says so afterwards. @throws {Error} */
  async #ask(request) {
    try {
      return await request;
    } catch (error) {
      if (over.has(error.code)) await status.askTill().catch(() => {});
      throw error;
    }
  }

  // Login

  async logIn(order) { this.#enter(await post('/v1/till/login', order)); }
  async logInByBadge(id) { this.#enter(await post('/v1/till/login/badge', { id })); }

  #enter(till) {
    this.#hasLeft = false;
    status.setTill(till);
  }

  /** Forgets the member at once; the gateway is told as soon as it answers. */
  async logOut() {
    this.#hasLeft = true;
    const leaving = this.#sendLogOut();
    this.#follow();
    await leaving;
  }

  #sendLogOut() {
    this.#leaving ??= this.#tellLeft().catch(() => {}).finally(() => { this.#leaving = null; });
    return this.#leaving;
  }

  async #tellLeft() {
    await post('/v1/till/logout');
    await status.askTill();
    this.#hasLeft = false;
  }

  /** Has a code sent for a new PIN. @returns {Promise<string>} The server's message; may be empty. */
  async requestReset(order) { return (await post('/v1/till/pin/reset', order))?.message ?? ''; }
  confirmReset(order) { return put('/v1/till/pin/reset', order); }

  // Products

  async loadProducts() {
    const version = this.#version += 1;
    try {
      const { products } = await this.#ask(get('/v1/till/products'));
      // A later question may be another member's.
      if (version !== this.#version) return;
      this.products = products;
      this.error = null;
      this.dispatchEvent(new Event('products'));
    } catch (error) {
      if (version !== this.#version) return;
      this.error = error;
    }
    this.#tell();
  }

  product(id) { return this.products?.find((product) => product.id === id) ?? null; }
  get favorites() { return new Set((this.products ?? []).filter((product) => product.favorite).map((product) => product.id)); }

  /** Shown at once, and taken back if it fails. @throws {Error} */
  async setFavorite(id, isWanted) {
    const path = `/v1/till/favorites/${pathOf(id)}`;
    this.#patch(id, { favorite: isWanted });
    try {
      await this.#ask(isWanted ? put(path) : remove(path));
    } catch (error) {
      this.#patch(id, { favorite: !isWanted });
      throw error;
    }
  }

  #patch(id, fields) {
    this.products = this.products?.map((product) => (product.id === id ? { ...product, ...fields } : product)) ?? null;
    this.#tell();
  }

  // Cart

  async loadCart() { this.#take(await this.#ask(get('/v1/till/cart'))); }

  #take(cart) {
    this.cart = cart;
    this.#tell();
  }

  /** Pieces in the cart, as the member wants them. */
  quantityOf(product) {
    return this.#wanted.get(product) ?? this.cart?.items.find((item) => item.product === product)?.quantity ?? 0;
  }

  /** Sets a quantity; 0 removes the item. Presses that come faster than answers are joined. @throws {Error} */
  setQuantity(product, quantity) {
    this.#wanted.set(product, quantity);
    this.#tell();
    this.#setting ??= this.#send().finally(() => {
      this.#setting = null;
      this.#wanted.clear();
      this.#tell();
    });
    return this.#setting;
  }

  async #send() {
    while (this.#wanted.size) {
      const [product, quantity] = this.#wanted.entries().next().value;
      const path = `/v1/till/cart/${pathOf(product)}`;
      const cart = await this.#ask(quantity ? put(path, { quantity }) : remove(path));
      if (this.#wanted.get(product) === quantity) this.#wanted.delete(product);
      this.#take(cart);
    }
  }

  async clearCart() {
    await this.#ask(remove('/v1/till/cart'));
    await this.loadCart();
  }

  // Bookings

  /**
   * Books the cart, or one product.
   *
   * @param {{product?: string, quantity?: number, total_cents: number, pin?: string}} order
   * @returns {Promise<object[]>} Outcome of each item that was sent. @throws {Error}
   */
  async book(order) {
    return this.#report(await this.#ask(post('/v1/till/bookings', order, { wait: bookingWait })));
  }

  /** Looks up the booking whose outcome is unknown. @throws {Error} */
  async settle() { return this.#report(await this.#ask(post('/v1/till/open-booking', undefined, { wait: bookingWait }))); }

  #report({ results, status: till }) {
    status.setTill(till);
    return results;
  }

  async forgetOpen() {
    await this.#ask(remove('/v1/till/open-booking'));
    await status.askTill();
  }

  // History

  bookings(from, isWithVoided) { return this.#ask(get(query('/v1/till/bookings', { from, include_voided: isWithVoided ? 'yes' : undefined }))); }
  transactions(from, type) { return this.#ask(get(query('/v1/till/transactions', { from, type }))); }
  statistics(period) { return this.#ask(get(query('/v1/till/statistics', { period }))); }

  // Settings

  async setThreshold(cents, pin) { status.setTill(await this.#ask(put('/v1/till/threshold', { threshold_cents: cents, pin }))); }
  changePIN(current, wanted) { return this.#ask(put('/v1/till/pin', { current_pin: current, new_pin: wanted })); }
  badges() { return this.#ask(get('/v1/till/badge')); }
  bindBadge(order) { return this.#ask(put('/v1/till/badge', order)); }
  unbindBadge() { return this.#ask(remove('/v1/till/badge')); }
}

export const account = new Account();
