import { connection } from '../shell/connection.js';
import { el, fill, setText } from '../shell/dom.js';
import { empty } from '../shell/problem.js';
import { go, route, setQuery } from '../shell/router.js';
import { status } from '../shell/status.js';
import { store, stored } from '../shell/storage.js';
import { words } from '../shell/words.js';
import { act } from './acts.js';
import { Air } from './air.js';
import './detail.js';
import { matches } from './filter.js';
import './notices.js';
import { clock, number } from './numbers.js';
import { Order, sortDevices } from './order.js';
import './rows.js';
import { frozen, queryOf, viewOf } from './state.js';
import { texts } from './texts.js';
import './toolbar.js';

const t = words(texts);
/** Time between two drawings of what changes by itself, in ms. */
const PAUSE = 500;
/** Time for which silence is normal after the start, in ms. */
const PATIENCE = 5_000;
const HIDDEN = 'air.hidden';

/** Every device on the air. */
export default class AirScreen extends HTMLElement {
  #air = new Air();
  #order = new Order();
  #view = viewOf(new URLSearchParams(), null);
  #began = Date.now();
  /** Copy that is shown instead of the model while paused. */
  #frozen = null;
  #open = null;
  #isAsked = true;
  #isDue = false;
  #timer = null;
  #emptyKind = '';
  #top = 0;
  #toolbar = el('air-toolbar');
  #rows = el('air-rows');
  #detail = el('air-detail', { hidden: true });
  #count = el('p', { class: 'count' });
  #notices = el('air-notices');
  #held = el('div', { class: 'held', hidden: true }, t('held'), el('button', { type: 'button', class: 'plain', on: { click: () => this.#sortNow() } }, t('sortNow')));
  #empty = el('div');
  #place = el('div', { class: 'place' });
  #onResize = () => this.#draw(true);

  connectedCallback() {
    fill(this,
      el('div', { class: 'screen-head' }, el('h1', {}, t('title')), this.#count),
      this.#toolbar, this.#notices, fill(this.#place, el('div', { class: 'all' }, this.#empty, this.#rows, this.#held), this.#detail));
    this.#listen();
    this.#air.start(() => this.#draw());
    this.#timer = setInterval(() => this.#draw(), PAUSE);
    window.addEventListener('resize', this.#onResize);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    window.removeEventListener('resize', this.#onResize);
    this.#air.stop();
  }

  show({ path, query }) {
    const before = JSON.stringify(queryOf(this.#view));
    this.#view = viewOf(query, stored('air.columns'));
    this.#isAsked ||= JSON.stringify(queryOf(this.#view)) !== before || this.#order.shown.length === 0;
    this.#hideKnown();
    const [address, addressType = 'random'] = path;
    const wasOpen = this.#open;
    this.#open = address === undefined ? null : { address, addressType, key: `${address}/${addressType}` };
    this.#air.model.openKey = this.#open?.key ?? null;
    this.#showOpen(wasOpen);
    this.#showView();
  }

  #listen() {
    this.#toolbar.addEventListener('filter', ({ detail }) => this.#change({ text: detail }));
    for (const one of [this.#toolbar, this.#rows]) one.addEventListener('sort', ({ detail }) => this.#change(detail));
    this.#toolbar.addEventListener('pause', () => this.#pause());
    this.#toolbar.addEventListener('only-new', () => this.#onlyNew());
    this.#toolbar.addEventListener('columns', ({ detail }) => {
      store('air.columns', detail);
      this.#change({ columns: detail });
    });
    this.#toolbar.addEventListener('act', () => this.#act());
    this.#notices.addEventListener('show-all', () => this.#showAll());
    this.#rows.addEventListener('open', ({ detail }) => go('air', [detail.address, detail.addressType], route().query));
    this.#detail.addEventListener('close', () => {
      if (this.#open) go('air', [], route().query);
    });
  }

  // A person's change of the view shows at once.
  #change(changes) {
    const next = { ...this.#view, ...changes };
    if (JSON.stringify(queryOf(next)) === JSON.stringify(queryOf(this.#view))) return;
    setQuery(queryOf(next));
    this.#view = viewOf(route().query, stored('air.columns'));
    this.#isAsked = true;
    this.#showView();
  }

  #showView() {
    this.#toolbar.view = this.#view;
    this.#rows.view = this.#view;
    this.#draw(true);
  }

  #showOpen(before) {
    const isOpen = this.#open !== null;
    this.#place.classList.toggle('split', isOpen);
    this.classList.toggle('has-detail', isOpen);
    this.#detail.hidden = !isOpen;
    if (before?.key === this.#open?.key) return;
    this.#showDetail();
    // Focus goes to what appeared, and back to where it came from.
    if (isOpen) this.#detail.focusTitle();
    else if (before) this.#rows.focusDevice(before.key);
  }

  #pause() {
    this.#frozen = this.#frozen ? null : frozen(this.#air.model, Date.now());
    this.#toolbar.isPaused = this.#frozen !== null;
    this.#isAsked = true;
    this.#draw(true);
  }

  #onlyNew() {
    const now = Date.now();
    const keys = this.#air.model.hidePresent();
    if (this.#frozen) for (const device of this.#frozen.devices.values()) device.isHidden = true;
    // Identities are kept for a reload; a link has the time alone.
    sessionStorage.setItem(HIDDEN, JSON.stringify({ since: Math.floor(now / 1000) * 1000, keys }));
    this.#change({ since: now });
  }

  #hideKnown() {
    if (this.#view.since === null) {
      this.#air.model.hide(null);
      return;
    }
    const kept = JSON.parse(sessionStorage.getItem(HIDDEN) ?? 'null');
    if (kept?.since === this.#view.since) this.#air.model.hide(kept.keys);
  }

  #showAll() {
    this.#air.model.hide(null);
    if (this.#frozen) for (const device of this.#frozen.devices.values()) device.isHidden = false;
    sessionStorage.removeItem(HIDDEN);
    this.#change({ since: null });
  }

  #sortNow() {
    this.#isAsked = true;
    this.#draw(true);
  }

  #act() {
    const { devices } = this.#frozen ?? this.#air.model;
    const chosen = [...devices.values()].filter((device) => !device.isGone && !device.isHidden && matches(device, this.#view.terms));
    if (chosen.length) act(sortDevices(chosen, 'signal', true), this.#view.terms, this.#view.since !== null);
  }

  // At most once a frame; `isSoon` for what a person waits for.
  #draw(isSoon = false) {
    if (this.#isDue || (document.hidden && !isSoon)) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      if (this.isConnected) this.#drawNow();
    });
  }

  #drawNow() {
    const now = Date.now();
    const { model } = this.#air;
    const source = this.#frozen ?? model;
    // What comes in the first seconds is sorted even beside an open device.
    const isTouched = this.#rows.isTouched || (this.#open !== null && now - this.#began > PATIENCE);
    if (!this.#frozen || this.#isAsked) this.#order.update(source, this.#view, { now, isTouched, isAsked: this.#isAsked });
    this.#isAsked = false;
    this.#showCount(model);
    this.#showNotices(model);
    this.#showEmpty(model, now);
    this.#fit();
    this.#rows.classList.toggle('stale', this.#air.isLost);
    const at = this.#frozen?.at;
    this.#rows.show(this.#order.shown, {
      now: at ?? now, silence: (device, time) => (at ? 0 : model.silence(device, time)), openKey: this.#open?.key ?? null,
    });
    if (!this.#frozen) this.#showDetail();
  }

  #showDetail() {
    if (this.#open === null) return;
    const { model } = this.#air;
    this.#detail.show((this.#frozen ?? model).devices.get(this.#open.key), this.#open, model.began);
  }

  #showCount(model) {
    const { matching, present } = this.#order;
    setText(this.#count, [t('count', { shown: number(matching), n: present }), t('perSecond', { rate: number(model.rate) })].join(' · '));
    this.#toolbar.count = matching;
  }

  #showNotices(model) {
    const { since } = this.#view;
    let hidden = 0;
    if (since !== null) for (const device of (this.#frozen ?? model).devices.values()) hidden += device.isHidden && !device.isGone ? 1 : 0;
    // The frame's bar tells a loss of the gateway itself.
    const isLost = this.#air.isLost && connection.lostSince === null;
    this.#notices.show(model, { frozen: this.#frozen, since, hidden, isLost, skipped: this.#air.skipped });
    this.#held.hidden = this.#frozen !== null || !this.#order.isHeld || !(this.#rows.isInUse || this.#open !== null);
  }

  #showEmpty(model, now) {
    const kind = this.#order.shown.length ? '' : this.#whyEmpty(model, now);
    this.#rows.hidden = kind !== '';
    if (kind === this.#emptyKind) return;
    this.#emptyKind = kind;
    const toGateway = () => go('gateway');
    const shown = {
      '': () => null,
      listening: () => el('p', { class: 'quiet', role: 'status' }, t('listening')),
      filter: () => empty(t('nothingMatches'), t('clearFilter'), () => this.#toolbar.clear()),
      new: () => empty(t('nothingNew', { time: clock(this.#view.since) }), t('showAll'), () => this.#showAll()),
      dongle: () => empty(t('noDongle'), t('openGateway'), toGateway),
      nothing: () => empty(t('nothingHeard'), t('openGateway'), toGateway),
    }[kind]();
    fill(this.#empty, shown);
  }

  #whyEmpty(model, now) {
    if (this.#order.present > 0) return this.#view.text.trim() && this.#view.terms.length ? 'filter' : this.#view.since === null ? 'listening' : 'new';
    if (status.gateway && !status.isLive) return 'dongle';
    return now - this.#began < PATIENCE ? 'listening' : 'nothing';
  }

  // From 900 px, list and detail scroll by themselves and end at the window's end.
  #fit() {
    const top = Math.round(this.#place.getBoundingClientRect().top + window.scrollY);
    if (top === this.#top) return;
    this.#top = top;
    this.style.setProperty('--top', `${top}px`);
  }
}

customElements.define('air-screen', AirScreen);
