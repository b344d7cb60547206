import { get, query } from '../shell/api.js';

/** Entries asked for at once, and pages read at most: 20,000 tables are possible. */
const pageSize = 1000;
const mostPages = 20;

/**
 * Loads what the picker shows. A list that fails is left out, so that the others still show.
 *
 * @returns {Promise<{tables?: object[], beacons?: object[], placements?: object[], error?: Error}>} `error` tells why
 *   tables, or the backend's beacons, are missing; not logged in is none.
 */
export async function loadPlaces() {
  const [tables, beacons, placements] = await Promise.allSettled([
    pages('/v1/payfrit/tables', 'tables', (page) => (page.length < pageSize ? null : page.at(-1).id)),
    get('/v1/payfrit/beacons').then((answer) => answer.beacons),
    pages('/v1/placements', 'placements', (page, answer) => answer.next ?? null),
  ]);
  const failure = [tables, beacons].find((one) => one.status === 'rejected' && !expected.has(one.reason?.code));
  return {
    ...(tables.status === 'fulfilled' && { tables: tables.value }),
    ...(beacons.status === 'fulfilled' && { beacons: beacons.value }),
    ...(placements.status === 'fulfilled' && { placements: placements.value }),
    error: failure?.reason,
  };
}

/** Without a login or a business the tables of the gateway are there all the same. */
const expected = new Set(['not-logged-in', 'logged-out', 'no-business', 'no-payfrit', 'unknown-route']);

async function pages(path, key, next) {
  const all = [];
  let after;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await get(query(path, { limit: pageSize, after }));
    all.push(...answer[key]);
    after = next(answer[key], answer);
    if (after === null) break;
  }
  return all;
}
