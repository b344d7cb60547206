import { get, put } from '../shell/api.js';
import { el, fill, foreign, foreignText } from '../shell/dom.js';
import { virtualList } from '../shell/list.js';
import { mark } from '../shell/mark.js';
import { empty, problemBox } from '../shell/problem.js';
import { route, setQuery } from '../shell/router.js';
import { session } from '../shell/session.js';
import { status } from '../shell/status.js';
import { words } from '../shell/words.js';
import { filterBusinesses } from './model.js';
import { needs } from './needs.js';
import { texts } from './texts.js';

const t = words(texts);
/** Number of businesses from which a search is worth its place. */
const many = 8;

/** The user's businesses. Event: `done` when one is chosen; the detail's `isAlone` says whether there is no other. */
export class BusinessList extends HTMLElement {
  #all = [];
  #choosing = null;
  #search = el('input', { type: 'search', 'aria-label': t('search'), placeholder: t('search'), 'data-filter': true, hidden: true, value: route().query.get('q') ?? '', on: { input: () => this.#filter() } });
  #state = el('div', {});
  #list = virtualList({
    label: t('businesses'), key: (business) => business.id,
    make: (row) => {
      row.about = el('span', { class: 'about' });
      row.mark = el('span', {});
      row.append(el('div', { class: 'face' }, row.about, row.mark));
    },
    draw: (row, business) => this.#draw(row, business),
  });

  connectedCallback() {
    fill(this, this.#search, this.#state, this.#list);
    this.#list.addEventListener('open', (event) => this.#choose(event.detail));
    this.#load();
  }

  async #load() {
    fill(this.#state, el('p', { class: 'quiet', role: 'status' }, t('loading')));
    try {
      const answer = await get('/v1/payfrit/businesses');
      if (!this.isConnected) return;
      this.#all = answer.businesses;
      this.#search.hidden = this.#all.length < many;
      fill(this.#state,
        this.#all.length === 0 ? empty(t('noBusinesses')) : null,
        session.may('crew') ? null : el('p', { class: 'quiet' }, t('notChosenViewer')),
        answer.left_out ? el('p', { class: 'quiet' }, el('bdi', {}, t('leftOut', { n: answer.left_out.rows, reason: foreign(answer.left_out.reason) }))) : null);
      this.#show();
      if (this.#all.length === 1 && !status.payfrit?.business && session.may('crew')) await this.#choose(this.#all[0]);
    } catch (error) {
      if (needs(error)) return;
      fill(this.#state, problemBox(error, { action: t('retry'), onAction: () => this.#load() }));
    }
  }

  #filter() {
    setQuery({ q: this.#search.value.trim() });
    this.#show();
  }

  #show() {
    const shown = filterBusinesses(this.#all, this.#search.value);
    this.#list.items = shown;
    this.#state.querySelector('.nothing')?.remove();
    if (this.#all.length && !shown.length) this.#state.append(el('p', { class: 'nothing quiet', role: 'status' }, t('nothingFound')));
  }

  #draw(row, business) {
    const isChosen = status.payfrit?.business?.id === business.id;
    const key = JSON.stringify([business, isChosen, this.#choosing]);
    if (row.shownKey === key) return;
    row.shownKey = key;
    fill(row.about, el('strong', {}, foreignText(business.name)), business.city ? el('small', {}, foreignText(business.city)) : null);
    row.setAttribute('aria-busy', String(this.#choosing === business.id));
    fill(row.mark, this.#choosing === business.id ? mark('working', t('opening')) : isChosen ? mark('verified', t('chosen')) : null);
  }

  #tell() {
    this.dispatchEvent(new CustomEvent('done', { detail: { isAlone: this.#all.length === 1 } }));
  }

  async #choose(business) {
    if (this.#choosing !== null) return;
    if (!session.may('crew')) return void (status.payfrit?.business?.id === business.id && this.#tell());
    this.#choosing = business.id;
    this.#list.update();
    try {
      await put('/v1/payfrit/business', { business: String(business.id) });
      await status.askPayfrit();
      this.#tell();
    } catch (error) {
      if (needs(error)) return;
      fill(this.#state, problemBox(error, { action: t('retry'), onAction: () => this.#choose(business) }));
    } finally {
      this.#choosing = null;
      this.#list.update();
    }
  }
}

customElements.define('business-list', BusinessList);
