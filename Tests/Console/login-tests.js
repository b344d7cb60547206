import { equal, test } from './check.js';
import { devWords, filterBusinesses, isEmpty, loginOf, missing } from '/login/model.js';

test('without any entry there is nothing to press; with half of it, the other half is asked for', () => {
  equal([isEmpty('phone', { phone: ' ' }), isEmpty('code', { phone: '1' }), isEmpty('password', {})], [true, true, true]);
  equal(isEmpty('password', { username: 'ada' }), false);
  equal(missing('password', { username: 'ada' }), 'enterBoth');
  equal(missing('password', { password: 'x' }), 'enterBoth');
  equal(missing('password', { username: 'ada', password: ' ' }), null, 'a password may be a blank');
  equal(missing('phone', {}), 'enterPhone');
  equal(missing('code', { phone: '+1555' }), 'enterCode');
  equal(missing('code', { code: '123456' }), 'enterPhone');
  equal(missing('code', { phone: '+1555', code: '123456' }), null);
});

test('each generation of the API gets its own fields', () => {
  equal(loginOf('code', { phone: ' +1555 ', code: '123456 ', username: 'ada' }), { phone: '+1555', otp: '123456' });
  equal(loginOf('password', { username: ' ada ', password: ' x ' }), { username: 'ada', password: ' x ' });
});

test('a development backend is told of, in its own words where it has any', () => {
  equal(devWords({ is_dev: false, notice: 'DEV MODE' }, 'words'), null);
  equal(devWords({ is_dev: true }, 'words'), 'words');
  equal(devWords({ is_dev: true, notice: 'Sent.' }, 'words'), 'words');
  equal(devWords({ is_dev: true, notice: 'DEV MODE — password: 1' }, 'words'), 'DEV MODE — password: 1');
});

test('businesses are found by name, city and number', () => {
  const all = [{ id: 1, name: 'Lindenhof', city: 'Linz' }, { id: 2, name: 'Nordwind', city: 'Kiel' }, { id: 3, name: 'Lindenhof Garden' }];
  const found = (text) => filterBusinesses(all, text).map((one) => one.id);
  equal([found(''), found('linden'), found('linden linz'), found('#2'), found('x')], [[1, 2, 3], [1, 3], [1], [2], []]);
});
