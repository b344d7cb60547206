import { get } from '../shell/api.js';
import { el, fill, foreign } from '../shell/dom.js';
import { number } from '../shell/numbers.js';
import { problemBox } from '../shell/problem.js';
import { session } from '../shell/session.js';
import { timeAgo } from '../shell/time.js';
import { keyed } from '../shell/keyed.js';
import { Facts, act, section, t } from './parts.js';
import { poll } from './poll.js';

const pause = 5000;

/** The gateway's Bluetooth proxies, and who uses them. */
export class Proxies extends HTMLElement {
  #poll = null;
  #shown = null;
  #cards = new Map();
  #problem = el('div', {});
  #list = el('div', { class: 'pair' });
  #facts = new Facts(['encryption', 'refusedClients', 'lastError']);
  #key = el('div', { role: 'status' });

  connectedCallback() {
    fill(this, this.#problem, this.#list);
    this.#poll = poll(() => this.#load(), pause);
  }

  disconnectedCallback() { this.#poll.end(); }

  async #load() {
    try {
      this.#show(await get('/v1/esphome'));
    } catch (error) {
      if (this.#shown === null) fill(this.#problem, problemBox(error));
    }
  }

  #show(status) {
    const key = JSON.stringify([status.listening, status.encrypted, status.proxies.map((one) => one.mac)]);
    if (this.#shown !== key) {
      this.#shown = key;
      this.#cards = new Map(status.proxies.map((one) => [one.mac, new Card(one)]));
      fill(this.#problem);
      fill(this.#list, status.listening ? [[...this.#cards.values()].map((card) => card.element), this.#common(status)] : section(t('proxies'), el('p', {}, t('noProxy'))));
    }
    for (const one of status.proxies) this.#cards.get(one.mac)?.show(one);
    this.#facts.set({
      encryption: t(status.encrypted ? 'encrypted' : 'notEncrypted'), refusedClients: status.refused ? number(status.refused) : '', lastError: foreign(status.last_error ?? ''),
    });
  }

  #common({ encrypted }) {
    const button = el('button', { type: 'button', on: { click: (event) => this.#showKey(event.currentTarget) } }, t('showKey'));
    return section(t('proxyKey'), this.#facts.element, encrypted && session.may('admin') ? [el('p', {}, t('proxyKeyText')), el('div', { class: 'row-of-buttons' }, button), this.#key] : null);
  }

  async #showKey(button) {
    await act(button, this.#problem, async () => {
      const { key } = await get('/v1/esphome/key');
      fill(this.#key, el('p', {}, el('code', {}, key)));
    });
  }
}

/** One proxy with its clients. */
class Card {
  #facts = new Facts(['proxyAddress', 'proxyDongle', 'proxyFree', 'proxyMAC']);
  #none = el('p', { class: 'quiet' }, t('noClients'));
  #clients = el('ul', { class: 'holders' });

  constructor(proxy) {
    this.#clients.setAttribute('aria-label', t('proxyClients'));
    this.element = section(foreign(proxy.friendly_name), this.#facts.element, this.#none, this.#clients);
  }

  show(proxy) {
    this.#facts.set({
      proxyAddress: t('proxyPlace', { host: foreign(proxy.host), port: String(proxy.port) }), proxyDongle: foreign(proxy.dongle ?? '') || t('allDongles'),
      proxyFree: t('freeOf', { n: proxy.free, all: proxy.slots }), proxyMAC: `${foreign(proxy.name)} ${proxy.mac}`,
    });
    this.#none.hidden = proxy.clients.length > 0;
    keyed(this.#clients, proxy.clients, (one) => `${one.address} ${one.since}`, () => el('li', {}), (row, one) => fill(row, clientWords(one)));
  }
}

function clientWords(one) {
  const lines = [t('clientWork', { n: one.connections, requests: one.operations, notifications: one.notifications })];
  if (one.reads_adverts) lines.unshift(t('clientAdverts', { n: one.adverts, missed: one.adverts_missed }));
  if (one.last_error) lines.push(t('clientError', { error: foreign(one.last_error) }));
  return el('div', {}, el('strong', {}, el('bdi', {}, foreign(one.name ?? '?'))), ' ', t('clientFrom', { address: foreign(one.address) }), ' ', timeAgo(one.since),
    lines.map((line) => [el('br'), el('span', { class: 'quiet' }, line)]));
}

customElements.define('gateway-proxies', Proxies);
