import { patch, post } from '../shell/api.js';
import { confirm } from '../shell/dialog.js';
import { el, fill, foreign, foreignText, setText } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { go, href, route } from '../shell/router.js';
import { exactTime } from '../shell/time.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { needs } from '../login/needs.js';
import { nameOf } from './assignments.js';
import { draft, keepDraft } from './drafts.js';
import { canDelete, changes, dashed, isUUID, placesOf } from './model.js';
import { activeMark, check, facts, field, refill } from './parts.js';
import { texts } from './texts.js';

const t = words(texts);

/** A beacon: its form and what cannot be changed; a new one if there is no `beacon`. */
export class BeaconForm extends HTMLElement {
  #beacon = undefined;
  #data = null;
  #title = el('h2', { tabIndex: -1 });
  #name = field(t('name'), { maxLength: 100, on: { input: () => this.#typed() } });
  #uuid = field(t('uuid'), { maxLength: 64, spellcheck: false, class: 'address', on: { input: () => this.#typed() } });
  #active = check(t('activeField'), true, () => this.#typed());
  #save = el('button', { type: 'submit', class: 'main' });
  #discard = el('button', { type: 'button', on: { click: () => this.#reset() } }, t('discard'));
  #about = el('p', { class: 'quiet' });
  #error = el('div', {});
  #form = el('form', { class: 'card', on: { submit: (event) => { event.preventDefault(); this.#submit(); } } });
  #facts = el('section', { class: 'card' });
  #delete = el('button', { type: 'button', class: 'danger', on: { click: () => this.#askDelete() } }, t('deleteBeacon'));

  connectedCallback() {
    if (this.#form.isConnected) return;
    fill(this.#form, this.#name.element, this.#uuid.element, this.#active.element, this.#about, el('div', { class: 'row-of-buttons' }, this.#save, this.#discard));
    fill(this, this.#title, this.#error, this.#form, this.#facts, this.#delete);
  }

  focusTitle() {
    if (this.#beacon === null) this.#name.input.focus();
    else this.#title.focus({ preventScroll: true });
  }

  /** @param {{beacon: object|null, mayChange: boolean, directory, deletions}} data */
  set data(data) {
    const { beacon, mayChange, directory } = data;
    const before = this.#beacon;
    this.#data = data;
    this.#beacon = beacon;
    const isNew = beacon === null;
    if (before === undefined || before?.id !== beacon?.id) {
      fill(this.#error);
      this.#show({ ...valuesOf(beacon), ...draft(this.#key) });
    } else if (changes(valuesOf(before), this.#values) === null) this.#show(valuesOf(beacon));
    setText(this.#title, isNew ? t('addBeacon') : nameOf(beacon));
    this.#form.hidden = !mayChange;
    this.#uuid.input.readOnly = beacon?.major !== undefined;
    setText(this.#about, isNew && directory.api === 'php' ? t('addBeaconPhp') : '');
    if (!this.#save.hasAttribute('aria-busy')) setText(this.#save, t(isNew ? 'saveNew' : 'save'));
    this.#facts.hidden = isNew;
    const places = isNew ? [] : placesOf(beacon, directory.known.servicePoints);
    if (!isNew) refill(this.#facts, [beacon, places, mayChange], () => this.#factList(places));
    this.#delete.hidden = isNew || !mayChange || !canDelete(beacon, directory.api, directory.known.servicePoints);
    this.#typed(false);
  }

  get #key() { return `beacons/${this.#beacon?.id ?? 'new'}`; }

  get #values() {
    return { name: this.#name.input.value.trim(), uuid: dashed(this.#uuid.input.value.trim()), active: this.#active.input.checked };
  }

  #show({ name, uuid, active }) {
    this.#name.input.value = name;
    this.#uuid.input.value = uuid;
    this.#active.input.checked = active;
  }

  #typed(isByHand = true) {
    const values = this.#values;
    const isChanged = changes(valuesOf(this.#beacon), values) !== null;
    const digits = this.#uuid.input.value.replace(/[-\s]/g, '');
    const isBad = /[^0-9a-f]/i.test(digits) || digits.length > 32;
    this.#uuid.input.setAttribute('aria-invalid', String(isBad));
    setText(this.#uuid.note, this.#uuid.input.readOnly ? t('uuidFixed') : isBad ? t('uuidBad') : digits.length === 32 ? t('uuidDone') : t('uuidHint', { n: digits.length }));
    if (this.#save.hasAttribute('aria-busy')) return;
    this.#save.disabled = values.name === '' || !(isUUID(values.uuid) || values.uuid === valuesOf(this.#beacon).uuid) || values.uuid === '' || !isChanged;
    this.#discard.hidden = !isChanged;
    if (isByHand) keepDraft(this.#key, isChanged ? { ...values, uuid: this.#uuid.input.value } : null);
  }

  #reset() {
    keepDraft(this.#key, null);
    fill(this.#error);
    this.#show(valuesOf(this.#beacon));
    this.#typed(false);
    this.#name.input.focus();
  }

  #factList(places) {
    const beacon = this.#beacon;
    const { business } = this.#data.directory;
    const time = (text) => (Number.isNaN(Date.parse(text)) ? text && foreign(text) : exactTime(text));
    return facts([
      [t('state'), activeMark(beacon.active !== false)],
      ...(this.#data.mayChange ? [] : [[t('uuid'), el('code', {}, dashed(beacon.uuid))]]),
      [t('servicePoint'), places.length ? places.map((point, index) => [index ? ', ' : '', el('a', { href: href('tables', [String(point.id)]) }, foreignText(point.name))]) : t('noneHas')],
      [t('address'), beacon.address && el('code', {}, foreign(beacon.address))],
      [t('major'), beacon.major?.toString()], [t('minor'), beacon.minor?.toString()],
      [t('id'), String(beacon.id)], [t('businessID'), String(beacon.business)],
      [t('business'), beacon.business_name || business?.name ? foreignText(beacon.business_name ?? business.name) : null],
      [t('created'), time(beacon.created)], [t('updated'), time(beacon.updated)],
    ]);
  }

  async #submit() {
    if (this.#save.disabled) return;
    const [beacon, values, key] = [this.#beacon, this.#values, this.#key];
    fill(this.#error);
    try {
      const saved = await press(this.#save, () => (beacon === null
        ? post('/v1/payfrit/beacons', values) : patch(`/v1/payfrit/beacons/${beacon.id}`, changes(valuesOf(beacon), values))), t('saving'));
      keepDraft(key, null);
      this.#take(saved);
    } catch (error) {
      this.#fail(error);
    }
    this.#typed(false);
  }

  #take(saved) {
    const { directory } = this.#data;
    const others = directory.known.beacons.filter((one) => one.id !== saved.id);
    const before = directory.known.beacons.find((one) => one.id === saved.id);
    this.#beacon = undefined;
    directory.patch({ beacons: [...others, { ...before, ...saved }] });
    toast(t('saved', { name: nameOf(saved) }));
    const now = route();
    if (now.screen === 'beacons') go('beacons', [], now.query);
  }

  async #askDelete() {
    const { directory, deletions } = this.#data;
    const beacon = this.#beacon;
    const places = placesOf(beacon, directory.known.servicePoints);
    const text = places.length ? t('deleteTextWith', { n: places.length }) : t('deleteText', { name: nameOf(beacon) });
    const isYes = await confirm({
      title: t('deleteTitle'), action: t('delete'), lost: places.map((point) => foreign(point.name)),
      text: directory.api === 'php' ? `${t('deleteKept')} ${text}` : text,
    });
    if (!isYes) return;
    fill(this.#error);
    try {
      await press(this.#delete, () => deletions.now(beacon), t('deleting'));
      keepDraft(this.#key, null);
      go('beacons', [], route().query);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error) {
    if (needs(error)) return;
    const box = problemBox(error);
    if (error.outcome === 'unknown') box.querySelector('.sentence').after(el('p', {}, t('unknownOutcome')));
    fill(this.#error, box);
    box.scrollIntoView({ block: 'nearest' });
    this.#data.directory.patch({});
  }
}

const valuesOf = (beacon) => ({ name: beacon?.name ?? '', uuid: beacon ? dashed(beacon.uuid) : '', active: beacon ? beacon.active !== false : true });

customElements.define('beacon-form', BeaconForm);
