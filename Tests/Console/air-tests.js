import { equal, test } from './check.js';
import { beaconText, fitting, parseColumns, parseSort, sortWord, tracks } from '/air/columns.js';
import { csv, csvField, curlCommand, fileName, isProvisionable, ndjson, perchCommand } from '/air/export.js';
import { beaconFacts, chartRows, companyText, summary } from '/air/facts.js';
import { captureQuery, EXAMPLES, matches, parseFilter } from '/air/filter.js';
import { History, POINTS } from '/air/history.js';
import { Intake } from '/air/intake.js';
import { AirModel } from '/air/model.js';
import { Order, sortDevices } from '/air/order.js';
import { frozen, queryOf, viewOf } from '/air/state.js';
import { spaced, split, textOf } from '/air/structures.js';

const START = 1_795_000_000_000;

function line(fields = {}) {
  return JSON.stringify({
    v: 1, ts: '2026-11-25T15:00:00Z', type: 'advert', dongle: 'd1', number: 0, address: '48:87:2d:11:00:01', address_type: 'public', pdu: 'ADV_IND',
    rssi: -60, data: '0201060303e0ff', ...fields,
  });
}

function model(...lines) {
  const made = new AirModel(START);
  for (const fields of lines) made.take(line(fields), START);
  return made;
}

const first = (made) => made.devices.values().next().value;
const names = (devices) => devices.map((device) => device.name ?? device.address);
const IBEACON = { type: 'ibeacon', uuid: '5e1f7a10-3c2b-4d9e-8a77-0b6c1d2e3f40', major: 1, minor: 7, power: -59 };

test('a device is an address with its type', () => {
  const made = model({}, { address_type: 'random' }, {});
  equal([...made.devices.keys()], ['48:87:2d:11:00:01/public', '48:87:2d:11:00:01/random']);
  equal(first(made).count, 2);
  equal(made.adverts, 3);
});

test('advert and scan response are kept apart, and what one says stays when the other comes', () => {
  const made = model({ beacon: IBEACON, data: '020106' }, { pdu: 'SCAN_RSP', name: 'CP28', data: '050943503238' }, { data: '020104' });
  const device = first(made);
  equal([device.name, device.beacon.minor, device.advertData, device.responseData], ['CP28', 7, '020104', '050943503238']);
  equal(JSON.parse(device.responseLine).name, 'CP28');
});

test('a line that cannot be read is counted and changes nothing', () => {
  const made = new AirModel(START);
  made.take('{', START);
  made.take('{"type":"advert"}', START);
  equal([made.unreadable, made.devices.size], [2, 0]);
});

test('the signal is that of the dongle that hears the device best, and a silent dongle does not count for long', () => {
  const made = model({ rssi: -80, dongle: 'far' }, { rssi: -50, dongle: 'near' }, { rssi: -80, dongle: 'far' });
  const device = first(made);
  equal([device.rssi, device.best.dongle.id], [-50, 'near']);
  made.take(line({ rssi: -79, dongle: 'far' }), START + 6000);
  equal([device.rssi, device.best.dongle.id], [-79, 'far']);
});

test('an advert without RSSI leaves the signal as it is', () => {
  const made = model({ rssi: undefined });
  equal(first(made).rssi, undefined);
  made.take(line({ rssi: -70 }), START);
  made.take(line({ rssi: undefined }), START);
  equal([first(made).rssi, first(made).count], [-70, 3]);
});

test('beyond its capacity, the model drops those that were heard longest ago, and never the open one', () => {
  const made = new AirModel(START, 20);
  const take = (n, at) => made.take(line({ address: `00:00:00:00:00:${n.toString(16).padStart(2, '0')}` }), at);
  for (let n = 0; n < 20; n += 1) take(n, START + n);
  made.openKey = '00:00:00:00:00:00/public';
  take(1, START + 100);
  take(99, START + 101);
  equal([made.devices.size, made.dropped], [20, 1], 'size');
  equal([made.devices.has('00:00:00:00:00:00/public'), made.devices.has('00:00:00:00:00:01/public'), made.devices.has('00:00:00:00:00:02/public')], [true, true, false]);
});

test('a flood of addresses never exceeds the capacity', () => {
  const made = new AirModel(START, 1000);
  for (let n = 0; n < 20_000; n += 1) made.take(line({ address: `0:${n}` }), START + n);
  equal([made.devices.size <= 1000, made.devices.size + made.dropped], [true, 20_000]);
});

test('a rate is that of the last seconds', () => {
  const made = new AirModel(START);
  for (let second = 1; second <= 30; second += 1) {
    for (let n = 0; n < 5; n += 1) made.take(line(), START + second * 1000 - 500);
    made.measure(START + second * 1000);
  }
  equal([Math.round(first(made).rate), Math.round(made.rate)], [5, 5]);
});

test('a silent device fades at 30 s and is gone at 40 s, but not while the stream is lost or it is open', () => {
  const made = model({});
  const device = first(made);
  equal(made.silence(device, START + 30_000), 30_000);
  made.measure(START + 39_000);
  equal(device.isGone, false);
  made.measure(START + 40_000);
  equal(device.isGone, true);
  made.take(line(), START + 41_000);
  equal(device.isGone, false);
  made.listen(false, START + 42_000);
  made.measure(START + 100_000);
  equal(device.isGone, false);
  made.listen(true, START + 101_000);
  made.measure(START + 130_000);
  equal([device.isGone, made.silence(device, START + 131_000)], [false, 30_000]);
  made.openKey = device.key;
  made.measure(START + 150_000);
  equal(device.isGone, false);
});

test('what was silent for ten minutes is forgotten', () => {
  const made = model({});
  made.measure(START + 601_000);
  equal(made.devices.size, 0);
});

test('"only new" hides those that are here, also when they come back, until all are shown', () => {
  const made = model({});
  const keys = made.hidePresent();
  made.take(line({ address: 'aa:aa:aa:aa:aa:aa' }), START);
  equal([...made.devices.values()].map((device) => device.isHidden), [true, false]);
  const other = new AirModel(START);
  other.hide(keys);
  other.take(line(), START);
  equal(first(other).isHidden, true);
  other.hide(null);
  equal(first(other).isHidden, false);
});

test('companies and dongles have names, also if the names come later', () => {
  const made = model({ company: 76 });
  const device = first(made);
  equal(companyText(device), '0x004C');
  made.nameCompanies([{ id: 76, name: 'Apple, Inc.' }]);
  made.nameDongles([{ id: 'd1', alias: 'kitchen' }, { port: '/dev/x' }]);
  equal([companyText(device), device.best.dongle.alias], ['Apple, Inc. (0x004C)', 'kitchen']);
  equal(matches(device, parseFilter('company=apple dongle=kitch apple 0x004c company=76').terms), true);
});

test('filter words match as in perch scan', () => {
  const made = model({ name: 'Table 7', beacon: IBEACON, uuids: ['ffe0'], company: 76, rssi: -62, badge: { kind: 'ours', name: 'Table 7' } });
  const device = first(made);
  const is = (text) => matches(device, parseFilter(text).terms);
  for (const text of ['', 'table', '48:87', 'name=TABLE', 'name="table 7"', '"table 7"', 'uuid=5E1F', 'uuid=5e1f7a10-3c2b', 'uuid=ffe0', 'uuid=5e1f/1/7', 'address=2D:11', 'major=1', 'minor=7',
    'rssi>-63', 'rssi>=-62', 'rssi<-61', 'rssi<=-62', 'RSSI>-70 table', 'company=0x004c', 'dongle=d1', 'badge=ours', 'badge="table 7"', 'rssi>−70']) equal([text, is(text)], [text, true]);
  for (const text of ['chair', 'name=chair', 'uuid=feaa', 'uuid=5e1f/2', 'major=2', 'minor=8', 'rssi>-62', 'rssi<-62', 'company=75', 'dongle=d2', 'badge=other', 'table chair']) equal([text, is(text)], [text, false]);
});

test('a device without a reading passes rssi words', () => {
  equal(matches(first(model({ rssi: undefined })), parseFilter('rssi>-40').terms), true);
});

test('wrong words are told with an example and do not filter', () => {
  const { terms, errors } = parseFilter('colour=red rssi>loud rssi=-70 major=70000 minor>3 uuid=xyz name= table');
  equal(errors.map(({ word, reason }) => `${reason} ${word}`), ['unknown colour=red', 'value rssi>loud', 'value rssi=-70', 'value major=70000', 'value minor>3', 'value uuid=xyz', 'value name=']);
  equal(errors[1].example, 'rssi>-70');
  equal(terms.map(({ value }) => value), ['table']);
});

test('every example of a filter word can be read', () => {
  for (const example of Object.values(EXAMPLES)) equal([example, parseFilter(example).errors], [example, []]);
});

test('prototype names are no filter words and no sort columns', () => {
  equal(parseFilter('constructor=1 __proto__=2').errors.length, 2);
  equal(parseSort('constructor').sort, 'signal');
});

test('a filter becomes a query of a capture as far as the API has it', () => {
  equal(captureQuery(parseFilter('name=cp uuid=FFE0 address=48:87:2d:11:00:01 major=1 minor=2 rssi>-70').terms),
    { query: { name: 'cp', uuid: 'FFE0', address: '48:87:2d:11:00:01', major: '1', minor: '2', min_rssi: '-69' }, ignored: [] });
  equal(captureQuery(parseFilter('foo company=apple uuid=5e1 address=48: rssi<-50 name=a name=b').terms),
    { query: { name: 'a' }, ignored: ['foo', 'company=apple', 'uuid=5e1', 'address=48:', 'rssi<-50', 'name=b'] });
});

test('a view survives its URL', () => {
  for (const text of ['', 'q=rssi%3E-70+name%3Da&sort=-rate&cols=name,heard&since=1795000000', 'sort=name']) {
    const view = viewOf(new URLSearchParams(text), null);
    const query = new URLSearchParams(Object.entries(queryOf(view)).filter(([, value]) => value !== null));
    equal(queryOf(viewOf(query, null)), queryOf(view));
  }
  equal(viewOf(new URLSearchParams('since=soon&sort=x&cols=zz'), null).since, null);
  equal(viewOf(new URLSearchParams(''), ['name', 'rate']).columns, ['name', 'rate']);
  equal(viewOf(new URLSearchParams('cols=heard'), ['name']).columns, ['heard']);
});

test('sorting puts devices without a value last, and numbers in names in their order', () => {
  const made = model({ address: 'a', name: 'Table 10' }, { address: 'b', name: 'table 2' }, { address: 'c' });
  const devices = () => [...made.devices.values()];
  equal(names(sortDevices(devices(), 'name', false)), ['table 2', 'Table 10', 'c']);
  equal(names(sortDevices(devices(), 'name', true)), ['Table 10', 'table 2', 'c']);
  equal([sortWord(parseSort('-rate')), sortWord(parseSort('rate')), sortWord(parseSort(null))], ['-rate', 'rate', '-signal']);
});

const VIEW = { terms: [], sort: 'signal', isDescending: true };

test('the order changes at most every 2 s', () => {
  const made = model({ address: 'a', rssi: -50 }, { address: 'b', rssi: -70 });
  const order = new Order();
  order.update(made, VIEW, { now: START, isTouched: false, isAsked: false });
  made.devices.get('b/public').rssi = -30;
  equal(order.update(made, VIEW, { now: START + 1900, isTouched: false, isAsked: false }), false);
  equal(names(order.shown), ['a', 'b']);
  order.update(made, VIEW, { now: START + 2000, isTouched: false, isAsked: false });
  equal(names(order.shown), ['b', 'a']);
});

test('a touched list keeps its rows: new ones come at the end, gone ones stay', () => {
  const made = model({ address: 'a', rssi: -50 }, { address: 'b', rssi: -70 });
  const order = new Order();
  order.update(made, VIEW, { now: START, isTouched: false, isAsked: false });
  made.devices.get('a/public').isGone = true;
  made.take(line({ address: 'c', rssi: -20 }), START);
  order.update(made, VIEW, { now: START + 5000, isTouched: true, isAsked: false });
  equal([names(order.shown), order.isHeld], [['a', 'b', 'c'], true]);
  order.update(made, VIEW, { now: START + 5001, isTouched: true, isAsked: true });
  equal([names(order.shown), order.isHeld, order.present], [['c', 'b'], false, 2]);
});

test('counts are of those on the air, and of those that the filter shows', () => {
  const made = model({ address: 'a', name: 'x' }, { address: 'b' }, { address: 'c' });
  made.devices.get('c/public').isGone = true;
  const order = new Order();
  order.update(made, { ...VIEW, terms: parseFilter('name=x').terms }, { now: START, isTouched: false, isAsked: true });
  equal([order.present, order.matching], [2, 1]);
});

test('a frozen view does not change', () => {
  const made = model({});
  const copy = frozen(made, START);
  made.take(line({ name: 'later' }), START);
  made.take(line({ address: 'b' }), START);
  equal([copy.devices.size, copy.devices.values().next().value.count, made.known - copy.known], [1, 1, 1]);
});

test('a history has at most one point a second and 300 points, oldest first', () => {
  const history = new History();
  for (let second = 0; second < 1000; second += 1) {
    history.add(second, -60);
    history.add(second, -70);
  }
  const points = [];
  history.each((second, rssi) => points.push([second, rssi]));
  equal([history.length, points.length, points[0], points.at(-1)], [POINTS, POINTS, [700, -65], [999, -65]]);
  equal(points.every(([second], index) => index === 0 || second === points[index - 1][0] + 1), true);
});

test('a history keeps every point while it grows', () => {
  for (let count = 1; count <= 310; count += 1) {
    const history = new History();
    for (let second = 0; second < count; second += 1) history.add(second, -(second % 100));
    const seconds = [];
    history.each((second) => seconds.push(second));
    equal(seconds, Array.from({ length: Math.min(count, POINTS) }, (_, index) => Math.max(0, count - POINTS) + index));
  }
});

test('a summary and a chart have one line a dongle', () => {
  const made = new AirModel(START);
  made.take(line({ rssi: -60 }), START);
  made.take(line({ rssi: -70, dongle: 'd2' }), START + 1000);
  made.take(line({ rssi: -50 }), START + 2000);
  const hearings = [...first(made).dongles.values()];
  equal(chartRows(hearings, START), [[START, -60, null], [START + 1000, null, -70], [START + 2000, -50, null]]);
  equal(summary(hearings[0].history, 0), { last: -50, mean: -55, least: -60, most: -50, count: 2 });
  equal(summary(hearings[0].history, 3), undefined);
});

test('bytes are split into AD structures', () => {
  equal(split('02010603ffe00005094350').map(({ type, hex, cut }) => [type, hex, cut]), [[1, '06', false], [255, 'e000', false], [9, '4350', true]]);
  equal(split('0201060000'), [{ offset: 0, length: 2, type: 1, name: 'Flags', hex: '06', cut: false }, { offset: 3, length: 0, padding: true, hex: '0000' }]);
  equal([split(''), split('05'), split('01')].map((found) => found.length), [0, 1, 1]);
  equal([textOf(split('050943503238')[0]), textOf(split('020106')[0]), spaced('0aff03')], ['CP28', undefined, '0a ff 03']);
});

test('CSV is quoted, and no field is a formula', () => {
  equal([csvField('a,b'), csvField('say "hi"'), csvField('two\nlines'), csvField('a;b')], ['"a,b"', '"say ""hi"""', '"two\nlines"', '"a;b"']);
  equal(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', ' =1', '＝1'].map((text) => csvField(text).replace(/^"/, '')[0]), Array(8).fill("'"));
  equal([csvField(-62), csvField(undefined), csvField('plain')], ['-62', '', 'plain']);
  const text = csv([first(model({ name: '=HYPERLINK("x")', company: 76, beacon: IBEACON }))]);
  const [head, row] = text.split('\r\n');
  equal(head.split(',').slice(0, 3), ['address', 'address_type', 'name']);
  equal(row.startsWith('48:87:2d:11:00:01,public,"\'=HYPERLINK(""x"")",0x004C,'), true);
});

test('NDJSON has the last line of each device as the gateway sent it', () => {
  const made = model({ name: 'one' }, { name: 'two' }, { address: 'b', pdu: 'SCAN_RSP' });
  const lines = ndjson([...made.devices.values()]).trimEnd().split('\n').map((text) => JSON.parse(text));
  equal(lines.map(({ name, address }) => name ?? address), ['two', 'b']);
  equal(fileName(START, 'csv'), 'air-20261118-110640.csv');
});

test('commands name the device and leave the token to the shell', () => {
  const device = first(model({}));
  equal(perchCommand(device), 'perch scan --uuid 48:87:2d:11:00:01');
  equal(curlCommand(device, 'https://pi:8470'), 'curl -sN -H "Authorization: Bearer $TOKEN" "https://pi:8470/v1/adverts?address=48:87:2d:11:00:01"');
});

test('beacons are told in short and in full', () => {
  equal(beaconText(IBEACON), 'iBeacon 1/7 · 5E1F7A10');
  equal(beaconText({ type: 'eddystone-url', url: 'https://x.y/' }), 'Eddystone-URL https://x.y/');
  equal(beaconText({ type: 'eddystone-tlm', battery_mv: 3000 }), 'Eddystone-TLM');
  equal(beaconFacts({ type: 'eddystone-tlm', battery_mv: 3000, temperature_c: 21.5, adverts: 7 }), [['Battery', '3000 mV'], ['Temperature', '21.5 °C'], ['Adverts', '7']]);
  equal([isProvisionable({ beacon: IBEACON }), isProvisionable({ uuids: ['ffe0'] }), isProvisionable({})], [true, true, false]);
});

test('columns make way where the list is narrow', () => {
  const all = parseColumns(null);
  equal(fitting(all, 4000).length, all.length);
  equal(fitting(all, 100).map(({ id }) => id), ['signal', 'name']);
  const some = fitting(all, 800);
  equal(some.reduce((sum, { width }) => sum + width + 12, 12) <= 800, true);
  equal(tracks(fitting(['signal', 'heard'], 4000)), '124px minmax(112px, 1fr)');
});

test('the intake takes lines in slices, in their order, and counts what it has no room for', () => {
  const taken = [];
  let time = 0;
  const runs = [];
  const intake = new Intake((text) => { taken.push(text); time += 1; }, () => time, (run) => runs.push(run));
  for (let n = 0; n < 100; n += 1) intake.push(n);
  equal(runs.length, 1);
  runs.shift()();
  equal([taken.length, runs.length], [32, 1]);
  while (runs.length) runs.shift()();
  equal(taken, Array.from({ length: 100 }, (_, index) => index));
  for (let n = 0; n < 20_010; n += 1) intake.push(n);
  equal([intake.waiting, intake.skipped], [20_000, 10]);
});
