import { identityWords, parseIdentity, parseNumber, parseUUID } from '/signal/identity.js';
import { begin, choose, deafness, explained, fail, idle, isWaitingForDongle, longestSilence, look, resume, statusKey, staysWeak, stop, take } from '/signal/model.js';
import { filtered, keptResults, nextPlace, placeNamed, placeQuery, places } from '/signal/places.js';
import { fixed } from '/signal/texts.js';
import { equal, test } from './check.js';

const uuid = '5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40';
const place = { key: `${uuid}/1/7`, name: 'Table 7', uuid, major: 1, minor: 7, kept: null };
const other = { ...place, key: `${uuid}/1/8`, name: 'Table 8', minor: 8 };
const live = [{ state: 'live' }];
const line = (verdict, more = {}) => ({ type: 'sample', ts: '2026-11-25T12:00:00.000000Z', listening: true, verdict, samples: 0, wanted: 5, threshold: -75, ...more });
const deaf = (message) => ({ ...line('waiting'), listening: false, message });
const counted = (samples, rssi = -62) => line('counted', { rssi, samples, proximity: 'near', accuracy: 1.9 });
const follow = (lines, from = begin(idle(place), live, 0)) => lines.reduce((state, one, index) => take(state, one, (index + 1) * 1000), from);

test('texts of the walkthrough are word for word', () => {
  equal([fixed.select, fixed.scanning, fixed.searching, fixed.detected, fixed.start, fixed.stop, fixed.invalidUUID, fixed.failed],
    ['Select a beacon to scan', 'Scanning...', 'Searching for beacon signal...', 'Beacon Detected! (avg {average} dBm)', 'Start Scanning', 'Stop Scanning',
      'Invalid beacon UUID format', 'Beacon ranging failed: {reason}']);
});

test('5.1.2: nothing begins without a choice', () => equal(begin(idle(), live, 0).phase, 'idle'));

test('5.1.4: a check that has begun says Scanning...', () => equal(statusKey(begin(idle(place), live, 0)), 'scanning'));

test('5.1.5-6: five strong readings are detected, with their average', () => {
  const lines = [1, 2, 3, 4].map((n) => counted(n));
  const before = follow(lines);
  equal([before.samples, before.detected, statusKey(before)], [4, null, 'scanning']);
  const state = take(before, line('detected', { rssi: -61, samples: 5, average: -62 }), 5000);
  equal([state.samples, state.detected.average, statusKey(state)], [5, -62, 'detected']);
});

test('what comes after the detection changes the reading only', () => {
  const state = follow([line('detected', { rssi: -61, samples: 5, average: -62 }), line('counted', { rssi: -90, samples: 5 })]);
  equal([statusKey(state), state.rssi, state.detected.average], ['detected', -90, -62]);
});

test('5.1.7: stopping resets all but the choice', () => {
  const state = stop(follow([counted(1), counted(2)]));
  equal([state.phase, state.samples, state.rssi, state.choice.name, statusKey(state)], ['idle', 0, null, 'Table 7', 'select']);
});

test('5.3.2-3: a weak reading clears the count', () => {
  const state = follow([counted(1), counted(2), line('too-weak', { rssi: -76, samples: 0 })]);
  equal([state.samples, state.rssi, statusKey(state)], [0, -76, 'scanning']);
  equal(take(state, counted(1, -75), 9000).samples, 1);
});

test('a place that stays too weak is told, with its mean', () => {
  const weak = (count) => follow(Array.from({ length: count }, (_, index) => line('too-weak', { rssi: -80 - 2 * (index % 2) })));
  equal([weak(14), weak(16)].map(staysWeak), [null, -81]);
  equal(staysWeak(take(weak(16), line('detected', { rssi: -70, average: -71 }), 99_000)), null);
});

test('5.3.4: silence clears the count and searches', () => {
  const state = follow([counted(3), line('waiting', { samples: 3 }), line('searching')]);
  equal([state.samples, state.rssi, state.proximity, statusKey(state)], [0, null, null, 'searching']);
});

test('5.4: without a dongle a check fails at once, with the reason', () => {
  const none = begin(idle(place), [], 0);
  equal([none.phase, none.failure.kind, none.failure.reason, statusKey(none)], ['failed', 'radio', 'no dongle is connected', 'failed']);
  const refused = begin(idle(place), [{ state: 'waiting', last_error: { code: 'port-permission', message: 'Not permitted.', hint: 'Join the group.' } }], 0);
  equal([refused.phase, refused.failure.kind, refused.failure.hint, statusKey(refused)], ['failed', 'permission', 'Join the group.', 'denied']);
});

test('5.4: a dongle that starts is waited for', () => {
  const state = begin(idle(place), [{ state: 'opening' }], 0);
  equal([state.phase, isWaitingForDongle(state, [{ state: 'opening' }])], ['scanning', true]);
  equal(isWaitingForDongle(take(state, counted(1), 1000), live), false);
});

test('5.4: a dongle that goes away ends the check within 5 s', () => {
  const heard = follow([counted(1), deaf('unplugged')]);
  equal(heard.phase, 'scanning', 'one silent second may be a restart');
  const lost = take(heard, deaf('unplugged'), 3000);
  equal([lost.phase, lost.failure.reason, lost.samples, statusKey(lost)], ['failed', 'unplugged', 0, 'failed']);
  equal(follow([line('searching'), deaf('unplugged')]).phase, 'failed', 'a dongle that heard nothing');
  equal(follow([deaf(), deaf(), deaf()]).phase, 'scanning', 'a scan that has yet to begin');
  equal(follow([deaf(), deaf(), deaf(), deaf()]).failure.reason, 'no dongle listens');
});

test('a gateway that falls silent ends the check within 5 s', () => {
  const state = follow([counted(1)]);
  equal(look(state, 1000 + longestSilence - 1).phase, 'scanning');
  const lost = look(state, 1000 + longestSilence);
  equal([lost.phase, lost.failure.kind], ['failed', 'gateway']);
  equal(longestSilence + 1000 <= 5000, true);
  equal(look(resume(state, 60_000), 61_000).phase, 'scanning', 'after the page was hidden');
});

test('an end of the stream is a loss; a line after it is ignored', () => {
  const state = follow([counted(1), { type: 'end', reason: 'stopping' }, counted(2)]);
  equal([state.phase, state.failure.kind, state.samples], ['failed', 'gateway', 0]);
});

test('a loss after the detection keeps the result', () => {
  const state = fail(follow([line('detected', { rssi: -61, samples: 5, average: -62 })]), { kind: 'radio', reason: 'unplugged' });
  equal([statusKey(state), state.detected.average], ['detected', -62]);
});

test('a loss is explained by the state of the dongles', () => {
  const dongles = [{ state: 'waiting', last_error: { code: 'port-not-found', message: 'There is no port.', hint: 'Plug it in.' } }];
  equal(explained({ kind: 'radio', reason: 'unplugged' }, dongles), { kind: 'radio', reason: 'unplugged', hint: 'Plug it in.' });
  equal(deafness([{ state: 'absent' }, { state: 'suspect' }]), null);
  equal(deafness(undefined), null);
});

test('5.5: another beacon stops the check; the same one does not', () => {
  const state = follow([counted(1), counted(2)]);
  equal([choose(state, other).phase, choose(state, other).samples], ['idle', 0]);
  equal(choose(state, { ...place, kept: { average: -60 } }).samples, 2);
});

test('5.7: a UUID is 32 digits, with dashes or without', () => {
  equal(parseUUID(' 5e1f7a103c2b4d9e8a770b6c1d2e3f40 '), uuid);
  equal([parseUUID(uuid), parseUUID('5E1F'), parseUUID(''), parseUUID(`${uuid}0`), parseUUID('G'.repeat(32))], [uuid, null, null, null, null]);
  equal([parseNumber('0'), parseNumber(' 65535'), parseNumber('65536'), parseNumber('-1'), parseNumber('1e3'), parseNumber('')], [0, 65535, null, null, null, null]);
  equal(parseIdentity(`${uuid}/1/7`), { uuid, major: 1, minor: 7 });
  equal([parseIdentity(uuid), parseIdentity(`${uuid}/1`), parseIdentity(`x/1/7`)], [null, null, null]);
  equal(identityWords({ uuid: uuid.toLowerCase(), major: 1, minor: 7 }), `${uuid}/1/7`);
});

const table = (name, minor, more = {}) => ({ name, uuid, major: 1, minor, state: 'registered', business: 2, base: 'a', ...more });

test('places are ordered as people count, each identity once', () => {
  const found = places([table('Table 10', 10), table('Table 2', 2), table('Bar', 1, { state: 'dropped' })],
    [{ id: 5, uuid: uuid.toLowerCase(), major: 1, minor: 2, name: 'B', active: true }, { id: 6, uuid, major: 1, minor: 30, name: 'Spare', active: false }], new Map());
  equal(found.map((one) => [one.name, one.state]), [['Table 2', 'registered'], ['Table 10', 'registered'], ['Spare', 'inactive']]);
});

test('only tables of the chosen business and backend are shown', () => {
  const tables = [table('A', 1), table('B', 2, { business: 3 }), table('C', 3, { base: 'b' })];
  equal(places(tables, [], new Map(), { business: 2, base: 'a' }).map((one) => one.name), ['A']);
});

test('a beacon without major and minor, or with a wrong UUID, cannot be checked as it is', () => {
  const found = places([], [{ id: 1, uuid, name: 'A' }, { id: 2, uuid: 'nonsense', major: 1, minor: 1, name: 'B' }], new Map());
  equal(found.map((one) => one.isIncomplete), [true, true]);
});

test('the kept result stands beside its place', () => {
  const kept = keptResults([{ uuid: uuid.toLowerCase(), major: 1, minor: 2, average: -62, at: 'T' }]);
  equal(places([table('Table 2', 2)], [], kept)[0].kept, { average: -62, at: 'T' });
});

test('the next place is one that was not checked yet, and can be', () => {
  const all = places([table('Table 1', 1), table('Table 2', 2), table('Table 3', 3, { state: 'planned' }), table('Table 4', 4)], [],
    keptResults([{ uuid, major: 1, minor: 2, average: -60, at: 'T' }]));
  const named = (name) => placeNamed(all, name);
  equal(nextPlace(all, named('Table 1')).name, 'Table 4');
  equal(nextPlace(all, named('Table 4')).name, 'Table 1');
  equal(nextPlace([named('Table 1')], named('Table 1')), null);
  equal(nextPlace(all, place).name, 'Table 1', 'after a beacon that no list has');
});

test('URLs name a place by its table where that is its own name', () => {
  const all = places([table('Table 1', 1), table('Twin', 2), table('Twin', 3)], [], new Map());
  equal(placeQuery(all, all[0]), { table: 'Table 1' });
  equal(placeQuery(all, all[1]), { beacon: `${uuid}/1/2` });
  equal([placeNamed(all, 'table 1').name, placeNamed(all, 'Table 9')], ['Table 1', null]);
});

test('a filter looks for all its words in the name, or in the identity', () => {
  const all = places([table('Table 1', 1), table('Table 12', 12), table('Bar', 3)], [], new Map());
  equal([filtered(all, 'table').length, filtered(all, 'table 12').length, filtered(all, '/1/3').length, filtered(all, ' ').length], [2, 1, 1, 3]);
});
