import { patch, post, remove } from '../shell/api.js';
import { confirm } from '../shell/dialog.js';
import { el, fill, foreign } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { go } from '../shell/router.js';
import { exactTime } from '../shell/time.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { needs } from '../login/needs.js';
import { draft, keepDraft } from './drafts.js';
import { field, refill } from './parts.js';
import { texts } from './texts.js';

const t = words(texts);

/** Waits while a registration is being delivered, which stands in the way of changing it, in ms. */
const waits = [500, 1000, 2000, 4000];

/** What is wrong with a table's registration, and what can be done. Hidden if nothing is. */
export class RegistrationCard extends HTMLElement {
  #row = null;
  #directory = null;
  #isActing = false;
  #error = el('div', {});
  #body = el('div', {});

  connectedCallback() {
    if (!this.#body.isConnected) fill(this, this.#body, this.#error);
    this.className = 'card';
  }

  set data({ row, mayChange, directory }) {
    this.#row = row;
    this.#directory = directory;
    const kind = { refused: 'refused', queued: 'waiting', provisioned: 'notHeard' }[row.table?.state]
      ?? (row.registration?.state === 'refused' ? 'refused' : null);
    if (this.#isActing) return;
    this.hidden = kind === null;
    const { id, last_error: error, next_attempt: next, held, name } = row.registration ?? {};
    refill(this.#body, [kind, mayChange, id, error, next, held, row.table?.reason, row.id], () => kind && this.#content(kind, mayChange));
    if (kind && this.#body.dataset.of !== `${row.id} ${kind} ${name}`) {
      this.#body.dataset.of = `${row.id} ${kind} ${name}`;
      fill(this.#error);
    }
  }

  #content(kind, mayChange) {
    const { registration, table } = this.#row;
    const reason = registration?.last_error ?? table?.reason;
    return [
      el('h3', {}, t({ refused: 'refusedTitle', waiting: 'waitingTitle', notHeard: 'notHeardTitle' }[kind])),
      reason ? el('p', {}, el('bdi', {}, foreign(reason))) : null,
      kind === 'notHeard' ? el('p', {}, t('notHeardText')) : null,
      kind === 'waiting' && registration?.next_attempt && !registration.held
        ? el('p', { class: 'quiet' }, t('nextAttempt', { time: exactTime(registration.next_attempt) })) : null,
      mayChange ? { refused: () => this.#refused(), waiting: () => this.#waiting(), notHeard: () => this.#notHeard() }[kind]() : null,
    ];
  }

  #refused() {
    const { registration } = this.#row;
    if (!registration) return el('div', { class: 'row-of-buttons' }, this.#dropButton());
    const key = `registration ${registration.id}`;
    const { element, input } = field(t('nameToRegister'), { value: draft(key).name ?? registration.name, maxLength: 100, required: true, on: { input: () => typed() } });
    const retry = el('button', { type: 'submit', class: 'main' }, t('saveAndRetry'));
    const typed = () => {
      retry.disabled = input.value.trim() === '';
      keepDraft(key, { name: input.value });
    };
    return el('form', { on: { submit: (event) => { event.preventDefault(); this.#retry(retry, input.value, key); } } },
      element, el('div', { class: 'row-of-buttons' }, retry, this.#dropButton()));
  }

  #retry(button, name, key) {
    const { registration } = this.#row;
    return this.#act(button, t('retrying'), async () => {
      if (name !== registration.name) await patch(`/v1/payfrit/queue/${registration.id}`, { name });
      await post(`/v1/outbox/${registration.id}/retry`);
      keepDraft(key, null);
      toast(t('again', { name: foreign(this.#row.name) }));
    });
  }

  #waiting() {
    if (this.#row.registration?.held === 'logged-out') {
      return el('button', { type: 'button', class: 'main', on: { click: () => go('login', [], { from: location.hash }) } }, t('logIn'));
    }
    const now = el('button', { type: 'button', on: { click: () => this.#act(now, t('retrying'), () => post('/v1/payfrit/deliver')) } }, t('tryNow'));
    return el('div', { class: 'row-of-buttons' }, now, this.#dropButton());
  }

  #notHeard() {
    const { table } = this.#row;
    const register = el('button', { type: 'button', on: { click: async () => {
      if (!await confirm({ title: t('registerAnyway'), text: t('registerText'), action: t('registerAction'), isDangerous: false })) return;
      await this.#act(register, t('registering'), () => post(`/v1/payfrit/tables/${table.id}/register`, { force: true }));
    } } }, t('registerAnyway'));
    return el('div', { class: 'row-of-buttons' }, register, this.#dropButton());
  }

  #dropButton() {
    const { table, registration, name, address } = this.#row;
    const where = address ?? registration?.address;
    const drop = el('button', { type: 'button', on: { click: async () => {
      if (!await confirm({
        title: t('dropTitle'), text: t('dropText'), action: t('drop'),
        lost: [where ? t('dropLost', { address: where, name: foreign(name) }) : foreign(name)],
      })) return;
      await this.#act(drop, t('drop'), async () => {
        await remove(table ? `/v1/payfrit/tables/${table.id}` : `/v1/outbox/${registration.id}`);
        const { known } = this.#directory;
        this.#directory.patch({
          tables: known.tables.filter((one) => one.id !== table?.id), registrations: known.registrations.filter((one) => one.id !== registration?.id),
        });
        toast(t('dropped', { name: foreign(name) }));
      });
    } } }, t('drop'));
    return drop;
  }

  async #act(button, word, action) {
    fill(this.#error);
    this.#isActing = true;
    try {
      await press(button, () => patiently(action), word);
    } catch (error) {
      if (!needs(error)) fill(this.#error, problemBox(error));
    } finally {
      this.#isActing = false;
    }
    this.#directory.patch({});
  }
}

async function patiently(action) {
  for (const wait of waits) {
    try {
      return await action();
    } catch (error) {
      if (error.code !== 'registration-under-way') throw error;
      await new Promise((go) => setTimeout(go, wait));
    }
  }
  return action();
}

customElements.define('table-registration', RegistrationCard);
