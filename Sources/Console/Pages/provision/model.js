import { minus } from '../shell/numbers.js';
import { naturally } from '../shell/order.js';

/** Least difference of signal, in dB, by which one beacon is nearer than another. */
export const clearlyNearer = 6;

/** States of runs that have ended. */
const ends = new Set(['verified', 'written-unverified', 'failed', 'unknown']);

export const hasEnded = (run) => ends.has(run.state);

/**
 * The table that comes next: one that was begun and is not finished, else the first service point without a beacon in
 * natural order, else a new one.
 *
 * @param {{tables: object[], points: object[], business: number, skipped: Set<string>}} known
 * @returns {{kind: 'begun'|'point'|'new', name: string|null, table?: object, point?: object}}
 */
export function upcoming({ tables, points, business, skipped }) {
  const ours = tables.filter((table) => table.business === business);
  const begun = ours.find((table) => ['provisioning', 'provisioned'].includes(table.state) && !skipped.has(table.name))
    ?? ours.find((table) => table.state === 'planned' && !skipped.has(table.name));
  if (begun) return { kind: 'begun', name: begun.name, table: begun };
  const taken = new Set(ours.filter((table) => table.state !== 'dropped').map((table) => table.service_point));
  const free = points
    .filter((point) => point.beacon === undefined && point.active !== false && !taken.has(point.id) && !skipped.has(point.name))
    .sort((one, other) => naturally(one.name, other.name));
  if (free.length) return { kind: 'point', name: free[0].name, point: free[0] };
  return { kind: 'new', name: null };
}

/** All tables that may be chosen, in natural order: service points, each with what this gateway knows of it. */
export function choices({ tables, points, business }) {
  const ours = new Map(tables.filter((table) => table.business === business && table.state !== 'dropped').map((table) => [table.service_point, table]));
  const found = points.filter((point) => point.active !== false).map((point) => ({ name: point.name, point, table: ours.get(point.id) }));
  return found.sort((one, other) => naturally(one.name, other.name));
}

/**
 * Which of the beacons nearby a table may get.
 *
 * @param {object[]} beacons Of a `nearby` line, strongest first.
 * @param {Set<string>} [only] Addresses to which the choice is restricted.
 * @returns {{offered: object[], refused: object[], reusable: object[], isClear: boolean}} `reusable`: those of the refused
 *   that were set up before, and can be set up anew; `isClear`: the first offered is nearer than all others.
 */
export function nearest(beacons, only = new Set()) {
  const wanted = only.size ? beacons.filter((beacon) => only.has(beacon.address)) : beacons;
  const offered = wanted.filter((beacon) => beacon.kind === 'cp28');
  const refused = wanted.filter((beacon) => beacon.kind !== 'cp28');
  const [first, second] = offered;
  const isClear = first !== undefined && (second === undefined || (first.rssi ?? -128) - (second.rssi ?? -128) >= clearlyNearer);
  return { offered, refused, reusable: refused.filter((beacon) => beacon.kind === 'provisioned'), isClear };
}

/**
 * The beacons to list, at most `rows`: those offered first; up to two that were set up before have their place, since the
 * one in the hand may be among them.
 */
export function listed({ offered, refused, reusable }, rows) {
  const known = reusable.slice(0, 2);
  return [...offered.slice(0, rows - known.length), ...known, ...refused.filter((beacon) => !known.includes(beacon))].slice(0, rows);
}

/**
 * What the screen shows for a table.
 *
 * @param {object|null} table As of `GET /v1/payfrit/tables/{table}`; null before it is planned.
 * @param {object|null} run The table's run.
 * @returns {'bring'|'working'|'unsure'|'failed'|'register'|'queued'|'refused'|'done'}
 */
export function phase(table, run) {
  switch (table?.state) {
    case 'registered': return 'done';
    case 'queued': return 'queued';
    case 'refused': return 'refused';
    case 'provisioning': return run && hasEnded(run) ? ended(run) : 'working';
    case 'planned': case 'provisioned': return run && run.address === table.address ? (hasEnded(run) ? ended(run) : 'working') : 'bring';
    default: return 'bring';
  }
}

function ended(run) {
  switch (run.state) {
    case 'verified': return 'register';
    case 'failed': return 'failed';
    default: return 'unsure';
  }
}

/** Share of a run that is done, 0...1: the steps, then the check on the air. */
export function progress(run) {
  const parts = run.steps + 2;
  switch (run.state) {
    case 'planned': return 0;
    case 'connecting': return 0.5 / parts;
    case 'authenticated': return 1 / parts;
    case 'writing': return (1 + run.step) / parts;
    case 'saved': return (1.5 + run.steps) / parts;
    default: return 1;
  }
}

/** The end of an address, by which people tell beacons apart. */
export const shortAddress = (address) => `…:${address.slice(-2)}`;

/** A signal in words, with a minus sign instead of a hyphen. */
export const signalWords = (rssi) => (rssi === undefined ? '' : `${minus(rssi)} dBm`);
