import { get, remove } from '../shell/api.js';
import { confirm } from '../shell/dialog.js';
import { el, fill, foreign, setText } from '../shell/dom.js';
import { mark } from '../shell/mark.js';
import { number } from '../shell/numbers.js';
import { problemBox } from '../shell/problem.js';
import { href } from '../shell/router.js';
import { session } from '../shell/session.js';
import { status } from '../shell/status.js';
import { timeAgo } from '../shell/time.js';
import { DongleActions } from './dongleactions.js';
import { keyed } from '../shell/keyed.js';
import { allDongles, dongleMark, dongleName, lossPercent, slots } from './model.js';
import { Facts, act, section, span, t } from './parts.js';
import { poll } from './poll.js';

/** Time between two questions for counters and connections, in ms. */
const pause = 3000;

/** One dongle: its state, link, slots, and what can be done with it. */
export class Dongle extends HTMLElement {
  #key = null;
  #known = [];
  #dongle = null;
  #poll = null;
  #shown = null;
  #name = el('h2', {});
  #mark = el('p', { class: 'dongle-head' });
  #problem = el('div', {});
  #trouble = el('div', {});
  #actions = new DongleActions();
  #facts = new Facts(['id', 'port', 'firmware', 'build', 'hardware', 'protocol', 'dongleUptime', 'resetReason', 'features']);
  #link = new Facts(['roundTrip', 'adverts', 'advertsLost', 'advertsMissed', 'dropped', 'retransmissions', 'rejected', 'sessions', 'outages']);
  #slots = el('p', {});
  #holders = el('ul', { class: 'holders' });
  #onStatus = () => this.#draw();

  connectedCallback() {
    this.#holders.setAttribute('aria-label', t('connections'));
    fill(this, el('a', { class: 'button', href: href('gateway'), 'data-up': true }, t('allDongles')), this.#name, this.#mark, this.#problem, this.#trouble, this.#actions,
      el('div', { class: 'pair' },
        el('div', {}, section(t('linkAndLosses'), this.#link.element), section(t('slots'), this.#slots, this.#holders)),
        section(t('details'), this.#facts.element)));
    this.#actions.addEventListener('changed', () => this.#poll?.now());
    status.addEventListener('change', this.#onStatus);
  }

  disconnectedCallback() {
    status.removeEventListener('change', this.#onStatus);
    this.#poll?.end();
  }

  show(route) {
    if (this.#key === route.path[0]) return;
    [this.#key] = route.path;
    this.#poll?.end();
    this.#draw();
    this.#poll = poll(() => this.#load(), pause);
  }

  #find() {
    const all = allDongles(status.gateway?.dongles ?? [], this.#known);
    return all.find((one) => [one.id, one.alias, one.port].includes(this.#key)) ?? null;
  }

  #draw() {
    this.#dongle = this.#find();
    const dongle = this.#dongle;
    setText(this.#name, foreign(dongle ? dongleName(dongle) : this.#key ?? ''));
    this.#actions.show(dongle);
    if (!dongle) return;
    const { kind, word } = dongleMark(dongle);
    const key = word + dongle.since;
    if (this.#shown !== key) fill(this.#mark, mark(kind, t(`state-${word}`)), timeAgo(dongle.since), dongle.simulated ? el('strong', {}, 'SIMULATED') : null);
    this.#shown = key;
    this.#showTrouble(dongle);
    this.#facts.set({ id: dongle.id ?? '', port: foreign(dongle.port), firmware: foreign(dongle.firmware ?? '') });
    const link = dongle.link ?? {};
    const loss = lossPercent(dongle.link);
    this.#link.set({
      roundTrip: link.round_trip_ms === undefined ? '' : t('milliseconds', { n: number(link.round_trip_ms, 1) }),
      adverts: count(link.adverts), advertsLost: loss === null ? count(link.adverts_lost) : t('withPercent', { n: link.adverts_lost, percent: number(loss, 2) }),
      advertsMissed: count(link.adverts_missed), retransmissions: count(link.retransmissions), rejected: count(link.frames_rejected),
      sessions: count(link.sessions), outages: count(dongle.outages),
    });
  }

  #showTrouble({ state, last_error: error }) {
    const isTold = error && !['live', 'absent'].includes(state);
    const key = isTold ? error.at + error.code : '';
    if (this.#trouble.dataset.key === key) return;
    this.#trouble.dataset.key = key;
    fill(this.#trouble, isTold ? problemBox(Object.assign(new Error(foreign(error.message)), { hint: foreign(error.hint), code: error.code })) : null);
  }

  async #load() {
    try {
      const [known, connections] = await Promise.all([get('/v1/dongles'), get('/v1/connections')]);
      this.#known = known.dongles;
      this.#draw();
      if (!this.#dongle) {
        fill(this.#problem, el('p', { class: 'problem', role: 'alert' }, t('unknownDongle')));
        return;
      }
      const details = this.#dongle.state === 'live' ? await get(`/v1/dongles/${encodeURIComponent(this.#key)}/info`).catch(() => null) : null;
      this.#showDetails(details, connections.connections);
    } catch {
      // The shell tells that the gateway does not answer.
    }
  }

  #showDetails(details, connections) {
    if (!details) {
      this.#facts.set({ build: '', hardware: '', protocol: '', dongleUptime: '', resetReason: '', features: '' });
      this.#link.set({ dropped: '' });
      setText(this.#slots, t('slotsUnknown'));
      return keyed(this.#holders, [], (one) => one.id, () => null, () => {});
    }
    this.#facts.set({
      build: foreign(details.build), hardware: foreign(details.hardware), protocol: details.protocol, dongleUptime: span(details.uptime_ms / 1000),
      resetReason: foreign(details.reset_reason), features: details.features.map(foreign).join(', '),
    });
    this.#link.set({ dropped: count(details.counters.adverts_dropped) });
    const { held, own, used, total } = slots(details, connections);
    setText(this.#slots, [t('slotsUsed', { used, n: total }), own ? t('slotsOwn', { n: own }) : '', used ? '' : t('slotsFree')].filter(Boolean).join(' '));
    keyed(this.#holders, held, (one) => one.id, (one) => this.#makeHolder(one), () => {});
  }

  #makeHolder(connection) {
    return el('li', {}, el('div', {}, el('span', { class: 'address' }, connection.address), ' ',
      el('span', { class: 'quiet' }, t('holder', { id: connection.id, seconds: connection.lease_ms / 1000, mtu: connection.mtu }))),
    session.may('crew') ? el('button', { type: 'button', 'aria-label': t('endConnectionTo', { address: connection.address }), on: { click: (event) => this.#end(event.currentTarget, connection) } }, t('endConnection')) : null);
  }

  async #end(button, connection) {
    const isSure = await confirm({ title: t('endConnectionQuestion'), text: t('endConnectionLost'), lost: [t('endConnectionTo', { address: connection.address })], action: t('endConnection') });
    if (!isSure) return;
    await act(button, this.#problem, async () => {
      await remove(`/v1/connections/${encodeURIComponent(connection.id)}`);
      await this.#poll.now();
    });
  }
}

const count = (value) => (value === undefined ? '' : number(value));

customElements.define('gateway-dongle', Dongle);
