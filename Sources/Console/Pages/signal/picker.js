import { el, fill, foreign, foreignText, setText } from '../shell/dom.js';
import { virtualList } from '../shell/list.js';
import { empty } from '../shell/problem.js';
import { go } from '../shell/router.js';
import { ago, exactTime } from '../shell/time.js';
import { minus } from '../shell/numbers.js';
import { words } from '../shell/words.js';
import { ByHand } from './byhand.js';
import { filtered } from './places.js';
import { texts } from './texts.js';

const t = words(texts);
/** Time between two looks at "2 min ago", in ms. */
const refreshTime = 10_000;

/** Tables and beacons to choose from, and a form for one by hand. Events: `choose` (a place), `filter` (text), `retry`. */
export class SignalPicker extends HTMLElement {
  #places = [];
  #shown = [];
  #chosen = null;
  #isLoading = true;
  #text = '';
  #timer = null;
  #now = el('span', { class: 'now' });
  #hint = el('span', { class: 'more' });
  #toggle = el('button', { type: 'button', class: 'toggle', 'aria-expanded': 'false', on: { click: () => this.open(!this.isOpen) } }, this.#now, this.#hint);
  #filter = el('input', {
    type: 'search', id: 'signal-filter', placeholder: t('filterHint'), autocomplete: 'off', spellcheck: false, 'data-filter': true,
    on: { input: () => this.#setText(this.#filter.value, true), keydown: (event) => this.#press(event) },
  });
  #count = el('p', { class: 'quiet count', role: 'status' });
  #note = el('div', { class: 'note' });
  #byHand = new ByHand();
  #list = virtualList({ label: t('beacons'), key: (place) => place.key, make: (row) => this.#make(row), draw: (row, place) => this.#draw(row, place) });
  #body = el('div', { class: 'body' },
    el('label', { for: 'signal-filter', class: 'visually-hidden' }, t('filter')),
    el('div', { class: 'filter' }, this.#filter, this.#count), this.#note, el('div', { class: 'scroller' }, this.#list), this.#byHand);

  connectedCallback() {
    if (!this.#body.isConnected) fill(this, this.#toggle, this.#body);
    this.#list.addEventListener('open', (event) => this.#choose(event.detail));
    this.#byHand.addEventListener('choose', (event) => this.#choose(event.detail));
    this.#timer = setInterval(() => this.#list.update(), refreshTime);
    this.#show();
  }

  disconnectedCallback() { clearInterval(this.#timer); }

  get isOpen() { return this.classList.contains('open'); }

  /** Opens or closes the list; on a wide page it is always seen. */
  open(wanted) {
    this.classList.toggle('open', wanted);
    this.#toggle.setAttribute('aria-expanded', String(wanted));
    this.#list.update();
  }

  set places(places) {
    this.#places = places;
    this.#isLoading = false;
    this.#show();
  }

  set filter(text) {
    if (text === this.#text) return;
    this.#filter.value = text;
    this.#setText(text, false);
  }

  set chosen(place) {
    this.#chosen = place;
    fill(this.#now, place ? foreignText(nameOf(place)) : t('chooseBeacon'));
    this.#toggle.classList.toggle('chosen', place !== null);
    fill(this.#hint, place ? t('change') : el('span', { 'aria-hidden': 'true' }, '▾'));
    this.#list.update();
  }

  /** Error of the list, as an element; null for none. */
  set problem(element) {
    fill(this.#note, element);
  }

  /** Shows the form with what is known of a beacon. */
  byHand(values) {
    this.open(true);
    this.#byHand.begin(values);
  }

  #setText(text, isTyped) {
    this.#text = text;
    this.#show();
    if (isTyped) this.dispatchEvent(new CustomEvent('filter', { detail: text }));
  }

  #show() {
    this.#shown = filtered(this.#places, this.#text);
    this.#list.items = this.#shown;
    const checked = this.#places.filter((place) => place.kept).length;
    setText(this.#count, this.#isLoading ? t('loading')
      : [t('count', { shown: this.#shown.length, n: this.#places.length }), t('checkedCount', { n: checked })].join(' · '));
    this.#list.parentElement.hidden = this.#shown.length === 0;
    this.querySelector('.empty')?.remove();
    if (this.#isLoading || this.#shown.length || (this.#places.length === 0 && this.#note.hasChildNodes())) return;
    const nothing = this.#places.length === 0 ? empty(t('none'), t('noneAction'), () => go('provision'))
      : empty(t('noMatch'), t('noMatchAction'), () => { this.#filter.value = ''; this.#setText('', true); this.#filter.focus(); });
    this.#list.parentElement.after(nothing);
  }

  #press(event) {
    if (event.key === 'ArrowDown' && this.#shown.length) {
      event.preventDefault();
      this.#list.focusItem(this.#shown[0].key);
    } else if (event.key === 'Enter' && this.#shown.length === 1) this.#choose(this.#shown[0]);
  }

  #choose(place) {
    if (place.isIncomplete) return this.byHand({ uuid: place.uuid, major: place.major, minor: place.minor, name: place.name });
    this.open(false);
    this.dispatchEvent(new CustomEvent('choose', { detail: place }));
  }

  #make(row) {
    row.append(el('span', { class: 'sign', 'aria-hidden': 'true' }), el('bdi', { class: 'name' }), el('span', { class: 'state quiet' }), el('span', { class: 'result' }),
      el('span', { class: 'identity address' }, el('bdi', { class: 'uuid' }), el('span', {})));
  }

  #draw(row, place) {
    const [sign, name, state, result, identity] = row.children;
    const isChosen = place.key === this.#chosen?.key;
    if (isChosen) row.setAttribute('aria-current', 'true');
    else row.removeAttribute('aria-current');
    setText(sign, isChosen ? '›' : place.kept ? '✓' : '');
    sign.classList.toggle('good', Boolean(place.kept) && !isChosen);
    setText(name, foreign(nameOf(place)));
    setText(result, place.kept ? t('checked', { ago: ago(Date.now() - Date.parse(place.kept.at)), dbm: minus(place.kept.average) }) : t('notChecked'));
    result.title = place.kept ? exactTime(place.kept.at) : '';
    result.classList.toggle('quiet', !place.kept);
    setText(identity.children[0], place.isIncomplete ? foreign(place.uuid) : `${place.uuid.slice(0, 8)}… `);
    setText(identity.children[1], place.isIncomplete ? '' : `${place.major}/${place.minor}`);
    setText(state, place.isIncomplete ? t('incomplete') : ['planned', 'provisioning', 'refused', 'inactive', 'unassigned'].includes(place.state) ? t(place.state) : '');
  }
}

/** What a place is called. */
export const nameOf = (place) => place.name || (place.isTyped ? `${place.uuid.slice(0, 8)}… ${place.major}/${place.minor}` : t('nameless'));

customElements.define('signal-picker', SignalPicker);
