import { el, setText } from '../shell/dom.js';
import { words } from '../shell/words.js';
import { CAPACITY } from './model.js';
import { clock } from './numbers.js';
import { texts } from './texts.js';

const t = words(texts);

/**
 * What holds or thins out the list, with the way back: pause, "only new", losses.
 *
 * Event: `show-all`.
 */
export class AirNotices extends HTMLElement {
  /**
   * @param {AirModel} model
   * @param {{frozen: object|null, since: number|null, hidden: number, isLost: boolean, skipped: number}} state
   */
  show(model, { frozen, since, hidden, isLost, skipped }) {
    this.#notice('paused', frozen && [
      t('paused', { time: clock(frozen.at) }), `${t('meanwhile', { n: model.adverts - frozen.adverts })},`, t('meanwhileNew', { n: model.known - frozen.known }),
    ].join(' '));
    this.#notice('new', since !== null && `${t('onlyNewSince', { time: clock(since) })} ${t('hiddenCount', { n: hidden })}`,
      t('showAll'), () => this.dispatchEvent(new CustomEvent('show-all')));
    this.#notice('lost-stream', isLost && `▲ ${t('streamLost')}`);
    const losses = Object.entries({ dropped: model.dropped, skipped, missed: model.missed, lost: model.lost, unreadable: model.unreadable });
    const told = losses.filter(([, n]) => n > 0).map(([key, n]) => t(key, { n, most: CAPACITY })).join(' · ');
    this.#notice('losses', told && `▲ ${told}`);
  }

  #notice(kind, text, action, onAction) {
    let notice = this.querySelector(`.${kind}`);
    if (!text) {
      notice?.remove();
      return;
    }
    if (!notice) {
      notice = el('div', { class: `notice ${kind}` }, el('span'),
        action ? el('button', { type: 'button', class: 'plain', on: { click: onAction } }, action) : null);
      this.append(notice);
    }
    setText(notice.firstChild, text);
  }
}

customElements.define('air-notices', AirNotices);
