import { get, query } from '../shell/api.js';
import { keepAwake, tellResult } from '../shell/attention.js';
import { el, fill, foreign } from '../shell/dom.js';
import { language } from '../shell/language.js';
import { follow } from '../shell/live.js';
import { problemBox } from '../shell/problem.js';
import { go, setQuery } from '../shell/router.js';
import { status } from '../shell/status.js';
import { words } from '../shell/words.js';
import { identityWords, parseIdentity } from './identity.js';
import { begin, choose, explained, fail, idle, look, resume, stop, take } from './model.js';
import { SignalPanel } from './panel.js';
import { SignalPicker } from './picker.js';
import { loadPlaces } from './sources.js';
import { keptResults, nextPlace, placeNamed, placeQuery, places } from './places.js';
import { texts } from './texts.js';

const t = words(texts);
/** Time between two looks at the clock, in ms. */
const lookTime = 500;
/** Time after which the lists are loaded again, in ms. */
const reloadTime = 15_000;
/** Wait for the answer that says why a stream was refused, in ms. */
const reasonWait = 1500;

/** Checks whether a beacon is heard well where it stands. */
export default class SignalScreen extends HTMLElement {
  #state = idle();
  #places = [];
  #lists = null;
  #arranged = null;
  #wanted = null;
  #stream = null;
  #timers = [];
  #startedAt = 0;
  #picker = new SignalPicker();
  #panel = new SignalPanel();
  #onStatus = () => this.#draw();
  #onPayfrit = () => this.#arrange();
  #onVisible = () => { if (!document.hidden) this.#set(resume(this.#state, performance.now())); };

  connectedCallback() {
    fill(this, el('div', { class: 'screen-head' }, el('h1', {}, t('title'))), el('div', { class: 'split' }, this.#picker, this.#panel));
    this.#picker.addEventListener('choose', (event) => this.#choose(event.detail));
    this.#picker.addEventListener('filter', (event) => setQuery({ q: event.detail }));
    this.#panel.addEventListener('start', () => this.#start());
    this.#panel.addEventListener('stop', () => this.#set(stop(this.#state)));
    this.#panel.addEventListener('next', () => this.#next());
    status.addEventListener('change', this.#onStatus);
    status.addEventListener('payfrit', this.#onPayfrit);
    document.addEventListener('visibilitychange', this.#onVisible);
    this.#timers = [
      setInterval(() => { if (!document.hidden) this.#set(look(this.#state, performance.now())); }, lookTime),
      setInterval(() => { if (!document.hidden) this.#load(); }, reloadTime),
    ];
    this.#load();
  }

  disconnectedCallback() {
    this.#close();
    this.#timers.forEach(clearInterval);
    status.removeEventListener('change', this.#onStatus);
    status.removeEventListener('payfrit', this.#onPayfrit);
    document.removeEventListener('visibilitychange', this.#onVisible);
  }

  show(route) {
    this.#picker.filter = route.query.get('q') ?? '';
    this.#wanted = { table: route.query.get('table'), beacon: route.query.get('beacon') };
    if (!this.#wanted.table && !this.#wanted.beacon) this.#picker.open(true);
    this.#resolve();
    this.#draw();
  }

  async #load() {
    const lists = await loadPlaces();
    if (!this.isConnected) return;
    this.#lists = { ...this.#lists, ...lists };
    this.#picker.problem = lists.error
      ? el('div', {}, problemBox(lists.error, { action: t('retry'), onAction: () => this.#load() }), el('p', {}, t('listFailed'))) : null;
    this.#arrange();
  }

  #arrange() {
    if (!this.#lists) return;
    const { tables = [], beacons = [], placements = [] } = this.#lists;
    const { base, business } = status.payfrit ?? {};
    const key = JSON.stringify([tables, beacons, placements, base, business?.id, language()]);
    if (key === this.#arranged) return;
    this.#arranged = key;
    this.#places = places(tables, beacons, keptResults(placements), { base, business: business?.id });
    this.#picker.places = this.#places;
    this.#resolve();
  }

  /** Chooses what the URL names. */
  #resolve() {
    if (!this.#wanted) return;
    const { table, beacon } = this.#wanted;
    const identity = beacon ? parseIdentity(beacon) : null;
    if (identity) {
      const key = identityWords(identity);
      const typed = { ...identity, key, name: '', kept: null, isTyped: true, isIncomplete: false };
      this.#pick(this.#places.find((place) => place.key === key) ?? (this.#state.choice?.key === key ? this.#state.choice : typed));
    } else if (table) {
      const place = placeNamed(this.#places, table);
      if (place && !place.isIncomplete) this.#pick(place);
      else if (place) this.#picker.byHand(place);
    } else this.#pick(null);
    this.#tellUnknown(identity);
  }

  #tellUnknown(identity) {
    const { table, beacon } = this.#wanted;
    const isUnknown = beacon ? !identity : table && this.#lists && !this.#lists.error && !placeNamed(this.#places, table);
    this.querySelector('.unknown')?.remove();
    if (!isUnknown) return;
    this.#pick(null);
    this.querySelector('.screen-head').after(el('p', { class: 'unknown problem', role: 'alert' },
      beacon ? t('unknownBeacon') : t('unknownTable', { name: foreign(table) })));
  }

  #pick(place) {
    this.#set(place === null ? (this.#state.choice ? idle() : this.#state) : choose(this.#state, place));
    this.#picker.chosen = place;
  }

  #choose(place) {
    const q = new URLSearchParams(location.hash.split('?')[1] ?? '').get('q');
    this.#pick(place);
    go('signal', [], { ...(place.isTyped ? { beacon: identityWords(place) } : placeQuery(this.#places, place)), q });
    this.#panel.focusMain();
    window.scrollTo(0, 0);
  }

  #next() {
    const place = nextPlace(this.#places, this.#state.choice);
    if (place) this.#choose(place);
  }

  async #start() {
    const before = begin(this.#state, status.gateway?.dongles, performance.now());
    this.#set(before);
    if (before.phase !== 'scanning') return tellResult(false);
    this.#startedAt = performance.now();
    const { uuid, major, minor } = before.choice;
    const path = query('/v1/placement', { uuid, major, minor });
    const handle = (line) => this.#set(take(this.#state, line, performance.now()));
    this.#stream = follow(path, { start: handle, sample: handle, missed: handle, idle: handle, end: handle },
      { onState: (now) => { if (now === 'lost' && this.#state.lastLine === before.lastLine) this.#askReason(path, before); } });
    await keepAwake(true);
    this.#draw();
  }

  /** A stream that never began: the gateway says why only to a plain request. */
  async #askReason(path, before) {
    try {
      await get(path, { wait: reasonWait });
    } catch (error) {
      const isSame = this.#state.phase === 'scanning' && this.#state.lastLine === before.lastLine;
      if (!isSame || !error.status) return;
      this.#set(fail(this.#state, { kind: 'refused', reason: error.message, hint: error.hint, code: error.code }));
    }
  }

  #set(next) {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    if (next.phase !== 'scanning' && before.phase === 'scanning') this.#close();
    if (next.phase === 'failed' && before.phase === 'scanning') {
      this.#state = { ...next, failure: explained(next.failure, status.gateway?.dongles) };
      tellResult(false);
    }
    if (next.detected && !before.detected) {
      tellResult(true);
      this.#keep(next);
    }
    this.#draw();
  }

  /** The result stands in the list at once; the gateway keeps it, and the next load confirms it. */
  #keep({ choice, detected }) {
    const { uuid, major, minor } = choice;
    const result = { uuid, major, minor, average: detected.average, at: detected.at };
    const others = (this.#lists?.placements ?? []).filter((one) => identityWords(one) !== identityWords(choice));
    this.#lists = { ...this.#lists, placements: [...others, result] };
    this.#arrange();
  }

  #close() {
    this.#stream?.close();
    this.#stream = null;
    keepAwake(false);
  }

  #draw() {
    const { choice, detected } = this.#state;
    this.#panel.show(this.#state, {
      dongles: status.gateway?.dongles, next: detected && choice ? nextPlace(this.#places, choice) : null,
    });
  }
}

customElements.define('signal-screen', SignalScreen);
