import { el } from './dom.js';

let region = null;

/**
 * Tells a result at the bottom of the page; screen readers read it.
 *
 * @param {string} text
 * @param {{action?: string, onAction?: () => void, onEnd?: () => void, seconds?: number}} [options] `onEnd`: called when
 *   the time is over and the action was not used.
 * @returns {{end: () => void}} Ends it before its time, as if the time were over.
 */
export function toast(text, { action, onAction, onEnd = () => {}, seconds = 6 } = {}) {
  region ??= document.body.appendChild(el('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' }));
  const element = el('div', { class: 'toast' }, el('span', {}, text));
  let isOver = false;
  const finish = (then) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    element.remove();
    then?.();
  };
  if (action) element.append(el('button', { type: 'button', on: { click: () => finish(onAction) } }, action));
  const timer = setTimeout(() => finish(onEnd), seconds * 1000);
  region.append(element);
  return { end: () => finish(onEnd) };
}
