import { el, fill } from '../shell/dom.js';
import { openMenu } from '../shell/menu.js';
import { words } from '../shell/words.js';
import { texts } from './texts.js';

const t = words(texts);

/** What a browser without a session sees. */
export default class Start extends HTMLElement {
  connectedCallback() {
    const isPlain = location.protocol === 'http:';
    fill(this, el('div', { class: 'card' },
      el('h1', {}, t('title')),
      el('p', {}, t('text')),
      el('pre', {}, el('code', {}, 'perch console --role crew --qr')),
      el('p', {}, t('once')),
      el('p', { class: 'quiet' }, t(isPlain ? 'plain' : 'certificate')),
      el('button', { type: 'button', on: { click: () => openMenu() } }, t('menu'))));
  }

  show() {}
}

customElements.define('perch-start', Start);
