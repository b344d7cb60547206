import { listed, nearest, phase, progress, upcoming, choices } from '/provision/model.js';
import { equal, test } from './check.js';

const points = [{ id: 1, name: 'Table 10' }, { id: 2, name: 'Table 2' }, { id: 3, name: 'Table 1', beacon: 7 }, { id: 4, name: 'Bar', active: false }];

test('the next table is the one that was begun, else the first free one in natural order, else a new one', () => {
  const known = { tables: [], points, business: 2, skipped: new Set() };
  equal(upcoming(known).name, 'Table 2');
  equal(upcoming({ ...known, skipped: new Set(['Table 2']) }).name, 'Table 10');
  equal(upcoming({ ...known, skipped: new Set(['Table 2', 'Table 10']) }).kind, 'new');
  const begun = { id: 9, name: 'Table 10', service_point: 1, business: 2, state: 'provisioned' };
  equal(upcoming({ ...known, tables: [{ ...begun, id: 8, name: 'Table 2', service_point: 2, state: 'planned' }, begun] }).table.id, 9);
  equal(upcoming({ ...known, tables: [{ ...begun, business: 3 }] }).name, 'Table 2');
  equal(upcoming({ ...known, tables: [{ ...begun, service_point: 2, state: 'registered' }] }).name, 'Table 10');
  equal(choices(known).map((one) => one.name), ['Table 1', 'Table 2', 'Table 10']);
});

test('a beacon is taken without a question only where it is 6 dB nearer than any other', () => {
  const beacon = (end, rssi, kind = 'cp28') => ({ address: `48:87:2d:00:00:${end}`, rssi, kind });
  equal(nearest([beacon('01', -40), beacon('02', -46)]).isClear, true);
  equal(nearest([beacon('01', -40), beacon('02', -45)]).isClear, false);
  equal(nearest([beacon('01', -40)]).isClear, true);
  equal(nearest([]).isClear, false);
  equal(nearest([beacon('01', -40, 'provisioned'), beacon('02', -60)]).offered.map((one) => one.rssi), [-60]);
  equal(nearest([beacon('01', -40), beacon('02', -41)], new Set(['48:87:2d:00:00:02'])).isClear, true);
});

test('beacons that were set up before have a place in the list beside many new ones', () => {
  const beacon = (end, kind) => ({ address: `48:87:2d:00:00:${end}`, rssi: -40, kind });
  const many = Array.from({ length: 9 }, (_, index) => beacon(`0${index}`, 'cp28'));
  const ends = (beacons) => listed(nearest(beacons), 6).map((one) => one.address.slice(-2));
  equal(ends(many), ['00', '01', '02', '03', '04', '05']);
  const known = ['11', '12', '13'].map((end) => beacon(end, 'provisioned'));
  equal(ends([...known, beacon('21', 'unsuitable'), ...many]), ['00', '01', '02', '03', '11', '12']);
  equal(ends([...known, beacon('21', 'unsuitable'), many[0]]), ['00', '11', '12', '13', '21']);
});

test('the phase follows from table and run alone', () => {
  const run = (state) => ({ state, address: 'a' });
  const table = (state) => ({ state, address: 'a' });
  equal(phase(null, null), 'bring');
  equal(phase(table('planned'), null), 'bring');
  equal(phase(table('provisioning'), run('writing')), 'working');
  equal(phase(table('provisioned'), run('unknown')), 'unsure');
  equal(phase(table('planned'), run('failed')), 'failed');
  equal(phase({ state: 'planned', address: 'b' }, run('failed')), 'bring');
  equal(phase(table('provisioned'), run('verified')), 'register');
  equal(['queued', 'registered', 'refused', 'dropped'].map((state) => phase(table(state), null)), ['queued', 'done', 'refused', 'bring']);
});

test('progress never goes back', () => {
  const states = [['planned', 0], ['connecting', 0], ['authenticated', 0], ['writing', 1], ['writing', 24], ['saved', 24], ['verified', 24]];
  const shares = states.map(([state, step]) => progress({ state, step, steps: 24 }));
  equal(shares.every((share, index) => index === 0 || share > shares[index - 1]), true, shares.join(' '));
});
