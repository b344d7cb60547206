import { el } from './dom.js';
import { language } from './language.js';
import { texts } from './texts.js';
import { words } from './words.js';
import { errors } from './errors.js';

const t = words(texts);

/** Sentence and next step of an error in the console's language; the gateway's own words where there is no other. */
export function told(error) {
  const known = errors[error?.code]?.[language()];
  const message = known?.[0] ?? (error?.message || t('unknownError'));
  const hint = known?.[1] ?? error?.hint ?? '';
  return { message, hint, code: error?.code ?? error?.name ?? 'unknown' };
}

/**
 * An error: sentence, next step as text and, where there is one, as a button, and the code in small.
 *
 * @param {Error} error
 * @param {{action?: string, onAction?: () => void}} [next]
 */
export function problemBox(error, { action, onAction } = {}) {
  const { message, hint, code } = told(error);
  return el('div', { class: 'problem', role: 'alert' },
    el('p', { class: 'sentence' }, el('bdi', {}, message)),
    hint ? el('p', {}, el('bdi', {}, hint)) : null,
    action ? el('button', { type: 'button', on: { click: onAction } }, action) : null,
    el('small', {}, el('code', {}, code)));
}

/** An empty state: one sentence and one button. */
export function empty(sentence, action, onAction) {
  return el('div', { class: 'empty' }, el('p', {}, sentence),
    action ? el('button', { type: 'button', class: 'main', on: { click: onAction } }, action) : null);
}
