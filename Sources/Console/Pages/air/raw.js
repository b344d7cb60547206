import { el, fill, foreign } from '../shell/dom.js';
import { words } from '../shell/words.js';
import { hexByte, spaced, split, textOf } from './structures.js';
import { texts } from './texts.js';

const t = words(texts);

/** The bytes of an advert or a scan response, a row a structure. Drawn anew only if they have changed. */
export class AirRaw extends HTMLElement {
  #shown = undefined;
  #title = el('h4');
  #body = el('div');

  /** Title, and the sentence that stands where there are no data. */
  set words({ title, none }) {
    this.#title.textContent = title;
    this.none = none;
  }

  connectedCallback() {
    fill(this, this.#title, this.#body);
  }

  /** Hexadecimal data; undefined where nothing was heard. */
  set data(hex) {
    const key = hex ?? 'none';
    if (this.#shown === key) return;
    this.#shown = key;
    if (!hex) {
      fill(this.#body, el('p', { class: 'quiet' }, hex === undefined ? this.none : t('emptyData')));
      return;
    }
    fill(this.#body, el('p', { class: 'quiet' }, t('bytes', { n: hex.length / 2 })), el('table', { 'aria-label': this.#title.textContent },
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('length')), el('th', { scope: 'col' }, t('typeAndBytes')))),
      el('tbody', {}, split(hex).map(row))));
  }
}

function row(structure) {
  const { length, type, name, hex, padding, cut } = structure;
  const text = padding ? undefined : textOf(structure);
  return el('tr', {},
    el('td', { class: 'number' }, String(length)),
    el('td', {},
      type === undefined ? null : [el('code', {}, hexByte(type)), ' '],
      el('span', {}, padding ? t('padding') : type === undefined ? '' : name ?? t('notAssigned')),
      hex ? el('code', { class: 'bytes' }, spaced(hex)) : null,
      text === undefined ? null : el('bdi', { class: 'quiet text' }, foreign(text)),
      cut ? el('span', { class: 'mark warning' }, el('span', { 'aria-hidden': 'true' }, '▲'), t('cut')) : null));
}

customElements.define('air-raw', AirRaw);
