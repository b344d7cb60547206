import { el, fill, foreign, foreignText, setText } from '../shell/dom.js';
import { go, href } from '../shell/router.js';
import { symbol } from '../shell/symbols.js';
import { exactTime } from '../shell/time.js';
import { words } from '../shell/words.js';
import { nameOf } from './assignments.js';
import { dashed } from './model.js';
import { SignalLine, facts, reasonOf, refill, stateMark } from './parts.js';
import { RegistrationCard } from './registration.js';
import { TableForm } from './tableform.js';
import { texts } from './texts.js';

const t = words(texts);

/** One table: its beacon, its registration, its own data. Events: `assign`, `unassign` with the row; those of its parts. */
export class TableDetail extends HTMLElement {
  #row = null;
  #data = null;
  #title = el('h2', { tabIndex: -1 });
  #state = el('p', { class: 'state-line', role: 'status' });
  #beacon = el('section', { class: 'card' });
  #registration = new RegistrationCard();
  #actions = el('div', { class: 'row-of-buttons' });
  #facts = el('section', { class: 'card' });
  #signal = new SignalLine();
  #form = null;

  connectedCallback() {
    if (this.#title.isConnected) return;
    fill(this, this.#title, this.#state, this.#registration, this.#beacon, this.#actions, this.#facts);
  }

  focusTitle() {
    this.#title.focus({ preventScroll: true });
  }

  /** @param {{row, signal, mayChange: boolean, mayEdit: boolean, mayBring: boolean, directory}} data */
  set data(data) {
    this.#row = data.row;
    this.#data = data;
    const { row } = data;
    setText(this.#title, foreign(row.name));
    this.#registration.data = data;
    // The registration's card has the reason.
    const reason = this.#registration.hidden ? reasonOf(row.state) : '';
    refill(this.#state, [row.state, reason], () => [stateMark(row.state), reason ? el('bdi', {}, ` ${reason}`) : null]);
    refill(this.#beacon, [row.beacon, row.isBusy, row.address, data.mayChange], () => this.#beaconCard());
    refill(this.#actions, [row.table?.id, row.name, data.mayBring, row.beacon !== null], () => this.#links());
    refill(this.#facts, [row, data.mayEdit], () => this.#factList());
    this.#signal.signal = data.signal;
    if (data.mayEdit && !this.#form) this.append(this.#form = new TableForm());
    if (this.#form) {
      this.#form.hidden = !data.mayEdit;
      this.#form.data = { point: row.point, directory: data.directory };
    }
  }

  #beaconCard() {
    const { beacon, isBusy, address } = this.#row;
    const { mayChange } = this.#data;
    const button = (action, label, sign, word) => el('button', {
      type: 'button', disabled: isBusy, 'aria-busy': isBusy && action === 'assign' ? true : undefined, 'aria-label': label,
      on: { click: () => this.dispatchEvent(new CustomEvent(action, { detail: this.#row })) },
    }, sign, word);
    const name = foreign(this.#row.name);
    return [
      el('h3', {}, t('beacon')),
      el('p', { class: beacon ? 'beacon has' : 'beacon' }, beacon
        ? el('a', { href: href('beacons', [String(beacon.id)]) }, el('bdi', {}, nameOf(beacon))) : t('noBeaconAssigned'),
      beacon && address ? el('small', { class: 'address' }, ` ${address}`) : null),
      mayChange ? el('div', { class: 'row-of-buttons' }, beacon
        ? [button('assign', t('changeOf', { name }), null, t('change')), button('unassign', t('unassignOf', { name }), symbol('close'), t('unassign'))]
        : button('assign', t('assignTo', { name }), null, t('assign'))) : null,
    ];
  }

  #links() {
    const { row, mayBring } = this.#data;
    const place = row.table ? { table: row.table.id, another: row.beacon ? 1 : undefined } : { point: row.id };
    return [
      mayBring ? el('button', { type: 'button', class: row.beacon ? '' : 'main', on: { click: () => go('provision', [], place) } }, t(row.beacon ? 'bringAnother' : 'bring')) : null,
      row.beacon ? el('a', { class: 'button', href: href('signal', [], { table: row.name }) }, t('checkSignal')) : null,
    ];
  }

  #factList() {
    const { row, mayEdit } = this.#data;
    const { table, beacon } = row;
    const sent = row.identity ? table && !beacon?.uuid ? table : beacon : beacon;
    return facts([
      [t('lastSignal'), row.beacon ? this.#signal : null],
      [t('uuid'), sent?.uuid ? el('code', {}, dashed(sent.uuid)) : null],
      [t('major'), sent?.major], [t('minor'), sent?.minor],
      [t('registeredAt'), table?.registered ? exactTime(table.registered) : null],
      [t('number'), `#${row.id}`],
      [t('code'), row.point.code ? foreignText(row.point.code) : null],
      ...(mayEdit ? [] : [[t('type'), row.type === null ? null : foreignText(row.type)], [t('state'), t(row.isActive ? 'active' : 'inactive')]]),
    ].map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]));
  }
}

customElements.define('table-detail', TableDetail);
