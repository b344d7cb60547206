import { confirm } from '../shell/dialog.js';
import { el, fill, foreign, foreignText, setText } from '../shell/dom.js';
import { bars, mark } from '../shell/mark.js';
import { problemBox, told } from '../shell/problem.js';
import { go } from '../shell/router.js';
import { words } from '../shell/words.js';
import { listed, nearest, shortAddress, signalWords } from './model.js';
import { texts } from './texts.js';

const t = words(texts);
/** Most beacons shown. */
const rows = 6;

/** The beacons nearby, and the one that the table gets. */
export class Bring extends HTMLElement {
  #actions;
  #chosen = null;
  #line = null;
  #only = new Set();
  #next = null;
  #isBusy = false;
  #rows = new Map();
  #hint = el('p', { class: 'hint' });
  #list = el('div', { class: 'beacons', role: 'radiogroup' });
  #others = el('p', { class: 'quiet' });
  #filter = el('p', { class: 'filtered', hidden: true });
  #state = el('div', { role: 'status', class: 'state' });
  #problem = el('div', {});
  #use = el('button', { type: 'button', class: 'main', on: { click: () => this.#press() } });
  #skip = el('button', { type: 'button', class: 'plain', on: { click: () => this.#actions.onSkip() } }, t('skip'));

  /** @param {{onUse: (beacon: object) => void, onSkip: () => void, onAnother: () => void, onAll: () => void}} actions */
  constructor(actions) {
    super();
    this.#actions = actions;
  }

  connectedCallback() {
    this.#list.setAttribute('aria-label', t('nearby'));
    setText(this.#hint, t('bring'));
    setText(this.#skip, t('skip'));
    fill(this.#filter, t('onlySome'), ' ', el('button', { type: 'button', class: 'plain', on: { click: () => this.#actions.onAll() } }, t('showAll')));
    fill(this, this.#hint, this.#problem, this.#filter, this.#state, this.#list, this.#others,
      el('div', { class: 'main-action' }, this.#use,
        el('div', { class: 'row-of-buttons' }, this.#skip,
          el('button', { type: 'button', class: 'plain', on: { click: () => this.#actions.onAnother() } }, t('another')))));
    this.#draw();
  }

  show({ next, flow, nearby, only }) {
    if (this.#next !== next) this.#chosen = null;
    this.#next = next;
    this.#isBusy = flow.isBusy;
    this.#skip.disabled = next.kind === 'new';
    fill(this.#problem, flow.problem && !['beacon-taken', 'identity-taken'].includes(flow.problem.code) ? problemBox(flow.problem) : null);
    this.showNearby(nearby, only);
  }

  showNearby(line, only) {
    this.#line = line;
    this.#only = only;
    if (this.isConnected) this.#draw();
  }

  /**
   * Asks whether a beacon may be moved, or take another's identity.
   *
   * @param {string} name Table that is to get the beacon.
   * @param {string|null} holder Table whose beacon has the identity now.
   */
  agree(problem, name, holder) {
    const table = foreign(name);
    if (problem.code === 'beacon-taken') return confirm({ title: t('moveQuestion'), text: foreign(told(problem).message), action: t('move') });
    if (holder === null) return confirm({ title: t('replaceQuestion', { table }), text: t('replaceText', { table }), action: t('replace') });
    const other = foreign(holder);
    return confirm({
      title: t('holderQuestion', { other }), text: t('holderText', { table, other }), lost: [t('holderLost', { other })], action: t('holderTake', { other }),
    });
  }

  get #present() {
    return nearest(this.#line?.beacons ?? [], this.#only);
  }

  /** The beacon that a press takes: the chosen one, else the nearest where it is clear which. */
  get #wanted() {
    const { offered, reusable, isClear } = this.#present;
    return [...offered, ...reusable].find((beacon) => beacon.address === this.#chosen) ?? (isClear ? offered[0] : undefined);
  }

  #draw() {
    const present = this.#present;
    const { offered, refused, isClear } = present;
    const wanted = this.#wanted;
    this.#filter.hidden = this.#only.size === 0;
    const shown = listed(present, rows);
    this.#drawRows(shown, wanted);
    const others = (this.#line?.others ?? 0) + offered.length + refused.length - shown.length;
    setText(this.#others, others ? t('others', { n: others }) : '');
    this.#drawState(offered, isClear);
    const name = this.#next?.name ?? t('newTable');
    setText(this.#use, this.#isBusy ? t('planning') : wanted ? t('use', { beacon: shortAddress(wanted.address), table: foreign(name) }) : t('choose'));
    this.#use.disabled = this.#isBusy || !wanted;
    if (this.#isBusy) this.#use.setAttribute('aria-busy', 'true');
    else this.#use.removeAttribute('aria-busy');
  }

  #drawState(offered, isClear) {
    if (this.#line === null) return setText(this.#state, t('searching'));
    if (!this.#line.listening) {
      if (this.#state.dataset.kind === 'deaf') return undefined;
      this.#state.dataset.kind = 'deaf';
      return fill(this.#state, el('p', {}, mark('failed', t('noDongle'))), el('button', { type: 'button', on: { click: () => go('gateway') } }, t('toGateway')));
    }
    delete this.#state.dataset.kind;
    return setText(this.#state, offered.length === 0 ? t(this.#only.size ? 'noneOfThem' : 'noCP28') : isClear || this.#chosen ? '' : t('equallyNear'));
  }

  // Rows keep their place while they are there, so that none moves under a finger.
  #drawRows(shown, wanted) {
    const addresses = new Set(shown.map((beacon) => beacon.address));
    for (const [address, row] of this.#rows) {
      if (addresses.has(address)) continue;
      row.element.remove();
      this.#rows.delete(address);
    }
    const isTouched = this.#list.matches(':active') || this.#list.contains(document.activeElement);
    shown.forEach((beacon, index) => {
      const row = this.#rows.get(beacon.address) ?? this.#row(beacon);
      this.#rows.set(beacon.address, row);
      row.input.checked = beacon.address === wanted?.address;
      row.input.disabled = !['cp28', 'provisioned'].includes(beacon.kind) || this.#isBusy;
      setText(row.signal, signalWords(beacon.rssi));
      const before = row.bars;
      row.bars = bars(beacon.rssi);
      before.replaceWith(row.bars);
      setText(row.note, note(beacon));
      const there = this.#list.children[index];
      if (!row.element.isConnected || (there !== row.element && !isTouched)) this.#list.insertBefore(row.element, there ?? null);
    });
  }

  #row(beacon) {
    const input = el('input', { type: 'radio', name: 'beacon', on: { change: () => { this.#chosen = beacon.address; this.#draw(); } } });
    const row = { input, signal: el('span', { class: 'number' }), bars: bars(beacon.rssi), note: el('small', {}) };
    row.element = el('label', { class: `beacon ${beacon.kind}` }, input,
      el('span', { class: 'who' }, foreignText(beacon.name ?? 'CP28'), ' ',
        el('span', { class: 'address', title: beacon.address }, `${beacon.address.slice(0, 5)}${shortAddress(beacon.address)}`), row.note),
      row.signal, row.bars);
    return row;
  }

  #press() {
    const wanted = this.#wanted;
    if (wanted) this.#actions.onUse(wanted);
  }
}

customElements.define('provision-bring', Bring);

function note(beacon) {
  switch (beacon.kind) {
    case 'other-factory': return t('kindOther');
    case 'unsuitable': return `${t('kindUnsuitable')}: ${foreign(beacon.reason)}`;
    case 'provisioned': return beacon.table === undefined ? t('kindProvisionedUnknown') : t('kindProvisioned', { table: foreign(beacon.table) });
    default: return '';
  }
}
