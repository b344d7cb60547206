import { el } from './dom.js';

let region = null;
const shown = new Set();

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
  let timer = 0;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    if (!isOver) timer = setTimeout(() => finish(onEnd), seconds * 1000);
  };
  const finish = (then) => {
    if (isOver) return;
    isOver = true;
    stop();
    shown.delete(end);
    element.remove();
    then?.();
  };
  if (action) element.append(el('button', { type: 'button', on: { click: () => finish(onAction) } }, action));
  // Nobody is hurried who reads it with a mouse or the keyboard.
  element.addEventListener('pointerenter', (event) => { if (event.pointerType === 'mouse') stop(); });
  element.addEventListener('pointerleave', start);
  element.addEventListener('focusin', stop);
  element.addEventListener('focusout', start);
  const end = () => finish(onEnd);
  shown.add(end);
  start();
  region.append(element);
  return { end };
}

/** Ends all of them, as if their time were over. */
export function endToasts() {
  for (const end of [...shown]) end();
}
