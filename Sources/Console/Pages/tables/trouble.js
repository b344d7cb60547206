import { el, fill } from '../shell/dom.js';
import { problemBox } from '../shell/problem.js';
import { words } from '../shell/words.js';
import { texts } from './texts.js';

const t = words(texts);

/** Errors of actions, at the top of the screen until they are closed or the action succeeds. */
export class Trouble extends HTMLElement {
  /**
   * @param {Error} error
   * @param {{about?: string, again?: () => void}} [more] `about`: what state things are in now; `again` repeats the action.
   */
  tell(error, { about, again } = {}) {
    const close = () => box.remove();
    const box = problemBox(error, again && error.retryable !== false
      ? { action: t('retry'), onAction: () => { close(); again(); } } : {});
    if (about) box.prepend(el('p', { class: 'about' }, el('bdi', {}, about)));
    if (error.outcome === 'unknown') box.querySelector('.sentence').after(el('p', {}, t('unknownOutcome')));
    box.append(el('button', { type: 'button', class: 'plain', on: { click: close } }, t('close')));
    this.append(box);
    while (this.children.length > 3) this.firstChild.remove();
  }

  clear() {
    fill(this);
  }
}

customElements.define('tables-trouble', Trouble);
