import { get } from '../shell/api.js';
import { el, fill, foreign, setText } from '../shell/dom.js';
import { mark } from '../shell/mark.js';
import { number } from '../shell/numbers.js';
import { empty } from '../shell/problem.js';
import { go, href } from '../shell/router.js';
import { session } from '../shell/session.js';
import { status } from '../shell/status.js';
import { timeAgo } from '../shell/time.js';
import { keyed } from '../shell/keyed.js';
import { allDongles, dongleKey, dongleMark, dongleName, lossPercent } from './model.js';
import { Facts, section, span, t } from './parts.js';
import { poll } from './poll.js';

/** Time between two looks for dongles that are not in use, in ms. */
const knownPause = 10_000;

/** The gateway in a few facts, and its dongles. */
export class Dongles extends HTMLElement {
  #known = [];
  #poll = null;
  #facts = new Facts(['name', 'version', 'uptime', 'mode', 'scanning', 'beaconsTracked', 'readers', 'missedAdverts', 'process']);
  #trouble = el('div', {});
  #troubleKey = null;
  #list = el('div', { class: 'dongles', role: 'list' });
  #onStatus = () => this.#draw();

  connectedCallback() {
    fill(this, el('div', { class: 'pair' }, el('div', {}, el('h2', {}, t('dongles')), this.#list), section(t('gateway'), this.#facts.element, this.#trouble)));
    this.#list.setAttribute('aria-label', t('dongles'));
    this.#draw();
    status.addEventListener('change', this.#onStatus);
    this.#poll = poll(async () => {
      try {
        this.#known = (await get('/v1/dongles')).dongles;
        this.#draw();
      } catch {
        // The shell tells that the gateway does not answer.
      }
    }, knownPause);
  }

  disconnectedCallback() {
    status.removeEventListener('change', this.#onStatus);
    this.#poll.end();
  }

  #draw() {
    const now = status.gateway;
    if (!now) return;
    const { tracking, queues, scan } = now;
    this.#facts.set({
      name: foreign(now.name), version: `perch ${now.version}`, uptime: span(now.uptime_s), mode: now.simulated ? t('simulatedMode') : t('realMode'),
      scanning: t(!scan.wanted ? 'scanOff' : scan.always ? 'scanAlways' : 'scanOnDemand'),
      beaconsTracked: t('ofMost', { n: tracking.beacons, most: tracking.capacity }), readers: number(queues.advert_readers + queues.event_readers + tracking.readers),
      missedAdverts: number(queues.adverts_missed), process: String(now.pid),
    });
    this.#showTrouble(now.last_error);
    const dongles = allDongles(now.dongles, this.#known);
    keyed(this.#list, dongles, dongleKey, () => new DongleCard(), (card, dongle) => card.show(dongle));
    this.#showEmpty(dongles.length === 0);
  }

  #showTrouble(error) {
    const key = error ? error.at + error.code : null;
    if (this.#troubleKey === key) return;
    this.#troubleKey = key;
    fill(this.#trouble, error ? [el('h3', {}, t('lastError')), el('p', { class: 'trouble' }, el('bdi', {}, foreign(error.message)), ' ', timeAgo(error.at)),
      el('p', {}, el('bdi', {}, foreign(error.hint))), el('small', {}, el('code', {}, error.code))] : null);
  }

  #showEmpty(isEmpty) {
    const shown = this.querySelector('.empty');
    if (!isEmpty) shown?.remove();
    else if (!shown) {
      const may = session.may('crew');
      this.#list.after(empty(t('noDongles'), may ? t('runDoctor') : null, () => go('gateway', ['doctor'], { run: 1 })));
    }
  }
}

/** One dongle of the list. */
class DongleCard extends HTMLElement {
  #link = el('a', { class: 'name' });
  #mark = el('span', {});
  #since = timeAgo(null);
  #port = el('p', { class: 'quiet' });
  #losses = el('p', {});
  #trouble = el('p', { class: 'trouble' });
  #shown = null;

  connectedCallback() {
    this.setAttribute('role', 'listitem');
    if (!this.#link.isConnected) {
      fill(this, el('div', { class: 'card' }, el('div', { class: 'dongle-head' }, el('h3', {}, this.#link), this.#mark, this.#since), this.#port, this.#losses, this.#trouble));
    }
  }

  show(dongle) {
    this.#link.href = href('gateway', ['dongles', dongleKey(dongle)]);
    setText(this.#link, foreign(dongleName(dongle)));
    const { kind, word } = dongleMark(dongle);
    if (this.#shown !== word) fill(this.#mark, mark(kind, t(`state-${word}`)));
    this.#shown = word;
    this.#since.time = dongle.since;
    setText(this.#port, [dongle.simulated ? 'SIMULATED' : '', foreign(dongle.port), foreign(dongle.firmware ?? '')].filter(Boolean).join(' · '));
    const loss = lossPercent(dongle.link);
    setText(this.#losses, loss === null ? '' : t('lostShort', { n: dongle.link.adverts_lost, percent: number(loss, 2), outages: dongle.outages }));
    const isTrouble = dongle.last_error && !['live', 'absent'].includes(dongle.state);
    setText(this.#trouble, isTrouble ? foreign(`${dongle.last_error.message} ${dongle.last_error.hint}`) : '');
  }
}

customElements.define('gateway-dongle-card', DongleCard);
customElements.define('gateway-dongles', Dongles);
