import { get, patch, post, query, remove } from '../shell/api.js';
import { confirm, open } from '../shell/dialog.js';
import { el, fill, foreign, setText } from '../shell/dom.js';
import { mark } from '../shell/mark.js';
import { press } from '../shell/press.js';
import { empty, problemBox } from '../shell/problem.js';
import { go } from '../shell/router.js';
import { timeAgo } from '../shell/time.js';
import { toast } from '../shell/toast.js';
import { types } from './eventlog.js';
import { keyed } from '../shell/keyed.js';
import { act, t } from './parts.js';
import { poll } from './poll.js';
import { canRetry, messageCounts, messageState, messages, secondsLeft } from './waiting.js';

const pause = 4000;
const limit = 1000;
/** Messages shown at first, and added by each press. */
const pageLength = 50;

/** Registrations and notices that wait for delivery, or that were refused. */
export class Outbox extends HTMLElement {
  #all = null;
  #poll = null;
  #shownCount = pageLength;
  #count = el('p', { class: 'quiet', role: 'status' });
  #problem = el('div', {});
  #loadProblem = el('div', {});
  #list = el('div', { class: 'messages', role: 'list' });
  #none = el('div', {});
  #deliver = el('button', { type: 'button', hidden: true, on: { click: (event) => this.#deliverNow(event.currentTarget) } }, t('deliverNow'));
  #more = el('button', { type: 'button', hidden: true, on: { click: () => { this.#shownCount += pageLength; this.#draw(); } } }, t('showMore'));

  connectedCallback() {
    this.#list.setAttribute('aria-label', t('outbox'));
    fill(this, el('div', { class: 'event-head' }, el('h2', {}, t('outbox')), this.#deliver), this.#count, this.#problem, this.#loadProblem, this.#list, this.#none, this.#more);
    this.#poll = poll(() => this.#load(), pause);
  }

  disconnectedCallback() { this.#poll.end(); }

  async #load() {
    try {
      const [outbox, queue] = await Promise.all([get(query('/v1/outbox', { limit })), get(query('/v1/payfrit/queue', { limit }))]);
      this.#all = messages(outbox.entries, queue.registrations);
      fill(this.#loadProblem);
      this.#draw();
    } catch (error) {
      if (this.#all === null) fill(this.#loadProblem, problemBox(error));
    }
  }

  #draw() {
    const all = this.#all ?? [];
    const { waiting, stuck } = messageCounts(all);
    setText(this.#count, [t('waitingCount', { n: waiting }), t('stuckCount', { n: stuck })].join(' · '));
    keyed(this.#list, all.slice(0, this.#shownCount), (message) => message.id, () => new Message(this), (element, message) => element.show(message));
    this.#more.hidden = all.length <= this.#shownCount;
    this.#deliver.hidden = !all.some((message) => message.registration);
    if ((all.length === 0) === this.#none.hasChildNodes()) return;
    fill(this.#none, all.length ? null : empty(t('outboxEmpty'), t('toTables'), () => go('tables')));
  }

  async #deliverNow(button) {
    await act(button, this.#problem, async () => {
      await post('/v1/payfrit/deliver');
      await this.#poll.now();
    }, t('delivering'));
  }

  async retry(button, { id }) {
    await act(button, this.#problem, async () => {
      await post(`/v1/outbox/${id}/retry`);
      await this.#poll.now();
    }, t('retrying'));
  }

  async drop(button, message) {
    if (!await confirm({ title: t('dropQuestion'), lost: lostBy(message), action: t('drop') })) return;
    await act(button, this.#problem, async () => {
      await remove(`/v1/outbox/${message.id}`);
      this.#all = this.#all.filter((one) => one.id !== message.id);
      this.#draw();
      toast(t('outbox-dropped', { id: message.id }));
    });
  }

  /** Asks for another name, and delivers the registration with it. */
  edit({ id, registration }) {
    const input = el('input', { id: 'registration-name', type: 'text', maxLength: 100, value: registration.name, autocomplete: 'off' });
    const problem = el('div', {});
    const form = el('form', { noValidate: true, on: { submit: (event) => { event.preventDefault(); submit(); } } },
      registration.last_error ? el('p', {}, el('bdi', {}, foreign(registration.last_error))) : null,
      el('div', { class: 'field' }, el('label', { for: 'registration-name' }, t('tableName')), input), problem);
    const save = el('button', { type: 'button', class: 'main', on: { click: () => form.requestSubmit() } }, t('saveAndRetry'));
    const parts = open({
      title: t('editTitle', { name: registration.name }), content: [form],
      buttons: (close) => [el('button', { type: 'button', on: { click: () => close() } }, t('cancel')), save],
    });
    input.focus();
    const submit = async () => {
      fill(problem);
      if (!input.value.trim()) return fill(problem, el('p', { role: 'alert' }, t('nameNeeded')));
      try {
        await press(save, async () => {
          await patch(`/v1/payfrit/queue/${id}`, { name: input.value.trim() });
          await post(`/v1/outbox/${id}/retry`);
        }, t('saving'));
        parts.close();
        await this.#poll.now();
      } catch (error) {
        fill(problem, problemBox(error));
      }
      return undefined;
    };
  }
}

/** What is lost if a message is dropped. */
function lostBy({ entry, registration }) {
  if (registration) {
    const { name, uuid, major, minor, address } = registration;
    return [t('lostRegistration', { name: foreign(name) }), t('lostIdentity', { identity: `${uuid}/${major}/${minor}`, address })];
  }
  return [t('lostNotice', { kind: noticeWord(entry.kind), destination: foreign(entry.destination) })];
}

/** Word of a notice's kind, which is a type of event. */
const noticeWord = (kind) => (types.includes(kind) ? t(`type-${kind}`) : foreign(kind));

/** One message. */
class Message extends HTMLElement {
  #section;
  #message = null;
  #shown = null;
  #title = el('h3', {});
  #mark = el('span', {});
  #facts = el('p', { class: 'quiet' });
  #error = el('p', { class: 'trouble' });
  #created = timeAgo(null);
  #edit = this.#button('edit', () => this.#section.edit(this.#message));
  #retry = this.#button('retry', (event) => this.#section.retry(event.currentTarget, this.#message));
  #drop = this.#button('drop', (event) => this.#section.drop(event.currentTarget, this.#message));

  constructor(section) {
    super();
    this.#section = section;
  }

  connectedCallback() {
    this.setAttribute('role', 'listitem');
    if (this.#title.isConnected) return;
    fill(this, el('div', { class: 'card' }, el('div', { class: 'dongle-head' }, this.#title, this.#mark, this.#created), this.#facts, this.#error,
      el('div', { class: 'row-of-buttons' }, this.#retry, this.#edit, this.#drop)));
  }

  show(message) {
    this.#message = message;
    const { entry, registration } = message;
    const now = Date.now();
    const title = registration ? t('registrationOf', { name: foreign(registration.name) }) : t('noticeOf', { kind: noticeWord(entry.kind) });
    if (this.#title.textContent !== title) fill(this.#title, el('bdi', {}, title));
    for (const [button, word] of [[this.#retry, 'retry'], [this.#edit, 'edit'], [this.#drop, 'drop']]) button.setAttribute('aria-label', `${t(word)}: ${title}`);
    const { kind, word } = messageState(message, now);
    const said = t(word, { n: secondsLeft(message, now), id: registration?.behind ?? '' });
    if (this.#shown !== said) fill(this.#mark, mark(kind, said));
    this.#shown = said;
    this.#created.time = (registration ?? entry).created;
    const attempts = (registration ?? entry).attempts;
    setText(this.#facts, [`#${message.id}`, registration ? `${registration.uuid}/${registration.major}/${registration.minor}` : foreign(entry.destination),
      attempts ? t('attempts', { n: attempts }) : ''].filter(Boolean).join(' · '));
    setText(this.#error, foreign((registration ?? entry).last_error ?? ''));
    this.#edit.hidden = registration?.state !== 'refused';
    this.#retry.hidden = !canRetry(message);
  }

  #button(word, click) {
    return el('button', { type: 'button', on: { click } }, t(word));
  }
}

customElements.define('gateway-message', Message);
customElements.define('gateway-outbox', Outbox);
