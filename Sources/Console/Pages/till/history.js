import { el, fill, foreign, foreignText } from '../shell/dom.js';
import { locale } from '../shell/language.js';
import { mark } from '../shell/mark.js';
import { empty, problemBox } from '../shell/problem.js';
import { route, setQuery } from '../shell/router.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { firstDay, isGreen, transactionTypes } from './model.js';
import { change, money } from './money.js';
import { texts } from './texts.js';

const t = words(texts);
/** Rows that are shown at first, and more with each press. */
const pageSize = 50;
const lists = ['transactions', 'bookings'];
const periods = ['week', 'month', 'year', 'all'];

/** The member's transactions and bookings, with filters that are kept in the URL. */
export class History extends HTMLElement {
  #version = 0;
  #rows = [];
  #shown = pageSize;
  #filters = el('div', { class: 'filters' });
  #state = el('div', { role: 'status' });
  #body = el('div', {});

  connectedCallback() {
    fill(this, el('h2', {}, t('history')), this.#filters, this.#state, this.#body);
    this.#drawFilters();
    this.#load();
  }

  #wish() {
    const { query } = route();
    const one = (name, values) => (values.includes(query.get(name)) ? query.get(name) : values[0]);
    return { list: one('list', lists), period: one('period', ['month', 'week', 'year', 'all']), type: one('type', ['', ...transactionTypes]), voided: query.get('voided') === 'yes' };
  }

  #change(changes) {
    setQuery(changes);
    this.#shown = pageSize;
    if ('list' in changes) {
      fill(this.#body);
      this.#drawFilters();
      this.querySelector('#till-list').focus();
    }
    this.#load();
  }

  #drawFilters() {
    const { list, period, type, voided } = this.#wish();
    const choice = (name, values, value, wordOf) => {
      const id = `till-${name}`;
      return el('div', { class: 'field' }, el('label', { for: id }, t(`filter-${name}`)),
        el('select', { id, on: { change: (event) => this.#change({ [name]: event.target.value }) } },
          values.map((one) => el('option', { value: one, selected: one === value }, wordOf(one)))));
    };
    fill(this.#filters, choice('list', lists, list, (one) => t(one)), choice('period', periods, period, (one) => t(`period-${one}`)),
      list === 'transactions' ? choice('type', ['', ...transactionTypes], type, (one) => t(one || 'all'))
        : el('label', { class: 'check' }, el('input', { type: 'checkbox', checked: voided, on: { change: (event) => this.#change({ voided: event.target.checked ? 'yes' : '' }) } }), t('withVoided')));
  }

  async #load() {
    const version = this.#version += 1;
    const { list, period, type, voided } = this.#wish();
    const from = firstDay(period, new Date()) || undefined;
    fill(this.#state, el('p', { class: 'quiet' }, t('loading')));
    try {
      const answer = await (list === 'transactions' ? account.transactions(from, type || undefined) : account.bookings(from, voided));
      if (version !== this.#version) return;
      this.#rows = answer[list];
      fill(this.#state, answer.left_out ? el('p', { class: 'warn' }, t('leftOut', { n: answer.left_out })) : null);
      this.#draw(list);
    } catch (error) {
      if (version !== this.#version) return;
      fill(this.#body);
      fill(this.#state, problemBox(error, { action: t('retry'), onAction: () => this.#load() }));
    }
  }

  #draw(list) {
    if (this.#rows.length === 0) return fill(this.#body, empty(t('nothingThere')));
    const row = list === 'transactions' ? transactionRow : bookingRow;
    const heads = list === 'transactions' ? ['when', 'kind', 'reference', 'amount'] : ['when', 'what', 'pieces', 'amount'];
    fill(this.#body, el('table', { class: 'history' }, el('caption', { class: 'visually-hidden' }, t(list)),
      el('thead', {}, el('tr', {}, heads.map((key) => el('th', { scope: 'col', class: ['amount', 'pieces'].includes(key) ? 'number' : key }, t(key))))),
      el('tbody', {}, this.#rows.slice(0, this.#shown).map(row))),
    this.#rows.length > this.#shown ? el('button', { type: 'button', on: { click: () => { this.#shown += pageSize; this.#draw(list); } } }, t('showMore', { n: this.#rows.length - this.#shown })) : null);
  }
}

customElements.define('till-history', History);

function transactionRow({ type, amount_cents: cents, reference, timestamp }) {
  return el('tr', {}, el('td', {}, timeOf(timestamp)),
    el('td', { class: isGreen(type) ? 'green' : 'red' }, transactionTypes.includes(type) ? t(type) : foreign(type)),
    el('td', { class: 'quiet reference' }, foreignText(reference ?? '')), el('td', { class: `number ${isGreen(type) ? 'green' : 'red'}` }, change(cents)));
}

function bookingRow({ name, quantity, total_cents: cents, timestamp, voided }) {
  return el('tr', { class: voided ? 'voided' : '' }, el('td', {}, timeOf(timestamp)),
    el('td', {}, foreignText(name), voided ? [' ', mark('none', t('voided'))] : null),
    el('td', { class: 'number' }, String(quantity)), el('td', { class: 'number' }, money(cents)));
}

/** Day and time in the console's language; the server's own text if it is no time. */
function timeOf(text) {
  const time = new Date(text);
  if (text === '' || Number.isNaN(time.getTime())) return foreign(text);
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeStyle: 'short' }).format(time);
}
