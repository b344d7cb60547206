import { el, fill } from '../shell/dom.js';
import { problemBox } from '../shell/problem.js';
import { href, route } from '../shell/router.js';
import { session } from '../shell/session.js';
import { status } from '../shell/status.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { Balance } from './balance.js';
import { Badge } from './badge.js';
import './errors.js';
import { History } from './history.js';
import { kiosk } from './kiosk.js';
import { leave } from './leave.js';
import { OpenBooking, tellSettled } from './openbooking.js';
import { orders } from './orders.js';
import { Profile } from './profile.js';
import { Shop } from './shop.js';
import { Spending } from './spending.js';
import { Start } from './start.js';
import { texts } from './texts.js';

const t = words(texts);
/** Time between two looks at the till's state, and between two readings of the products, in ms. */
const pause = 2000;
const productPause = 60_000;
/** The member's places, by their word in the URL; the first is where the till begins. */
const parts = { shop: () => [new Shop()], history: () => [new History()], spending: () => [new Spending()], account: () => [new Profile(), new Badge()] };

/** The club's till: the start, where a member logs in, and the member's places. */
export default class TillScreen extends HTMLElement {
  #shown = null;
  #timer = null;
  #lastProducts = -Infinity;
  #trouble = el('div', {});
  #head = el('div', { class: 'till-head' }, new Balance(), new OpenBooking(), this.#trouble);
  // What sticks to the top stays below the head.
  #heights = new ResizeObserver(() => this.style.setProperty('--head', `${this.#head.offsetHeight}px`));
  #tabs = el('nav', { class: 'tabs', 'aria-label': t('places') });
  #content = el('div', { class: 'content' });
  #onChange = () => this.#draw();
  #onMember = () => this.#changeMember();
  #onTrouble = (event) => this.#tell(event);
  #onBegin = () => fill(this.#trouble);
  #onKey = (event) => {
    if (event.key === 'z' && (event.ctrlKey || event.metaKey) && orders.undo()) event.preventDefault();
  };

  connectedCallback() {
    account.addEventListener('change', this.#onChange);
    account.addEventListener('member', this.#onMember);
    orders.addEventListener('trouble', this.#onTrouble);
    orders.addEventListener('begin', this.#onBegin);
    document.addEventListener('keydown', this.#onKey);
    this.#heights.observe(this.#head);
    if (account.member) this.#changeMember();
    this.#look();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#timer = null;
    account.removeEventListener('change', this.#onChange);
    account.removeEventListener('member', this.#onMember);
    orders.removeEventListener('trouble', this.#onTrouble);
    orders.removeEventListener('begin', this.#onBegin);
    document.removeEventListener('keydown', this.#onKey);
    this.#heights.disconnect();
    if (!account.member) kiosk.stop();
  }

  show() {
    this.#draw();
  }

  async #look() {
    if (!document.hidden) {
      // A session with the role till asks all the time.
      if (session.role !== 'till') await status.askTill().catch(() => {});
      if (performance.now() - this.#lastProducts > productPause) this.#loadProducts();
    }
    if (this.isConnected) this.#timer = setTimeout(() => this.#look(), pause);
  }

  #loadProducts() {
    this.#lastProducts = performance.now();
    return account.loadProducts();
  }

  #changeMember() {
    fill(this.#trouble);
    if (!account.member) return;
    kiosk.start({ isBusy: () => orders.isBusy, onEnd: () => leave() });
    this.#loadProducts();
    account.loadCart().catch((error) => this.#show(error));
    tellSettled(account.till?.settled);
  }

  #draw() {
    if (!this.isConnected) return;
    if (!account.till) {
      if (!this.firstChild) fill(this, el('h1', {}, t('title')), el('p', { class: 'quiet', role: 'status' }, t('loading')));
      return;
    }
    const part = account.member ? (route().path[0] in parts ? route().path[0] : 'shop') : 'start';
    if (part === this.#shown) return;
    const isNew = this.#shown === null || this.#shown === 'start' || part === 'start';
    this.#shown = part;
    if (part === 'start') return this.#begin();
    if (isNew) fill(this, this.#head, this.#tabs, this.#content);
    fill(this.#tabs, Object.keys(parts).map((name) => el('a', { href: href('till', name === 'shop' ? [] : [name]), 'aria-current': name === part ? 'page' : null }, t(name))));
    fill(this.#content, parts[part]());
    if (isNew) this.querySelector('h1')?.focus();
  }

  /** Shows the start; what somebody typed there is forgotten as a member is. */
  #begin() {
    const start = new Start();
    fill(this, start);
    kiosk.stop();
    kiosk.start({ isBusy: () => !start.isTouched, onEnd: () => { if (this.isConnected) this.#begin(); } });
  }

  #tell(event) {
    if (!account.member) return;
    event.preventDefault();
    this.#show(event.detail.error, event.detail.about);
  }

  #show(error, about) {
    fill(this.#trouble, about ? el('p', { class: 'about-trouble' }, el('bdi', {}, about)) : null,
      problemBox(error, { action: t('close'), onAction: () => fill(this.#trouble) }));
  }
}

customElements.define('till-screen', TillScreen);
