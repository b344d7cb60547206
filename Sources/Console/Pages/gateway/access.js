import { get, post, query, remove } from '../shell/api.js';
import { confirm } from '../shell/dialog.js';
import { el, fill, foreign, setText } from '../shell/dom.js';
import { problemBox } from '../shell/problem.js';
import { session } from '../shell/session.js';
import { texts } from '../shell/texts.js';
import { exactTime, timeAgo } from '../shell/time.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { keyed } from '../shell/keyed.js';
import { isLocalURL } from './model.js';
import { act, section, span, t } from './parts.js';
import { poll } from './poll.js';

const pause = 5000;

/** Who may use the console: sessions, and links for further phones. */
export class Access extends HTMLElement {
  #sessions = [];
  #poll = null;
  #timer = null;
  #problem = el('div', {});
  #link = el('div', {});
  #list = el('ul', { class: 'holders' });
  #endAll = el('button', { type: 'button', class: 'danger', on: { click: (event) => this.#endEvery(event.currentTarget) } }, t('endAll'));

  connectedCallback() {
    this.#list.setAttribute('aria-label', t('consoleSessions'));
    const make = (role) => el('button', { type: 'button', on: { click: (event) => this.#makeLink(event.currentTarget, role) } }, t(`linkFor-${role}`));
    fill(this, this.#problem, el('div', { class: 'pair' },
      section(t('newLink'), el('p', {}, t('newLinkText')), el('div', { class: 'row-of-buttons' }, make('crew'), make('viewer')), this.#link),
      section(t('consoleSessions'), this.#list, this.#endAll)));
    this.#poll = poll(() => this.#load(), pause);
  }

  disconnectedCallback() {
    this.#poll.end();
    clearInterval(this.#timer);
  }

  async #load() {
    try {
      this.#sessions = (await get('/v1/console/sessions')).sessions;
      keyed(this.#list, this.#sessions, (one) => one.id, (one) => this.#makeRow(one), () => {});
    } catch (error) {
      if (this.#sessions.length === 0) fill(this.#problem, problemBox(error));
    }
  }

  #makeRow(one) {
    return el('li', {}, el('div', {},
      el('strong', {}, roleWord(one.role)), one.current ? ` – ${t('thisOne')}` : '', el('br'),
      el('span', { class: 'quiet' }, t('sessionFrom', { address: foreign(one.address ?? '') }), ' ', timeAgo(one.since), one.until ? ` · ${t('sessionUntil', { time: exactTime(one.until) })}` : '')),
    el('button', { type: 'button', 'aria-label': t('endSessionOf', { id: one.id, role: roleWord(one.role) }), on: { click: (event) => this.#end(event.currentTarget, one) } }, t('end')));
  }

  async #makeLink(button, role) {
    fill(this.#link);
    await act(button, this.#problem, async () => {
      const made = await post(query('/v1/console', { role }));
      this.#showLink(made);
    });
  }

  #showLink({ url, seconds, role }) {
    const until = Date.now() + seconds * 1000;
    const input = el('input', { id: 'console-link', type: 'text', readOnly: true, value: url, on: { focus: (event) => event.target.select() } });
    const expiry = el('p', { class: 'quiet' });
    const copy = el('button', { type: 'button', class: 'main', on: { click: () => copyText(input) } }, t('copy'));
    fill(this.#link, el('div', { class: 'field link' }, el('label', { for: 'console-link' }, t('linkTitle', { role: roleWord(role) })), input), el('div', { class: 'row-of-buttons' }, copy), expiry,
      isLocalURL(url) ? el('p', { class: 'trouble' }, t('linkIsLocal')) : null);
    const show = () => {
      const left = Math.ceil((until - Date.now()) / 1000);
      setText(expiry, left > 0 ? t('linkFor', { time: span(left) }) : t('linkOver'));
      copy.disabled = left <= 0;
      if (left <= 0) clearInterval(this.#timer);
    };
    clearInterval(this.#timer);
    this.#timer = setInterval(show, 1000);
    show();
    input.focus();
  }

  async #end(button, one) {
    const lost = [t('lostSession', { role: roleWord(one.role), address: foreign(one.address ?? '') }), ...(one.current ? [t('lostOwnSession')] : [])];
    if (!await confirm({ title: t('endSessionQuestion'), lost, action: t('endSession') })) return;
    await act(button, this.#problem, async () => {
      await remove(`/v1/console/sessions/${one.id}`);
      if (one.current) return session.end();
      return this.#poll.now();
    });
  }

  async #endEvery(button) {
    const lost = [...this.#sessions.slice(0, 10).map((one) => t('lostSession', { role: roleWord(one.role), address: foreign(one.address ?? '') })),
      ...(this.#sessions.length > 10 ? [t('andMore', { n: this.#sessions.length - 10 })] : []), t('lostLinks'), t('lostOwnSession')];
    if (!await confirm({ title: t('endAllQuestion'), lost, action: t('endAll') })) return;
    await act(button, this.#problem, async () => {
      await remove('/v1/console/sessions');
      session.end();
    });
  }
}

const roleWord = words(texts);

/** Copies the text of an input; over plain http only its selection can be copied. */
async function copyText(input) {
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    input.select();
    if (!document.execCommand('copy')) return toast(t('copyByHand'));
  }
  return toast(t('copied'));
}

customElements.define('gateway-access', Access);
