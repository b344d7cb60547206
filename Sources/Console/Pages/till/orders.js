import { confirm } from '../shell/dialog.js';
import { foreign } from '../shell/dom.js';
import { told } from '../shell/problem.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { askPIN } from './askpin.js';
import { failures, isLowAfter, needsPIN, quantities, sumOf } from './model.js';
import { money } from './money.js';
import { texts } from './texts.js';

const t = words(texts);
/** Time in which a booking can be undone before it is sent, in s. */
const undoTime = 5;

/**
 * Books for the member: one product with a press, which can be undone before it is sent, or the cart. One booking is sent
 * after the other. Events: `change`; `begin` when one is sent; `trouble` with `{ error, about }`.
 */
class Orders extends EventTarget {
  /** Whether the member is leaving, so that the balance is not told any more. */
  isLeaving = false;
  #pending = null;
  #running = Promise.resolve();
  #sending = 0;

  /** Whether a booking waits to be sent, or for its answer. */
  get isBusy() { return this.#pending !== null || this.#sending > 0; }
  get isSending() { return this.#sending > 0; }

  /** Books a product in a moment; another press of the same product in that time books one piece more. */
  async tap(product) {
    if (this.#isHeldUp()) return;
    const before = this.#pending;
    const isMore = before?.product.id === product.id && before.quantity < quantities.most;
    if (before && !isMore) this.flush();
    const quantity = isMore ? before.quantity + 1 : 1;
    const total = product.price_cents * quantity;
    let pin = isMore ? before.pin : undefined;
    if (needsPIN(account.member, total) && pin === undefined) {
      this.undo();
      pin = await askPIN(t('pinToBook', { sum: money(total) }));
      if (pin === null) return;
    } else if (isMore) this.undo();
    this.#wait({ product, quantity, total, pin });
  }

  /** Whether a booking whose outcome is unknown holds up others, which is told. */
  #isHeldUp() {
    const open = account.till?.open_booking;
    if (open) toast(t('openFirst', { name: `${open.quantity} × ${foreign(open.name)}` }));
    return Boolean(open);
  }

  #wait(order) {
    const name = `${order.quantity} × ${foreign(order.product.name)}`;
    const low = isLowAfter(account.member, order.total) ? ` ${t('lowAfter', { balance: money(account.member.balance_cents - order.total) })}` : '';
    const pending = { ...order, notice: null };
    const isMine = () => this.#pending === pending;
    pending.notice = toast(`${t('willBook', { name, sum: money(order.total) })}${low}`, {
      action: t('undo'), seconds: undoTime,
      onAction: () => {
        if (!isMine()) return;
        this.#pending = null;
        toast(t('undone', { name }));
        this.#tell();
      },
      onEnd: () => {
        if (!isMine()) return;
        this.#pending = null;
        this.#send({ product: order.product.id, quantity: order.quantity, total_cents: order.total, pin: order.pin }, name);
      },
    });
    this.#pending = pending;
    this.#tell();
  }

  /** Takes back what was not sent yet. @returns {boolean} Whether there was anything. */
  undo() {
    const pending = this.#pending;
    this.#pending = null;
    pending?.notice.end();
    this.#tell();
    return pending !== null;
  }

  /** Sends what could still be undone, and waits for the answers. */
  flush() {
    this.#pending?.notice.end();
    return this.#running;
  }

  /** Books the cart, after a question if prices have changed. */
  async bookCart() {
    if (this.#isHeldUp()) return;
    this.flush();
    const { cart } = account;
    if (cart.changed && !await this.#agree(cart)) return;
    const total = cart.total_cents;
    let pin;
    if (needsPIN(account.member, total)) {
      pin = await askPIN(t('pinToBook', { sum: money(total) }));
      if (pin === null) return;
    }
    await this.#send({ total_cents: total, pin }, t('theCart'));
  }

  #agree(cart) {
    const changed = cart.items.filter((item) => item.current_price_cents !== undefined && item.current_price_cents !== item.unit_price_cents);
    return confirm({
      title: t('pricesChanged'), isDangerous: false, action: t('bookFor', { sum: money(cart.total_cents) }),
      lost: changed.map((item) => t('costsNow', { name: foreign(item.name), now: money(item.current_price_cents), before: money(item.unit_price_cents) })),
    });
  }

  #send(order, name) {
    this.#sending += 1;
    this.#tell();
    this.#running = this.#running.then(() => this.#book(order, name)).finally(() => {
      this.#sending -= 1;
      this.#tell();
    });
    return this.#running;
  }

  async #book(order, name) {
    this.dispatchEvent(new Event('begin'));
    try {
      this.#tellResults(await account.book(order));
    } catch (error) {
      await this.#failed(error, order, name);
    }
    if (account.member) await account.loadCart().catch(() => {});
  }

  #tellResults(results) {
    const booked = results.filter((result) => result.outcome === 'booked' || result.outcome === 'found');
    const { member } = account;
    if (booked.length) {
      const names = booked.map((result) => `${result.quantity} × ${foreign(result.name)}`).join(', ');
      // Who comes next need not see it.
      const balance = member && !this.isLeaving ? ` ${t(member.low ? 'balanceLow' : 'newBalance', { balance: money(member.balance_cents) })}` : '';
      toast(`${t('booked', { names, sum: money(sumOf(booked)) })}${balance}`);
    }
    for (const { error, about } of failures(results)) this.trouble(error, t(about.key, { name: foreign(about.name) }));
  }

  async #failed(error, order, name) {
    if (error.code === 'till-price-changed') return this.#askAgain(order, name);
    // The gateway may have sent it: its state then has the booking whose outcome is unknown.
    if (error.code === 'gateway-unreachable') return this.trouble(error, t('maybeBooked', { name }));
    if (['unknown-product', 'till-not-found', 'till-not-sold'].includes(error.code)) account.loadProducts();
    this.trouble(error, t('notBooked', { name }));
  }

  async #askAgain(order, name) {
    await Promise.allSettled([account.loadProducts(), account.loadCart()]);
    if (order.product === undefined) {
      if (account.cart && await this.#agree(account.cart)) this.#send({ ...order, total_cents: account.cart.total_cents }, name);
      return;
    }
    const product = account.product(order.product);
    if (!product) return this.trouble(Object.assign(new Error(), { code: 'unknown-product' }), t('notBooked', { name }));
    const total = product.price_cents * order.quantity;
    const isAgreed = await confirm({
      title: t('pricesChanged'), isDangerous: false, action: t('bookFor', { sum: money(total) }),
      text: t('costsNow', { name, now: money(total), before: money(order.total_cents) }),
    });
    if (isAgreed) this.#send({ ...order, total_cents: total }, name);
  }

  /** Tells a failure: on the till's screen while a member is there, else at the bottom of the page. */
  trouble(error, about) {
    const isTaken = !this.dispatchEvent(new CustomEvent('trouble', { detail: { error, about }, cancelable: true }));
    if (!isTaken) toast(`${about} ${told(error).message}`, { seconds: 12 });
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}

export const orders = new Orders();

// A booking that was pressed is sent even if the page is closed meanwhile.
window.addEventListener('pagehide', () => orders.flush());
