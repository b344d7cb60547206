import { el, fill, foreign, setText } from '../shell/dom.js';
import { connection } from '../shell/connection.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { go, href, route } from '../shell/router.js';
import { session } from '../shell/session.js';
import { status } from '../shell/status.js';
import { symbol } from '../shell/symbols.js';
import { exactTime } from '../shell/time.js';
import { words } from '../shell/words.js';
import { needs } from '../login/needs.js';
import { Assignments } from './assignments.js';
import { BeaconForm } from './beaconform.js';
import { BeaconList } from './beaconlist.js';
import { chooseBeacon } from './choosebeacon.js';
import { Deletions } from './deletions.js';
import { Directory } from './directory.js';
import { canDelete, conflictsOf, identity, lastSignal, tableRows } from './model.js';
import { refill } from './parts.js';
import { pullDown } from './pull.js';
import { TablesReport } from './report.js';
import { Signals } from './signals.js';
import { TableDetail } from './tabledetail.js';
import { TableForm } from './tableform.js';
import { TableList } from './tablelist.js';
import { texts } from './texts.js';
import { Trouble } from './trouble.js';

const t = words(texts);

/** Tables and beacons of the chosen business: `#/tables` and `#/beacons`, each as list and detail. */
export default class TablesScreen extends HTMLElement {
  #route = route();
  #directory = new Directory();
  #signals = new Signals();
  #trouble = new Trouble();
  #assignments = new Assignments(this.#directory, this.#trouble);
  #deletions = new Deletions(this.#directory, this.#trouble);
  #rows = [];
  #computed = null;
  #otherAddresses = new Map();
  #conflicts = new Map();
  #list = null;
  #detail = null;
  #shownPath = undefined;
  #up = el('a', { class: 'button icon', 'data-up': true }, symbol('back'));
  #title = el('h1', {});
  #refresh = el('button', { type: 'button', class: 'icon', 'aria-label': t('refresh'), on: { click: () => press(this.#refresh, () => this.#directory.refresh({ isAsked: true })) } }, symbol('refresh'));
  #add = el('a', { class: 'button icon' }, symbol('plus'));
  #tabs = el('nav', { class: 'tabs no-print', 'aria-label': t('parts') });
  #age = el('div', { class: 'age' });
  #left = el('section', { class: 'list-side' });
  #right = el('section', { class: 'detail-side' });
  #split = el('div', {}, this.#left, this.#right);
  #onPageHide = () => this.#deletions.flush();
  #onSession = () => this.#draw();

  connectedCallback() {
    const pull = pullDown(this, () => this.#directory.refresh({ isAsked: true }));
    fill(this, pull, el('div', { class: 'screen-head no-print' }, this.#up, this.#title, this.#refresh, this.#add), this.#tabs, this.#trouble, this.#age, this.#split);
    this.#directory.addEventListener('change', () => this.#draw());
    // If another screen was chosen meanwhile, that one comes, and not the login.
    this.#directory.addEventListener('needs', (event) => { if (route().screen === this.#route?.screen) needs(event.detail); });
    this.#assignments.addEventListener('change', () => this.#draw());
    this.#deletions.addEventListener('change', () => this.#draw());
    this.#signals.addEventListener('change', () => this.#takeSignals());
    window.addEventListener('pagehide', this.#onPageHide);
    session.addEventListener('change', this.#onSession);
    connection.addEventListener('change', this.#onSession);
    this.#directory.start();
  }

  disconnectedCallback() {
    window.removeEventListener('pagehide', this.#onPageHide);
    session.removeEventListener('change', this.#onSession);
    connection.removeEventListener('change', this.#onSession);
    this.#directory.stop();
    this.#deletions.end();
    this.#signals.end();
  }

  show(now) {
    this.#route = now;
    const { screen, path, query } = now;
    const isTables = screen === 'tables';
    const [place] = path;
    this.#list ??= isTables ? this.#makeTables() : this.#makeBeacons();
    if (!this.#list.isConnected) fill(this.#left, this.#list);
    this.classList.toggle('has-detail', place !== undefined);
    this.classList.toggle('has-report', isTables && place === 'report');
    this.#split.className = place !== undefined && place !== 'report' ? 'split' : '';
    this.#up.href = place === undefined ? href('business') : href(screen, [], query);
    this.#up.setAttribute('aria-label', t(place === undefined ? 'backToBusinesses' : 'backToList'));
    this.#add.href = href(screen, ['new'], query);
    this.#add.setAttribute('aria-label', t(isTables ? 'addTable' : 'addBeacon'));
    this.#drawTabs(screen, place);
    if (place !== this.#shownPath) this.#turn(place);
    this.#list.show(now);
    this.#draw();
  }

  /** Changes the detail; the focus goes to what appeared, or back to where it was in the list. */
  #turn(place) {
    const before = this.#shownPath;
    this.#shownPath = place;
    const isTables = this.#route.screen === 'tables';
    const Part = place === undefined ? null : place === 'report' && isTables ? TablesReport : !isTables ? BeaconForm : place === 'new' ? TableForm : TableDetail;
    this.#detail = Part && new Part();
    fill(this.#right, this.#detail);
    this.#draw();
    if (this.#detail) this.#detail.focusTitle?.();
    else if (before && Number(before)) setTimeout(() => this.#list.focusItem(Number(before)));
  }

  #makeTables() {
    const list = new TableList();
    this.#listen(list);
    list.addEventListener('add', () => go('tables', ['new'], this.#route.query));
    list.addEventListener('again', () => this.#directory.refresh());
    return list;
  }

  #makeBeacons() {
    const list = new BeaconList();
    list.addEventListener('add', () => go('beacons', ['new'], this.#route.query));
    list.addEventListener('again', () => this.#directory.refresh());
    list.addEventListener('delete-beacon', (event) => this.#deletions.swipe(event.detail));
    return list;
  }

  #listen(part) {
    part.addEventListener('assign', async (event) => {
      const row = event.detail;
      const beacon = await chooseBeacon(row, this.#directory);
      if (beacon) await this.#assignments.assign(row, beacon);
    });
    part.addEventListener('unassign', (event) => this.#assignments.unassign(event.detail));
  }

  #drawTabs(screen, place) {
    const tabs = [['tables', 'tables', []], ['beacons', 'beacons', []], ['report', 'tables', ['report']]];
    const now = place === 'report' ? 'report' : screen;
    fill(this.#tabs, tabs.map(([name, target, path]) => el('a', { href: href(target, path), 'aria-current': name === now ? 'page' : undefined }, t(name))));
  }

  #takeSignals() {
    const { byIdentity } = this.#signals;
    this.#otherAddresses = conflictsOf(this.#directory.known.beacons, byIdentity, this.#otherAddresses);
    const conflicts = new Map([...this.#otherAddresses].map(([key, { address }]) => [key, address]));
    if (JSON.stringify([...conflicts]) !== JSON.stringify([...this.#conflicts])) {
      this.#conflicts = conflicts;
      this.#draw();
    }
    if (this.#list instanceof TableList) this.#list.live = byIdentity;
    this.#drawDetail();
  }

  #draw() {
    if (!this.#list) return;
    const { known, business } = this.#directory;
    const mayChange = session.may('crew');
    setText(this.#title, business ? foreign(business.name) : t('tables'));
    this.#add.hidden = !mayChange || !this.#isKnown || (this.#route.screen === 'tables' && this.#directory.api === 'cfm');
    const computed = [known, this.#conflicts, [...this.#assignments.underWay].join(' ')];
    if (!this.#computed || computed.some((one, index) => one !== this.#computed[index])) {
      this.#computed = computed;
      this.#rows = tableRows(known, { assigned: this.#assignments.underWay, conflicts: this.#conflicts });
      this.#signals.want(this.#route.screen === 'tables' ? [...known.beacons, ...known.tables].map(identity).filter(Boolean) : []);
    }
    this.#drawAge();
    this.#drawList(mayChange);
    this.#drawDetail();
  }

  get #isKnown() { return this.#directory.asOf !== null; }

  #drawList(mayChange) {
    const { known, api, error, isLoading } = this.#directory;
    const common = { error, isLoading, isKnown: this.#isKnown };
    if (this.#list instanceof TableList) {
      this.#list.data = { ...common, rows: this.#rows, mayChange, mayAdd: mayChange && api === 'php', mayBring: mayChange && api === 'php' };
    } else {
      this.#list.data = {
        ...common, known, hidden: this.#deletions.hidden, mayAdd: mayChange,
        mayDelete: (beacon) => mayChange && canDelete(beacon, api, known.servicePoints),
      };
    }
  }

  /** Why the list is not of now, and of when it is. */
  #drawAge() {
    const { error, asOf, known } = this.#directory;
    const isListed = this.#rows.length > 0 || known.beacons.length > 0;
    const isShown = error && (asOf || isListed) && connection.lostSince === null;
    const isLost = connection.lostSince !== null && asOf;
    refill(this.#age, [isShown && [error.code, error.message], isLost, (isShown || isLost) && asOf, known.leftOut], () => [
      isShown ? problemBox(error, { action: t('retry'), onAction: () => this.#directory.refresh() }) : null,
      (isShown || isLost) && asOf ? el('p', { class: 'as-of' }, t('asOf', { time: exactTime(asOf) })) : null,
      known.leftOut.map((one) => el('p', { class: 'quiet' }, el('bdi', {}, t('leftOut', { n: one.rows, reason: foreign(one.reason) })))),
    ]);
  }

  #drawDetail() {
    const detail = this.#detail;
    if (!detail) return;
    const [directory, mayChange] = [this.#directory, session.may('crew')];
    if (detail instanceof TablesReport) {
      detail.data = { rows: this.#rows, business: directory.business, base: status.payfrit?.base, asOf: directory.asOf, live: this.#signals.byIdentity };
    } else if (detail instanceof TableForm) detail.data = { point: null, directory };
    else if (detail instanceof TableDetail) {
      const row = this.#rows.find((one) => String(one.id) === this.#shownPath);
      if (!row) return this.#drawGone('noSuchTable');
      const isPhp = directory.api === 'php';
      detail.data = { row, directory, mayChange, mayEdit: mayChange && isPhp && !row.point.isFromTable, mayBring: mayChange && isPhp, signal: lastSignal(row, this.#signals.byIdentity) };
      if (!detail.isListening) this.#listen(detail);
      detail.isListening = true;
    } else if (this.#shownPath === 'new') detail.data = { beacon: null, mayChange, directory, deletions: this.#deletions };
    else {
      const beacon = directory.known.beacons.find((one) => String(one.id) === this.#shownPath);
      if (!beacon) return this.#drawGone('noSuchBeacon');
      detail.data = { beacon, mayChange, directory, deletions: this.#deletions };
    }
    detail.hidden = false;
    if (this.#right.childElementCount > 1) fill(this.#right, detail);
  }

  #drawGone(text) {
    this.#detail.hidden = true;
    if (this.#right.childElementCount < 2) this.#right.append(el('p', { class: 'empty', role: 'status' }));
    // Without Payfrit's list, only the tables of this gateway are known.
    const isSure = this.#isKnown && !this.#directory.error;
    setText(this.#right.lastChild, t(isSure ? text : this.#directory.error ? 'notKnownNow' : 'loading'));
  }
}

customElements.define('tables-screen', TablesScreen);
