import { naturally } from '../shell/order.js';
import { identityWords, parseUUID } from './identity.js';

// Places of the picker: tables of the gateway, then the backend's beacons that no table has.

/**
 * Places by name, each identity once.
 *
 * @param {object[]} tables Of `GET /v1/payfrit/tables`.
 * @param {object[]} beacons Of `GET /v1/payfrit/beacons`.
 * @param {Map<string, object>} kept Results by identity; see `keptResults`.
 * @param {{business?: number, base?: string}} [only] Business and backend whose tables are wanted.
 * @returns {object[]} `key`, `name`, `uuid`, `major`, `minor`, `state`, `kept`; `isIncomplete` where the backend does not
 *   tell major and minor, or its UUID is none.
 */
export function places(tables, beacons, kept, { business, base } = {}) {
  const byKey = new Map();
  for (const table of tables) {
    if (table.state === 'dropped' || (business !== undefined && table.business !== business)) continue;
    if (base !== undefined && table.base !== base) continue;
    add(byKey, { name: table.name, uuid: table.uuid, major: table.major, minor: table.minor, state: table.state }, kept);
  }
  for (const beacon of beacons) {
    const name = beacon.service_point_name || beacon.name || '';
    const state = beacon.active === false ? 'inactive' : beacon.service_point_name ? 'registered' : 'unassigned';
    add(byKey, { name, uuid: beacon.uuid, major: beacon.major, minor: beacon.minor, state, id: beacon.id }, kept);
  }
  return [...byKey.values()].sort((one, other) => rank(one) - rank(other) || naturally(one.name, other.name) || (one.key < other.key ? -1 : 1));
}

/** Beacons that stand at no table come last. */
const rank = (place) => (['inactive', 'unassigned'].includes(place.state) ? 1 : 0);

function add(byKey, { uuid, major, minor, id, ...place }, kept) {
  const parsed = parseUUID(uuid);
  const isIncomplete = parsed === null || major === undefined || minor === undefined;
  const identity = { uuid: parsed ?? uuid, major, minor };
  const key = isIncomplete ? `${uuid}#${id}` : identityWords(identity);
  if (!byKey.has(key)) byKey.set(key, { ...place, ...identity, key, isIncomplete, kept: kept.get(key) ?? null });
}

/** Results of `GET /v1/placements` by identity. */
export function keptResults(placements) {
  return new Map(placements.map((one) => [identityWords(one), { average: one.average, at: one.at }]));
}

/** Places whose name has all words of a filter, or whose identity has. */
export function filtered(all, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return all;
  return all.filter((place) => {
    const [name, identity] = [place.name.toLowerCase(), place.key.toLowerCase()];
    return wanted.every((word) => name.includes(word)) || wanted.every((word) => identity.includes(word));
  });
}

/** The place that a URL names; null if there is none. */
export function placeNamed(all, name) {
  const wanted = name.toLowerCase();
  return all.find((place) => place.name === name) ?? all.find((place) => place.name.toLowerCase() === wanted) ?? null;
}

/** Query of a place's URL: by name where the name is its own. */
export function placeQuery(all, place) {
  const isOwn = place.name !== '' && all.filter((one) => one.name === place.name).length === 1;
  return isOwn ? { table: place.name } : { beacon: identityWords(place) };
}

/** The place after this one: the next that was not checked yet, else the next; null if there is no other. */
export function nextPlace(all, place) {
  const usable = all.filter((one) => !one.isIncomplete && !['inactive', 'planned', 'provisioning'].includes(one.state));
  const others = rotated(usable, place).filter((one) => one.key !== place.key);
  return others.find((one) => one.kept === null) ?? others[0] ?? null;
}

function rotated(all, place) {
  const index = all.findIndex((one) => one.key === place.key);
  return [...all.slice(index + 1), ...all.slice(0, Math.max(0, index))];
}
