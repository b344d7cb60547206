import { patch, post } from '../shell/api.js';
import { el, fill, foreign, setText } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { go, route } from '../shell/router.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { needs } from '../login/needs.js';
import { draft, keepDraft } from './drafts.js';
import { changes } from './model.js';
import { nextName } from './names.js';
import { check, field } from './parts.js';
import { texts } from './texts.js';

const t = words(texts);

/** Form for a service point's own data; for a new one if it has no `point`. */
export class TableForm extends HTMLElement {
  #point = undefined;
  #directory = null;
  #name = field(t('name'), { maxLength: 100, on: { input: () => this.#typed() } });
  #type = field(t('type'), { inputMode: 'numeric', maxLength: 9, on: { input: () => this.#typed() } }, t('typeHint'));
  #active = check(t('activeField'), true, () => this.#typed());
  #save = el('button', { type: 'submit', class: 'main' });
  #discard = el('button', { type: 'button', on: { click: () => this.#reset() } }, t('discard'));
  #error = el('div', {});
  #title = el('h2', { tabIndex: -1 });
  #form = el('form', { class: 'card', on: { submit: (event) => { event.preventDefault(); this.#submit(); } } });

  connectedCallback() {
    if (this.#form.isConnected) return;
    const buttons = el('div', { class: 'row-of-buttons' }, this.#save, this.#discard);
    fill(this.#form, this.#title, this.#name.element, this.#type.element, this.#active.element, this.#error, buttons);
    fill(this, this.#form);
  }

  focusTitle() {
    this.#title.focus({ preventScroll: true });
  }

  /** @param {{point: object|null, directory}} data */
  set data({ point, directory }) {
    this.#directory = directory;
    const isNew = point === null;
    const before = this.#point;
    this.#point = point;
    if (before === undefined || before?.id !== point?.id) {
      setText(this.#title, t(isNew ? 'addTable' : 'edit'));
      setText(this.#save, t(isNew ? 'add' : 'save'));
      this.#show({ ...this.#known, ...draft(this.#key) });
    } else if (isNew ? !('name' in draft(this.#key)) : !this.#isChanged(before)) this.#show(this.#known);
    this.#typed(false);
  }

  get #key() { return `tables/${this.#point?.id ?? 'new'}`; }

  get #known() {
    return this.#point ? valuesOf(this.#point) : { name: this.#proposal(), type: '', active: true };
  }

  #proposal() {
    const points = this.#directory.known.servicePoints;
    return points ? nextName(points.map((point) => point.name)) ?? '' : '';
  }

  get #values() {
    return { name: this.#name.input.value.trim(), type: this.#type.input.value.trim(), active: this.#active.input.checked };
  }

  #isChanged(point) {
    return changes(point ? valuesOf(point) : this.#known, this.#values) !== null;
  }

  #show({ name, type, active }) {
    this.#name.input.value = name;
    this.#type.input.value = type;
    this.#active.input.checked = active;
  }

  #typed(isByHand = true) {
    const { name, type } = this.#values;
    const isType = /^[1-9][0-9]*$/.test(type) || (type === '' && !this.#point?.type);
    this.#type.input.setAttribute('aria-invalid', String(!isType));
    setText(this.#type.note, type === '' && !isType ? t('typeStays') : t('typeHint'));
    const isChanged = this.#isChanged(this.#point);
    const isNew = this.#point === null;
    if (this.#save.getAttribute('aria-busy')) return;
    this.#save.disabled = name === '' || !isType || (!isNew && !isChanged);
    this.#discard.hidden = !isChanged;
    if (isByHand) keepDraft(this.#key, isChanged ? this.#values : null);
  }

  #reset() {
    keepDraft(this.#key, null);
    fill(this.#error);
    this.#show(this.#known);
    this.#typed(false);
    this.#name.input.focus();
  }

  async #submit() {
    if (this.#save.disabled) return;
    const [point, values, key] = [this.#point, this.#values, this.#key];
    const isNew = point === null;
    const order = isNew ? values : changes(valuesOf(point), values);
    const { type, ...rest } = order;
    const body = { ...rest, ...(type ? { type: Number(type) } : {}) };
    fill(this.#error);
    try {
      const saved = await press(this.#save, () => (isNew ? post('/v1/payfrit/service-points', body) : patch(`/v1/payfrit/service-points/${point.id}`, body)), t(isNew ? 'adding' : 'saving'));
      keepDraft(key, null);
      this.#take(point, saved);
    } catch (error) {
      if (needs(error)) return;
      const box = problemBox(error);
      if (error.outcome === 'unknown') box.querySelector('.sentence').after(el('p', {}, t('unknownOutcome')));
      fill(this.#error, box);
      this.#directory.patch({});
    }
    this.#typed(false);
  }

  #take(point, saved) {
    const points = this.#directory.known.servicePoints ?? [];
    const name = foreign(saved.name);
    if (point === null) {
      this.#point = undefined;
      this.#directory.patch({ servicePoints: [...points.filter((one) => one.id !== saved.id), saved] });
      toast(t('added', { name }));
      go('tables', [String(saved.id)], route().query);
    } else {
      this.#directory.patch({ servicePoints: points.map((one) => (one.id === saved.id ? { ...one, ...saved } : one)) });
      toast(t('saved', { name }));
    }
  }
}

const valuesOf = (point) => ({ name: point.name, type: point.type === undefined ? '' : String(point.type), active: point.active !== false });

customElements.define('table-form', TableForm);
