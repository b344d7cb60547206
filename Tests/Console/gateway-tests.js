import { added, chosen, lastId, toggled, typeCounts, types, typesOf, typesText } from '/gateway/eventlog.js';
import { keyed } from '/shell/keyed.js';
import { allDongles, dongleMark, dongleName, isLocalURL, lossPercent, orderedFindings, sizeParts, slots, spanParts, verdicts } from '/gateway/model.js';
import { texts } from '/gateway/texts.js';
import { canRetry, messageCounts, messageState, messages, secondsLeft } from '/gateway/waiting.js';
import { equal, test } from './check.js';

const event = (id, kind = 'info', more = {}) => ({ id, kind, ts: `2026-11-25T12:00:${String(id).padStart(2, '0')}.000000Z`, title: `Title ${id}`, detail: '', level: 'info', ...more });

test('events are newest first, each once', () => {
  const list = added(added([], [event(1), event(2)]), [event(2), event(3)]);
  equal(list.map((one) => one.id), [3, 2, 1]);
  equal(lastId(list), 3);
  equal(lastId([]), 0);
  equal(added(list, [event(3)]) === list, true, 'nothing new changes nothing');
});

test('an event that could not be recorded has no id and is shown all the same', () => {
  equal(added([event(1)], [{ ...event(2), id: undefined }, { ...event(3), id: undefined }]).length, 3);
});

test('types in a URL: unknown ones are left out, all is none', () => {
  equal([...typesOf('error,nonsense,info')], ['error', 'info']);
  equal(typesText(new Set(['info', 'error'])), 'error,info');
  equal([...toggled(new Set(['error']), 'error')], []);
  equal(types.reduce((set, type) => toggled(set, type), new Set()).size, 0);
});

test('events are filtered by type and by words', () => {
  const list = [event(1, 'error', { title: 'Dongle lost' }), event(2, 'info', { title: 'Dongle back', detail: 'after 3 s' }), event(3)];
  equal(chosen(list, new Set(['error']), '').map((one) => one.id), [1]);
  equal(chosen(list, new Set(), 'dongle after').map((one) => one.id), [2]);
  equal(typeCounts(list), { regionEnter: 0, regionExit: 0, stateChange: 0, authorization: 0, error: 1, info: 2 });
});

test('each type of event has a word in both languages', () => {
  for (const type of types) equal([typeof texts[`type-${type}`].en, typeof texts[`type-${type}`].de], ['string', 'string'], type);
});

test('all texts are there in both languages', () => {
  for (const [key, { en, de }] of Object.entries(texts)) equal([en !== undefined, de !== undefined], [true, true], key);
});

test('the state of a dongle is a word and a shape', () => {
  equal(dongleMark({ state: 'live', scanning: true }), { kind: 'live', word: 'live' });
  equal(dongleMark({ state: 'live', scanning: false }).word, 'liveNotScanning');
  equal(dongleMark({ state: 'suspect' }), { kind: 'warning', word: 'suspect' });
  equal(dongleMark({ state: 'new one' }), { kind: 'warning', word: 'unknownState' });
  equal([dongleName({ id: 'a', alias: 'Bar', port: 'p' }), dongleName({ id: 'a', port: 'p' }), dongleName({ port: 'p' })], ['Bar', 'a', 'p']);
});

test('dongles known from earlier follow those in use', () => {
  const all = allDongles([{ id: 'a', port: 'p', state: 'live' }], [{ id: 'a', port: 'p', state: 'live' }, { id: 'b', port: 'q', state: 'live' }]);
  equal(all.map((one) => [one.id, one.state]), [['a', 'live'], ['b', 'absent']]);
});

test('losses are a share of what was sent', () => {
  equal([lossPercent(undefined), lossPercent({ adverts: 0, adverts_lost: 0 }), lossPercent({ adverts: 99, adverts_lost: 1 })], [null, null, 1]);
});

test('slots tell clients from the gateway itself', () => {
  const { held, own, used, total } = slots({ device_id: 'a', slots: 3, connections: 2 }, [{ id: '1', dongle: 'a' }, { id: '2', dongle: 'b' }]);
  equal([held.length, own, used, total], [1, 1, 2, 3]);
});

test('times and sizes have at most two parts, and units', () => {
  equal([spanParts(0), spanParts(59), spanParts(3720), spanParts(90_000)],
    [[['seconds', 0]], [['seconds', 59]], [['hours', 1], ['minutes', 2]], [['days', 1], ['hours', 1]]]);
  equal([sizeParts(999), sizeParts(1440), sizeParts(25_000_000)], [[999, 'B'], [1.4, 'kB'], [25, 'MB']]);
});

test('findings to act on come first', () => {
  const findings = ['ok', 'skipped', 'warning', 'problem', 'ok'].map((verdict, index) => ({ check: String(index), verdict }));
  equal(orderedFindings(findings).map((one) => one.check), ['3', '2', '0', '4', '1']);
  equal(verdicts(findings), { problem: 1, warning: 1, ok: 2, skipped: 1 });
});

test('a link to this machine is of no use to a phone', () => {
  equal(['http://127.0.0.1:8470/x', 'http://localhost/', 'http://[::1]:1/', 'https://perch.local/', 'nonsense'].map(isLocalURL), [true, true, true, false, false]);
});

const entry = (id, more = {}) => ({ id, state: 'waiting', kind: 'regionEnter', destination: 'webhook', attempts: 0, created: '2026-11-25T12:00:00Z', ...more });
const registration = (id, more = {}) => ({ id, state: 'waiting', name: 'Table 1', attempts: 0, ...more });

test('registrations and notices are one list', () => {
  const all = messages([entry(1), entry(3)], [registration(3), registration(2)]);
  equal(all.map((one) => [one.id, one.registration !== null]), [[1, false], [2, true], [3, true]]);
});

test('a message says why it waits', () => {
  const word = (message) => messageState(message, Date.parse('2026-11-25T12:00:00Z')).word;
  const one = (more) => ({ entry: null, registration: registration(1, more) });
  equal(word(one({})), 'waits');
  equal(word(one({ state: 'refused' })), 'refusedState');
  equal(word(one({ held: 'logged-out' })), 'held-logged-out');
  equal(word(one({ behind: 4 })), 'behind');
  equal(word(one({ attempts: 2, next_attempt: '2026-11-25T12:00:10Z' })), 'failedNext');
  equal(word(one({ attempts: 2, next_attempt: '2026-11-25T11:00:10Z' })), 'failedDue');
  equal(word({ entry: entry(1, { state: 'given-up' }), registration: null }), 'givenUp');
  equal(secondsLeft(one({ next_attempt: '2026-11-25T12:00:10Z' }), Date.parse('2026-11-25T12:00:00Z')), 10);
  equal([canRetry(one({ state: 'refused' })), canRetry(one({ held: 'logged-out' })), canRetry(one({ behind: 4 }))], [true, false, false]);
  equal(messageCounts([one({}), one({ state: 'refused' })]), { waiting: 1, stuck: 1 });
});

test('elements of items that stay are the same, and are not moved', () => {
  const list = document.createElement('ul');
  const show = (items) => keyed(list, items, (item) => item.id, () => document.createElement('li'), (element, item) => { element.textContent = item.text; });
  show([{ id: 1, text: 'a' }, { id: 2, text: 'b' }]);
  const second = list.children[1];
  show([{ id: 2, text: 'B' }, { id: 3, text: 'c' }]);
  equal([...list.children].map((one) => one.textContent), ['B', 'c']);
  equal(list.firstElementChild === second, true);
  show([{ id: 4, text: 'd' }, { id: 2, text: 'B' }, { id: 3, text: 'c' }]);
  equal([...list.children].map((one) => one.textContent), ['d', 'B', 'c']);
});
