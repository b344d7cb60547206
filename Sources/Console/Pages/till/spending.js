import { el, fill, foreign } from '../shell/dom.js';
import { locale } from '../shell/language.js';
import { empty, problemBox } from '../shell/problem.js';
import { route, setQuery } from '../shell/router.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { spendingChart } from './chart.js';
import { categoryKey, periodsOf } from './model.js';
import { money } from './money.js';
import { texts } from './texts.js';

const t = words(texts);

/** The member's spending by month, category and product. */
export class Spending extends HTMLElement {
  #periods = [];
  #version = 0;
  #choice = el('select', { id: 'till-spending-period', on: { change: () => { setQuery({ period: this.#choice.value }); this.#load(); } } });
  #state = el('div', { role: 'status' });
  #body = el('div', { class: 'charts' });

  connectedCallback() {
    fill(this, el('h2', {}, t('spending')),
      el('div', { class: 'filters' }, el('div', { class: 'field' }, el('label', { for: 'till-spending-period' }, t('filter-period')), this.#choice)),
      this.#state, this.#body);
    this.#load();
  }

  async #load() {
    const version = this.#version += 1;
    fill(this.#state, el('p', { class: 'quiet' }, t('loading')));
    try {
      if (this.#periods.length === 0) this.#periods = periodsOf((await account.statistics()).months.map((month) => month.name));
      const wanted = route().query.get('period') ?? '';
      const period = this.#periods.includes(wanted) ? wanted : '';
      const answer = await account.statistics(period);
      if (version !== this.#version) return;
      fill(this.#choice, ['', ...this.#periods].map((one) => el('option', { value: one, selected: one === period }, one === '' ? t('period-all') : periodName(one))));
      this.#draw(answer);
    } catch (error) {
      if (version === this.#version) fill(this.#state, problemBox(error, { action: t('retry'), onAction: () => this.#load() }));
    }
  }

  #draw(answer) {
    fill(this.#state, el('p', { class: 'sum' }, t('spentInAll', { sum: money(answer.total_cents) })),
      answer.left_out ? el('p', { class: 'warn' }, t('leftOut', { n: answer.left_out })) : null);
    if (answer.products.length === 0) return fill(this.#body, empty(t('nothingThere')));
    const named = (parts, nameOf) => parts.map(({ name, quantity, total_cents: total }) => ({ name: nameOf(name), quantity, total }));
    fill(this.#body, spendingChart(t('byMonth'), named(answer.months, periodName)),
      spendingChart(t('byCategory'), named(answer.categories, (code) => (categoryKey(code) ? t(code) : foreign(code) || t('noCategory')))),
      spendingChart(t('byProduct'), named(answer.products, (name) => name)));
  }
}

customElements.define('till-spending', Spending);

/** `2026-08` as "August 2026"; a year, and a text that is neither, as it is. */
function periodName(text) {
  const parts = /^(\d{4})-(\d{2})$/.exec(text);
  if (!parts) return foreign(text);
  return new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.UTC(Number(parts[1]), Number(parts[2]) - 1));
}
