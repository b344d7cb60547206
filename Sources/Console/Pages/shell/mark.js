import { el } from './dom.js';

const signs = { live: '●', working: '◐', warning: '▲', failed: '✕', verified: '✓', waiting: '◌', none: '·' };

/**
 * State as shape, colour and word.
 *
 * @param {'live'|'working'|'warning'|'failed'|'verified'|'waiting'|'none'} kind
 * @param {string} word
 */
export function mark(kind, word) {
  return el('span', { class: `mark ${kind}` }, el('span', { 'aria-hidden': 'true', class: 'sign' }, signs[kind]), el('span', {}, word));
}

/** Strength of a signal, with the walkthrough's bounds: strong from -51 dBm, medium from -72, else weak. */
export function strength(rssi) {
  return rssi >= -51 ? 'strong' : rssi >= -72 ? 'medium' : 'weak';
}

/** Seven bars for -100...-30 dBm. Decoration: the number stands beside it. */
export function bars(rssi) {
  const count = rssi === undefined || rssi === null ? 0 : Math.max(1, Math.min(7, Math.round((rssi + 100) / 10)));
  const element = el('span', { class: `bars ${count ? strength(rssi) : 'none'}`, 'aria-hidden': 'true' });
  for (let n = 1; n <= 7; n += 1) element.append(el('i', { class: n <= count ? 'on' : '' }));
  return element;
}
