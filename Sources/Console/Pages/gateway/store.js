import { get, post } from '../shell/api.js';
import { el, fill, foreign } from '../shell/dom.js';
import { mark } from '../shell/mark.js';
import { number } from '../shell/numbers.js';
import { problemBox } from '../shell/problem.js';
import { session } from '../shell/session.js';
import { timeAgo } from '../shell/time.js';
import { Facts, act, section, size, t } from './parts.js';
import { poll } from './poll.js';

const pause = 5000;
/** Longest wait for a check of the database, in ms. */
const checkWait = 600_000;

/** The database, and its backup. */
export class Store extends HTMLElement {
  #poll = null;
  #shown = null;
  #state = el('div', {});
  #facts = new Facts(['size', 'eventsKept', 'unrecorded', 'schema', 'path', 'replaced', 'copies']);
  #problem = el('div', {});
  #result = el('div', { role: 'status' });

  connectedCallback() {
    fill(this, el('div', { class: 'pair' },
      section(t('store'), this.#state, this.#facts.element),
      section(t('backup'), el('p', {}, t('backupText')), session.may('admin') ? this.#actions() : el('p', { class: 'quiet' }, t('backupNeedsAdmin')), this.#problem, this.#result)));
    this.#poll = poll(() => this.#load(), pause);
  }

  disconnectedCallback() { this.#poll.end(); }

  #actions() {
    const link = el('a', { class: 'button main', href: '/v1/store/backup', download: '' }, t('download'));
    return el('div', { class: 'row-of-buttons' }, link, el('button', { type: 'button', on: { click: (event) => this.#check(event.currentTarget) } }, t('checkStore')));
  }

  async #load() {
    try {
      this.#show(await get('/v1/store'));
    } catch (error) {
      if (this.#shown === null) fill(this.#state, problemBox(error));
    }
  }

  #show(store) {
    const key = JSON.stringify([store.recording, store.error]);
    if (this.#shown !== key) {
      this.#shown = key;
      fill(this.#state, el('p', {}, store.recording ? mark('live', t('recording')) : mark('failed', t('notRecording'))),
        store.error ? el('div', {}, el('p', { class: 'trouble' }, el('bdi', {}, foreign(store.error.message)), ' ', timeAgo(store.error.at)),
          el('p', {}, el('bdi', {}, foreign(store.error.hint))), el('small', {}, el('code', {}, store.error.code))) : null);
    }
    this.#facts.set({
      size: store.size_bytes === undefined ? t('inMemory') : size(store.size_bytes), eventsKept: number(store.events), unrecorded: store.unrecorded ? number(store.unrecorded) : '',
      schema: foreign(store.schema), path: foreign(store.path ?? ''), replaced: foreign(store.replaced ?? ''), copies: (store.copies ?? []).map(foreign).join(', '),
    });
  }

  async #check(button) {
    fill(this.#result);
    await act(button, this.#problem, async () => {
      const { findings } = await post('/v1/store/check', undefined, { wait: checkWait });
      fill(this.#result, findings.length === 0 ? mark('verified', t('storeSound'))
        : [mark('failed', t('storeFindings', { n: findings.length })), el('ul', {}, findings.slice(0, 50).map((one) => el('li', {}, el('bdi', {}, foreign(one)))))]);
    }, t('checking'));
  }
}

customElements.define('gateway-store', Store);
