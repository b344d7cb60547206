// Tables as this screen shows them: service points, their beacons, and what this gateway knows of them. Pure.
import { naturally } from '../shell/order.js';

/** What tables can be filtered by, in the order of the choice. */
export const groups = ['done', 'none', 'working', 'waiting', 'trouble'];

/** `UUID/major/minor` with capitals and dashes; null without all three. */
export function identity(thing) {
  if (!thing?.uuid || thing.major === undefined || thing.minor === undefined) return null;
  return `${dashed(thing.uuid)}/${thing.major}/${thing.minor}`;
}

/** A UUID with capitals and dashes; other text as it is. */
export function dashed(uuid) {
  const digits = bare(uuid);
  if (!/^[0-9A-F]{32}$/.test(digits)) return String(uuid ?? '');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether a text has 32 hexadecimal digits, with dashes or without. */
export const isUUID = (text) => /^[0-9A-F]{32}$/.test(bare(text));

const bare = (uuid) => String(uuid ?? '').replace(/[-\s]/g, '').toUpperCase();

/**
 * Makes one row for each table, in natural order of the names.
 *
 * @param {object} known `servicePoints` (null as long as they are not known), `beacons`, `tables`, `registrations`,
 *   `placements`, `types`, `business`: lists of the gateway, and the number of the business.
 * @param {object} [now] `assigned`: Map from a service point to the number of the beacon that it is getting, or null;
 *   `conflicts`: Map from an identity to the address that it was heard from, if that is not the registered one.
 */
export function tableRows(known, { assigned = new Map(), conflicts = new Map() } = {}) {
  const beacons = new Map(known.beacons.map((beacon) => [beacon.id, beacon]));
  const ours = known.tables.filter((table) => table.business === known.business);
  const tables = new Map(ours.map((table) => [table.service_point, table]));
  const registrations = new Map(known.registrations.map((one) => [one.id, one]));
  const placements = new Map(known.placements.map((one) => [identity(one), one]));
  const types = new Map(known.types.map((type) => [type.id, type.name]));
  const points = known.servicePoints ?? ours.map(pointOf);
  return points.map((point) => {
    const isBusy = assigned.has(point.id);
    const number = isBusy ? assigned.get(point.id) ?? undefined : point.beacon;
    const table = tables.get(point.id) ?? null;
    const registration = registrations.get(table?.registration) ?? null;
    const beacon = number === undefined ? null : beacons.get(number) ?? { id: number, name: isBusy ? '' : point.beacon_name };
    const id = identity(beacon) ?? identity(table);
    return {
      id: point.id, name: point.name, point, beacon, table, registration, isBusy, identity: id,
      isActive: point.active !== false,
      type: point.type === undefined ? null : types.get(point.type) ?? point.type,
      address: beacon?.address ?? table?.address ?? null,
      placement: (id && placements.get(id)) ?? null,
      state: stateOf({ beacon, table, registration, isBusy, conflict: conflicts.get(id) }),
    };
  }).sort((one, other) => naturally(one.name, other.name) || one.id - other.id);
}

/** A service point as far as this gateway's own table tells it, for when the backend cannot be asked. */
function pointOf(table) {
  return { id: table.service_point, name: table.name, beacon: table.state === 'registered' ? table.beacon : undefined, isFromTable: true };
}

const holds = { 'logged-out': 'waitsForLogin', 'other-user': 'waitsForUser', 'other-backend': 'waitsForBackend', 'not-in-this-api': 'waitsForAPI', 'not-set-up': 'waitsForSetup' };

/** State of a table: `mark` its shape, `key` its word, `group` what it is filtered by, `reason` in the words of others. */
export function stateOf({ beacon, table, registration, isBusy = false, conflict }) {
  const is = (mark, key, group, more = {}) => ({ mark, key, group, ...more });
  if (isBusy) return is('working', beacon ? 'assigning' : 'unassigning', 'working');
  if (table?.state === 'refused' || registration?.state === 'refused') {
    return is('warning', 'refused', 'trouble', { reason: registration?.last_error ?? table?.reason });
  }
  if (table?.state === 'provisioning') return is('working', 'provisioning', 'working');
  if (table?.state === 'queued') return waiting(registration, is);
  if (table?.state === 'provisioned') return is('warning', 'notHeard', 'trouble', { reason: table.reason });
  if (beacon?.active === false) return is('warning', 'beaconInactive', 'trouble');
  if (beacon && conflict) return is('warning', 'wrongBeacon', 'trouble', { parameters: { heard: conflict, known: beacon.address } });
  if (beacon) return is('verified', beacon.address || table?.state === 'registered' ? 'registered' : 'assigned', 'done');
  return is('none', 'noBeacon', 'none', { reason: table?.reason });
}

function waiting(registration, is) {
  const reason = registration?.last_error;
  if (registration?.held) return is('waiting', holds[registration.held] ?? 'waits', 'waiting', { reason });
  if (registration?.behind) return is('waiting', 'waitsBehind', 'waiting', { reason, parameters: { n: registration.behind } });
  if (!registration || registration.attempts === 0) return is('waiting', 'registering', 'waiting', { reason });
  return is('waiting', isOfNetwork(reason) ? 'waitsForNetwork' : 'waitsForPayfrit', 'waiting', { reason });
}

const isOfNetwork = (words) => words === undefined || /^Network error/.test(words);

/** Numbers of tables: all, and those of each group. */
export function counts(rows) {
  const count = { all: rows.length, ...Object.fromEntries(groups.map((group) => [group, 0])) };
  for (const row of rows) count[row.state.group] += 1;
  return count;
}

/** Rows that have every word of `text` somewhere, and are in `group` if one is given. */
export function filterTables(rows, { text = '', group = '' }) {
  const wanted = termsOf(text);
  return rows.filter((row) => (!group || row.state.group === group) && matches(wanted, row.id,
    [row.name, row.beacon?.name, row.point.code], [row.address, row.identity, row.beacon?.uuid]));
}

const termsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether each term is the number, as `#7`, or in a name or a code; in the latter from three signs on, as a digit or two are in all of them. */
function matches(terms, id, names, codes) {
  const within = (term) => (field) => field?.toLowerCase().includes(term);
  const dashless = (term) => (code) => code && bare(code).includes(bare(term));
  return terms.every((term) => term === `#${id}` || names.some(within(term)) || (term.length > 2 && codes.some(dashless(term))));
}

/** Last signal of a table: now, else when its place was checked, else when the backend or this gateway last knew. */
export function lastSignal(row, live) {
  const now = row.identity && row.beacon ? live.get(row.identity) : undefined;
  if (now) return { kind: now.isNow ? 'live' : 'placement', rssi: now.rssi, at: now.at };
  if (row.placement && row.beacon) return { kind: 'placement', rssi: Math.round(row.placement.average), at: row.placement.at };
  if (row.beacon?.last_seen && !Number.isNaN(Date.parse(row.beacon.last_seen))) return { kind: 'heard', at: row.beacon.last_seen };
  if (row.table?.registered && row.beacon) return { kind: 'registered', at: row.table.registered };
  return null;
}

/** Time after which a signal is not of now any more, in ms. */
const presence = 10_000;

/** Signals by identity, of one tick of the gateway. */
export function signalsOf(tick) {
  const signals = new Map();
  for (const beacon of tick.beacons) {
    const rssi = beacon.smoothed_rssi ?? beacon.rssi;
    if (rssi === undefined) continue;
    const isNow = Date.parse(tick.ts) - Date.parse(beacon.last_seen) < presence;
    signals.set(identity(beacon), { rssi: Math.round(rssi), at: beacon.last_seen, isNow, address: beacon.address });
  }
  return signals;
}

/** The smallest stream that has all of these identities: of one UUID and major if they share them, null without any. */
export function streamFor(identities) {
  if (identities.length === 0) return null;
  const parts = new Set(identities.map((one) => one.replace(/\/\d+$/, '')));
  if (parts.size > 1) return {};
  const [uuid, major] = [...parts][0].split('/');
  return { uuid, major };
}

/** Time for which an identity counts as heard from another address while the registered one is heard, too, in ms. */
const conflictTime = 30_000;

/**
 * Identities that are heard from another address than the registered one, with that `address` and the time `at`.
 *
 * @param {Map<string, object>} [before] The last answer: two beacons with one identity are heard by turns.
 */
export function conflictsOf(beacons, live, before = new Map()) {
  const conflicts = new Map();
  for (const beacon of beacons) {
    const key = identity(beacon);
    const heard = beacon.address && live.get(key);
    if (!heard?.address) continue;
    const last = before.get(key);
    if (heard.address.toLowerCase() !== beacon.address.toLowerCase()) conflicts.set(key, { address: heard.address, at: heard.at });
    else if (last && Date.parse(heard.at) - Date.parse(last.at) < conflictTime) conflicts.set(key, last);
  }
  return conflicts;
}

/** Beacons in natural order, those in use first, without those that are being deleted. */
export function beaconRows(beacons, { text = '', hidden = new Set() } = {}) {
  const wanted = termsOf(text);
  return beacons
    .filter((beacon) => !hidden.has(beacon.id)
      && matches(wanted, beacon.id, [beacon.name, beacon.service_point_name], [beacon.uuid, beacon.address]))
    .sort((one, other) => (one.active === false) - (other.active === false) || naturally(one.name ?? '', other.name ?? '') || one.id - other.id);
}

/** Service points that have a beacon, and so lose it with the beacon. */
export function placesOf(beacon, servicePoints) {
  return (servicePoints ?? []).filter((point) => point.beacon === beacon.id);
}

/** Whether deleting a beacon would change anything: the php generation keeps deleted ones, inactive and without a place. */
export function canDelete(beacon, api, servicePoints) {
  return api !== 'php' || beacon.active !== false || beacon.address !== undefined || placesOf(beacon, servicePoints).length > 0;
}

/** Fields of a form that differ from what is known; null if none does. */
export function changes(before, now) {
  const changed = Object.entries(now).filter(([key, value]) => value !== before[key]);
  return changed.length ? Object.fromEntries(changed) : null;
}
