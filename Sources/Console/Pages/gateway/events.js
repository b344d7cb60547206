import { get, query, remove } from '../shell/api.js';
import { confirm } from '../shell/dialog.js';
import { el, fill, foreignText, setText } from '../shell/dom.js';
import { follow } from '../shell/live.js';
import { mark } from '../shell/mark.js';
import { empty, problemBox } from '../shell/problem.js';
import { setQuery } from '../shell/router.js';
import { session } from '../shell/session.js';
import { exactTime, timeAgo } from '../shell/time.js';
import { toast } from '../shell/toast.js';
import { added, chosen, lastId, toggled, typeCounts, types, typesOf, typesText } from './eventlog.js';
import { eventMark } from './eventmark.js';
import { keyed } from '../shell/keyed.js';
import { act, foreignLines, t } from './parts.js';

/** Events shown at first, and added by each press. */
const pageLength = 100;
/** Events asked for at the start. */
const limit = 1000;

/** The event log, live. */
export class Events extends HTMLElement {
  #events = [];
  #types = new Set();
  #text = '';
  #shownCount = pageLength;
  #isLoaded = false;
  #stream = null;
  #unnumbered = 0;
  #state = el('span', { role: 'status' });
  #chips = new Map();
  #filter = el('input', { type: 'search', id: 'event-filter', placeholder: t('filterEventsHint'), autocomplete: 'off', 'data-filter': true, on: { input: () => this.#setText(this.#filter.value) } });
  #count = el('p', { class: 'quiet', role: 'status' });
  #problem = el('div', {});
  #list = el('ol', { class: 'events' });
  #none = el('div', {});
  #more = el('button', { type: 'button', hidden: true, on: { click: () => this.#showMore() } }, t('showOlder'));
  #clear = el('button', { type: 'button', hidden: true, on: { click: (event) => this.#clearLog(event.currentTarget) } }, t('clearLog'));

  connectedCallback() {
    this.#list.setAttribute('aria-label', t('events'));
    for (const type of types) {
      const count = el('span', { class: 'number' });
      const chip = el('button', { type: 'button', class: 'chip', 'aria-pressed': 'false', on: { click: () => this.#toggle(type) } }, eventMark(type), count);
      this.#chips.set(type, { chip, count });
    }
    fill(this, el('div', { class: 'event-head' }, el('h2', {}, t('events')), this.#state, this.#clear),
      el('div', { class: 'event-columns' },
        el('div', { class: 'event-filter' }, el('label', { for: 'event-filter', class: 'visually-hidden' }, t('filterEvents')), this.#filter, this.#count,
          el('div', { class: 'chips', role: 'group', 'aria-label': t('filterByType') }, [...this.#chips.values()].map(({ chip }) => chip))),
        el('div', {}, this.#problem, this.#list, this.#none, this.#more)));
    this.#load();
  }

  disconnectedCallback() { this.#stream?.close(); }

  show(route) {
    this.#types = typesOf(route.query.get('type'));
    this.#text = route.query.get('q') ?? '';
    if (this.#filter.value !== this.#text) this.#filter.value = this.#text;
    this.#draw();
  }

  async #load() {
    fill(this.#problem);
    try {
      const { events } = await get(query('/v1/events', { limit }));
      this.#isLoaded = true;
      this.#events = added([], events);
      this.#draw();
      if (this.isConnected) this.#follow();
    } catch (error) {
      fill(this.#problem, problemBox(error, { action: t('retry'), onAction: () => this.#load() }));
    }
  }

  #follow() {
    const path = () => query('/v1/events/stream', { after: lastId(this.#events) });
    this.#stream = follow(path(), { event: (event) => this.#take(event), missed: () => this.#catchUp() }, {
      resume: path, onState: (state) => fill(this.#state, state === 'open' ? mark('live', t('live')) : mark('warning', t('lostTryingAgain'))),
    });
  }

  /** Events that this page was too slow for are in the log. */
  async #catchUp() {
    const { events } = await get(query('/v1/events', { limit })).catch(() => ({ events: [] }));
    this.#events = added(this.#events, events);
    this.#draw();
  }

  #take(event) {
    this.#unnumbered += event.id === undefined ? 1 : 0;
    this.#events = added(this.#events, [event.id === undefined ? { ...event, key: `unnumbered ${this.#unnumbered}` } : event]);
    this.#draw();
  }

  #toggle(type) {
    this.#types = toggled(this.#types, type);
    setQuery({ type: typesText(this.#types) });
    this.#draw();
  }

  #setText(text) {
    this.#text = text;
    setQuery({ q: text });
    this.#draw();
  }

  #showMore() {
    const first = this.#shownCount;
    this.#shownCount += pageLength;
    this.#draw();
    this.#list.children[first]?.focus();
  }

  #draw() {
    const found = chosen(this.#events, this.#types, this.#text);
    const counts = typeCounts(this.#events);
    for (const [type, { chip, count }] of this.#chips) {
      chip.setAttribute('aria-pressed', String(this.#types.has(type)));
      setText(count, this.#isLoaded ? counts[type] : '');
    }
    setText(this.#count, this.#isLoaded ? t('eventsCount', { shown: found.length, n: this.#events.length }) : t('loading'));
    keyed(this.#list, found.slice(0, this.#shownCount), (event) => event.id ?? event.key, makeRow, () => {});
    this.#more.hidden = found.length <= this.#shownCount;
    this.#clear.hidden = !session.may('admin') || this.#events.length === 0;
    this.#showEmpty(found.length === 0 && this.#isLoaded);
  }

  #showEmpty(isEmpty) {
    const key = !isEmpty ? '' : this.#events.length ? 'filtered' : 'none';
    if (this.#none.dataset.key === key) return;
    this.#none.dataset.key = key;
    fill(this.#none, key === 'filtered' ? empty(t('noEventsMatch'), t('showAllEvents'), () => this.#showAll()) : key === 'none' ? empty(t('noEvents')) : null);
  }

  #showAll() {
    this.#types = new Set();
    this.#text = this.#filter.value = '';
    setQuery({ type: '', q: '' });
    this.#draw();
    this.#filter.focus();
  }

  async #clearLog(button) {
    const oldest = this.#events.at(-1);
    const isSure = await confirm({
      title: t('clearQuestion'), text: t('clearText'), action: t('clearLog'),
      lost: [t('clearLost', { n: this.#events.length, from: exactTime(oldest.ts) }), ...(this.#types.size || this.#text ? [t('clearAlsoHidden')] : [])],
    });
    if (!isSure) return;
    await act(button, this.#problem, async () => {
      const before = new Set(this.#events.map((event) => event.id));
      const { removed } = await remove('/v1/events');
      this.#events = this.#events.filter((event) => !before.has(event.id));
      this.#draw();
      toast(t('cleared', { n: removed }));
      this.#filter.focus();
    });
  }
}

function makeRow(event) {
  return el('li', { class: `event ${event.level}`, tabIndex: -1 },
    el('div', { class: 'event-title' }, el('strong', {}, foreignText(event.title)), event.simulated ? el('span', { class: 'tag' }, 'SIMULATED') : null),
    el('div', { class: 'event-facts' }, eventMark(event.kind), timeAgo(event.ts), event.dongle ? foreignText(event.dongle, { class: 'address' }) : null),
    event.detail ? el('p', {}, el('bdi', {}, foreignLines(event.detail))) : null);
}

customElements.define('gateway-events', Events);
