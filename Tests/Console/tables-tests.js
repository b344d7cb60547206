import { equal, test } from './check.js';
import {
  beaconRows, canDelete, changes, conflictsOf, counts, dashed, filterTables, identity, isUUID, lastSignal, placesOf, signalsOf, stateOf, streamFor,
  tableRows,
} from '/tables/model.js';
import { naturally } from '/shell/order.js';
import { after, nextName } from '/tables/names.js';

const uuid = '5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F41';
const none = { servicePoints: [], beacons: [], tables: [], registrations: [], placements: [], types: [], business: 2 };
const table = (changed) => ({ id: 7, business: 2, service_point: 1, name: 'Table 1', state: 'registered', uuid, major: 3, minor: 4, ...changed });

test('Table 2 comes before Table 10', () => {
  equal(['Table 10', 'Table 2', 'Bar'].sort(naturally), ['Bar', 'Table 2', 'Table 10']);
});

test('the proposed name is the one after the highest', () => {
  equal(nextName([]), 'Table 1');
  equal(nextName(['Table 9', 'Table 10', 'Bar']), 'Table 11');
  equal(nextName(['Bar']), 'Table 1');
  equal(after('T-09'), 'T-10');
  equal(after('Patio A'), 'Patio B');
  equal(after('Patio Az'), null);
  equal(after('Z'), 'AA');
  equal(after('Row ZZ'), null);
  equal(after('12b'), '12c');
  equal(after('Table 99999999999999999999'), null, 'longer than a beacon’s name');
});

test('a name that is taken in other letters is not proposed', () => {
  equal(nextName(['T 2', 'Table 1', 'table 2']), 'table 3');
  equal(nextName(['Table 9', 'table 010']), 'table 011');
});

test('UUIDs are shown with dashes and capitals; other text as it is', () => {
  equal(dashed('5e1f7a103c2b4d9e8a770b6c1d2e3f41'), uuid);
  equal(dashed('nonsense'), 'nonsense');
  equal([isUUID(uuid), isUUID('5e1f7a103c2b4d9e8a770b6c1d2e3f41'), isUUID('5e1f7a10'), isUUID(`${uuid}0`), isUUID('')], [true, true, false, false, false]);
});

test('rows are in natural order and have their beacons', () => {
  const rows = tableRows({
    ...none,
    servicePoints: [{ id: 10, name: 'Table 10', beacon: 5 }, { id: 2, name: 'Table 2', active: false, type: 3 }],
    beacons: [{ id: 5, name: 'Bar', uuid, business: 2, active: true }], types: [{ id: 3, name: 'Terrace' }],
  });
  equal(rows.map((row) => [row.name, row.beacon?.name ?? null, row.state.key, row.isActive, row.type]), [
    ['Table 2', null, 'noBeacon', false, 'Terrace'], ['Table 10', 'Bar', 'assigned', true, null],
  ]);
});

test('a beacon that is not in the list keeps the name that the service point tells', () => {
  const [row] = tableRows({ ...none, servicePoints: [{ id: 1, name: 'Table 1', beacon: 9, beacon_name: 'Nine' }] });
  equal([row.beacon.name, row.state.key], ['Nine', 'assigned']);
});

test('without the backend, the gateway’s own tables are shown', () => {
  const rows = tableRows({ ...none, servicePoints: null, tables: [table({ state: 'planned' }), table({ business: 1, service_point: 3 })] });
  equal(rows.map((row) => [row.id, row.state.key]), [[1, 'noBeacon']]);
});

test('an assignment under way is shown at once, and says so', () => {
  const known = { ...none, servicePoints: [{ id: 1, name: 'Table 1', beacon: 5 }], beacons: [{ id: 5, name: 'A', uuid }, { id: 6, name: 'B', uuid }] };
  const [changed] = tableRows(known, { assigned: new Map([[1, 6]]) });
  equal([changed.beacon.name, changed.state.key, changed.state.mark], ['B', 'assigning', 'working']);
  const [taken] = tableRows(known, { assigned: new Map([[1, null]]) });
  equal([taken.beacon, taken.state.key], [null, 'unassigning']);
});

test('each state has its mark, its word and its group', () => {
  const beacon = { id: 5, active: true, address: '48:87:2d:12:00:02' };
  const key = (parts) => { const { mark, key: word, group } = stateOf({ beacon: null, table: null, registration: null, ...parts }); return [mark, word, group]; };
  equal(key({}), ['none', 'noBeacon', 'none']);
  equal(key({ beacon }), ['verified', 'registered', 'done']);
  equal(key({ beacon: { id: 5 } }), ['verified', 'assigned', 'done']);
  equal(key({ beacon: { ...beacon, active: false } }), ['warning', 'beaconInactive', 'trouble']);
  equal(key({ beacon, conflict: '48:87:2d:12:00:18' }), ['warning', 'wrongBeacon', 'trouble']);
  equal(key({ table: table({ state: 'planned' }) }), ['none', 'noBeacon', 'none']);
  equal(key({ table: table({ state: 'provisioning' }) }), ['working', 'provisioning', 'working']);
  equal(key({ table: table({ state: 'provisioned' }) }), ['warning', 'notHeard', 'trouble']);
  equal(key({ table: table({ state: 'refused' }) }), ['warning', 'refused', 'trouble']);
  equal(key({ beacon, table: table({ state: 'refused' }) }), ['warning', 'refused', 'trouble']);
});

test('a queued registration says what it waits for', () => {
  const key = (registration) => stateOf({ beacon: null, table: table({ state: 'queued' }), registration }).key;
  equal(key(null), 'registering');
  equal(key({ attempts: 0 }), 'registering');
  equal(key({ attempts: 2, last_error: 'Network error: Connection refused.' }), 'waitsForNetwork');
  equal(key({ attempts: 2, last_error: 'HTTP 503.' }), 'waitsForPayfrit');
  equal(key({ attempts: 0, held: 'logged-out' }), 'waitsForLogin');
  equal(key({ attempts: 0, behind: 4 }), 'waitsBehind');
});

test('a refusal is told in the backend’s words', () => {
  equal(stateOf({ table: table({ state: 'refused', reason: 'old' }), registration: { state: 'refused', last_error: 'No more tables.' } }).reason, 'No more tables.');
});

const rows = tableRows({
  ...none,
  servicePoints: [{ id: 1, name: 'Table 1', beacon: 5 }, { id: 2, name: 'Table 2' }, { id: 3, name: 'Bar' }],
  beacons: [{ id: 5, name: 'Five', uuid, major: 3, minor: 4, address: '48:87:2d:12:00:02' }],
});

test('the filter takes all words, and a group', () => {
  const names = (query) => filterTables(rows, query).map((row) => row.name);
  equal(names({ text: 'tab' }), ['Table 1', 'Table 2']);
  equal(names({ text: 'TABLE 00:02' }), ['Table 1']);
  equal(names({ text: '5e1f7a10' }), ['Table 1']);
  equal(names({ text: 'table', group: 'none' }), ['Table 2']);
  equal(names({ text: 'nothing' }), []);
  equal(names({ text: '#3' }), ['Bar']);
  equal(names({ text: '2' }), ['Table 2'], 'a digit is looked for in names only');
});

test('tables are counted by group', () => {
  equal(counts(rows), { all: 3, done: 1, none: 2, working: 0, waiting: 0, trouble: 0 });
});

test('the last signal is that of now, else of the placement, else what the backend says', () => {
  const row = { ...rows[1], identity: identity({ uuid, major: 3, minor: 4 }) };
  const live = new Map([[row.identity, { rssi: -61, at: 1, isNow: true }]]);
  equal(lastSignal(row, live), { kind: 'live', rssi: -61, at: 1 });
  equal(lastSignal({ ...row, placement: { average: -58.4, at: 'x' } }, new Map()), { kind: 'placement', rssi: -58, at: 'x' });
  equal(lastSignal({ ...row, beacon: { ...row.beacon, last_seen: '2026-11-25T10:00:00Z' } }, new Map()), { kind: 'heard', at: '2026-11-25T10:00:00Z' });
  equal(lastSignal(row, new Map()), null);
  equal(lastSignal({ ...row, beacon: null }, live), null, 'a beacon that was taken away');
});

test('a tick gives signals by identity; those of a while ago are not of now', () => {
  const tick = { ts: '2026-11-25T10:00:30Z', beacons: [
    { uuid, major: 1, minor: 2, smoothed_rssi: -60.6, last_seen: '2026-11-25T10:00:29Z', address: 'a' },
    { uuid, major: 1, minor: 3, rssi: -70, last_seen: '2026-11-25T10:00:10Z', address: 'b' },
    { uuid, major: 1, minor: 4, last_seen: '2026-11-25T10:00:29Z' },
  ] };
  equal([...signalsOf(tick).values()].map(({ rssi, isNow }) => [rssi, isNow]), [[-61, true], [-70, false]]);
});

test('signals are followed for what the tables share', () => {
  equal(streamFor([]), null);
  equal(streamFor([`${uuid}/1/2`, `${uuid}/1/3`]), { uuid, major: '1' });
  equal(streamFor([`${uuid}/1/2`, `${uuid}/2/3`]), {});
});

test('an identity from another address than the registered one is a conflict', () => {
  const beacons = [{ id: 5, uuid, major: 3, minor: 4, address: '48:87:2D:12:00:02' }];
  const heard = (address) => conflictsOf(beacons, new Map([[identity(beacons[0]), { address }]]));
  equal([...heard('48:87:2d:12:00:02')], []);
  equal([...heard('48:87:2d:12:00:18')].length, 1);
});

test('two beacons with one identity, heard by turns, are one lasting conflict', () => {
  const beacons = [{ id: 5, uuid, major: 3, minor: 4, address: '48:87:2D:12:00:02' }];
  const heard = (address, at, before) => conflictsOf(beacons, new Map([[identity(beacons[0]), { address, at }]]), before);
  const wrong = heard('48:87:2d:12:00:18', '2026-11-26T10:00:00Z');
  equal([...heard('48:87:2d:12:00:02', '2026-11-26T10:00:29Z', wrong)], [...wrong]);
  equal([...heard('48:87:2d:12:00:02', '2026-11-26T10:00:30Z', wrong)], []);
});

test('beacons in use come first; those being deleted are left out', () => {
  const beacons = [{ id: 1, name: 'B 10', uuid }, { id: 2, name: 'B 9', uuid }, { id: 3, name: 'A', uuid, active: false }, { id: 4, name: 'C', uuid }];
  equal(beaconRows(beacons, { hidden: new Set([4]) }).map((one) => one.id), [2, 1, 3]);
  equal(beaconRows(beacons, { text: '3c2b4d9e b' }).map((one) => one.id), [2, 1]);
});

test('the php generation keeps a deleted beacon, which is not deleted twice', () => {
  equal(placesOf({ id: 5 }, [{ id: 1, beacon: 5 }, { id: 2 }]).map((one) => one.id), [1]);
  equal(canDelete({ id: 5, active: false }, 'php', []), false);
  equal(canDelete({ id: 5, active: false }, 'php', [{ id: 1, beacon: 5 }]), true);
  equal(canDelete({ id: 5, active: false }, 'cfm', []), true);
  equal(canDelete({ id: 5, active: true }, 'php', []), true);
});

test('only what differs is sent', () => {
  equal(changes({ name: 'A', active: true }, { name: 'B', active: true }), { name: 'B' });
  equal(changes({ name: 'A' }, { name: 'A' }), null);
});
