import { parseFilter } from './filter.js';
import { ALL, parseColumns, parseSort, sortWord } from './columns.js';

/**
 * The view that a URL's query describes.
 *
 * @param {URLSearchParams} query
 * @param {string[]|null} kept Columns that this browser keeps.
 */
export function viewOf(query, kept) {
  const text = query.get('q') ?? '';
  const since = Number(query.get('since'));
  return {
    text,
    ...parseFilter(text),
    ...parseSort(query.get('sort')),
    columns: parseColumns(query.get('cols') ?? kept?.join(',')),
    // Seconds since 1970, so that a link stays short.
    since: Number.isInteger(since) && since > 0 && since < 8e12 ? since * 1000 : null,
  };
}

/** The query's words for a view; null for what is as usual. */
export function queryOf({ text, sort, isDescending, columns, since }) {
  const word = sortWord({ sort, isDescending });
  return {
    q: text || null,
    sort: word === '-signal' ? null : word,
    cols: columns.length === ALL.length ? null : columns.join(','),
    since: since === null ? null : String(Math.floor(since / 1000)),
  };
}

/** A copy of what is on the air now, which does not change any more. */
export function frozen(model, now) {
  const devices = new Map();
  for (const [key, device] of model.devices) {
    if (!device.isGone || key === model.openKey) devices.set(key, { ...device });
  }
  return { devices, openKey: model.openKey, at: now, adverts: model.adverts, known: model.known };
}
