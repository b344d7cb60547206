import { get, Problem } from '../shell/api.js';
import { isAwake, keepAwake, tellResult } from '../shell/attention.js';
import { connection } from '../shell/connection.js';
import { el, fill, foreignText, setText } from '../shell/dom.js';
import { follow } from '../shell/live.js';
import { empty, problemBox } from '../shell/problem.js';
import { go, replace } from '../shell/router.js';
import { session } from '../shell/session.js';
import { status } from '../shell/status.js';
import { words } from '../shell/words.js';
import { Bring } from './bring.js';
import { Flow } from './flow.js';
import { choices, phase, upcoming } from './model.js';
import { chooseTable } from './picker.js';
import { texts } from './texts.js';
import { Work } from './work.js';

const t = words(texts);
/** Time for which a result is shown before the next table comes by itself, in ms. */
const resultTime = 2500;
/** Time after which a gateway that did not answer is asked again, in ms. */
const retryTime = 2000;

/**
 * Gives one table after the other its beacon. URL: `#/provision?table=ID`, `?point=ID`; with `&another=1` the table gets
 * another beacon than it has. `?only=ADDRESS,…` restricts the beacons.
 */
export default class ProvisionScreen extends HTMLElement {
  #known = null;
  #next = null;
  #flow = null;
  #only = new Set();
  #skipped = new Set(JSON.parse(sessionStorage.getItem('perch.skipped') ?? '[]'));
  #stream = null;
  #nearby = null;
  #timer = null;
  #wanted = null;
  #told = null;
  #name = el('p', { class: 'table-name', 'aria-live': 'polite' });
  #count = el('p', { class: 'quiet' });
  #body = el('div', { class: 'body' });
  #awake = el('p', { class: 'quiet' });
  #bring = new Bring({ onUse: (beacon) => this.#use(beacon), onSkip: () => this.#skip(), onAnother: () => this.#another(), onAll: () => this.#showAll() });
  #work = new Work({
    onNext: () => this.#nextTable(), onResume: () => this.#flow.resume(), onStop: () => this.#flow.stop(),
    onRetry: (name) => this.#flow.retry(name), onOther: () => this.#retake(), onSignal: () => go('signal', [], { table: this.#flow.table.name }),
  });
  #onConnection = () => {
    if (connection.lostSince === null) this.#load();
  };

  connectedCallback() {
    fill(this, el('div', { class: 'screen-head' }, el('h1', {}, t('title')), this.#count), this.#name, this.#body, this.#awake);
    connection.addEventListener('change', this.#onConnection);
    keepAwake(true).then(() => setText(this.#awake, t(isAwake() ? 'awake' : 'notAwake')));
  }

  disconnectedCallback() {
    keepAwake(false);
    connection.removeEventListener('change', this.#onConnection);
    this.#stream?.close();
    this.#flow?.close();
    clearTimeout(this.#timer);
  }

  async show({ query }) {
    this.#only = new Set((query.get('only') ?? '').split(',').filter(Boolean));
    const wanted = { table: Number(query.get('table')) || null, point: Number(query.get('point')) || null, another: query.has('another') };
    if (this.#flow && this.#flow.table?.id === wanted.table && !wanted.another) return;
    await this.#load(wanted);
  }

  /** Reads what there is, and chooses the table. */
  async #load(wanted = this.#wanted ?? { table: this.#flow?.table?.id ?? null, point: this.#next?.point?.id ?? null }) {
    this.#wanted = wanted;
    if (!this.#known) {
      setText(this.#name, '');
      fill(this.#body, el('p', { role: 'status' }, t('finding')));
    }
    try {
      const payfrit = await status.askPayfrit();
      const obstacle = this.#obstacle(payfrit);
      if (obstacle) return void fill(this.#body, obstacle);
      this.#known = await this.#read(payfrit);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!this.#flow) fill(this.#body, problemBox(error, { action: t('retry'), onAction: () => this.#load(wanted) }));
      if (error.code === 'gateway-unreachable') setTimeout(() => { if (this.isConnected && this.#wanted === wanted) this.#load(wanted); }, retryTime);
      return;
    }
    if (!this.isConnected) return;
    this.#wanted = null;
    this.#countTables();
    if (wanted.table) {
      const table = this.#known.tables.find((one) => one.id === wanted.table) ?? await get(`/v1/payfrit/tables/${wanted.table}`).catch(() => null);
      if (table) return this.#take({ kind: 'begun', name: table.name, table }, wanted.another);
    }
    const chosen = wanted.point ? choices(this.#known).find((one) => one.point.id === wanted.point) : null;
    this.#take(chosen ? { ...chosen, kind: chosen.table ? 'begun' : 'point' } : upcoming({ ...this.#known, skipped: this.#skipped }));
  }

  #obstacle(payfrit) {
    if (!session.may('crew')) return empty(t('viewer'));
    if (payfrit.user === undefined) return empty(t('notLoggedIn'), t('logIn'), () => go('login'));
    if (payfrit.api === 'cfm') return empty(t('oldAPI'), t('toTables'), () => go('tables'));
    if (payfrit.business === undefined) return empty(t('noBusiness'), t('chooseBusiness'), () => go('business'));
    return null;
  }

  async #read(payfrit) {
    const tables = [];
    for (let page; page === undefined || page.length === 1000;) {
      page = (await get(`/v1/payfrit/tables?limit=1000&after=${tables.at(-1)?.id ?? 0}`)).tables;
      tables.push(...page);
    }
    // Without the network, tables that were planned can go on.
    const points = await get('/v1/payfrit/service-points').then((answer) => answer.service_points).catch((error) => {
      if (!(error instanceof Problem) || tables.length === 0) throw error;
      return this.#known?.points ?? [];
    });
    return { tables, points, business: payfrit.business.id };
  }

  #countTables() {
    const all = choices(this.#known);
    const done = all.filter((one) => one.point.beacon !== undefined || ['registered', 'queued'].includes(one.table?.state)).length;
    setText(this.#count, all.length ? t('doneCount', { done, all: all.length }) : '');
  }

  /** Shows a table and, where it needs a beacon, those nearby. */
  #take(next, wantsBeacon = false) {
    this.#endTimer();
    if (this.#flow && next.table && this.#flow.table?.id === next.table.id && !wantsBeacon) {
      this.#flow.resumeAt(next.table);
      return;
    }
    this.#flow?.close();
    this.#next = next;
    this.#told = null;
    this.#flow = new Flow();
    this.#flow.wantsBeacon = wantsBeacon;
    this.#flow.addEventListener('change', () => this.#update());
    if (next.table) this.#flow.resumeAt(next.table);
    this.#update();
  }

  #update() {
    const flow = this.#flow;
    if (!flow || !this.isConnected) return;
    fill(this.#name, flow.table || this.#next.name !== null ? foreignText(flow.table?.name ?? this.#next.name) : t('newTable'));
    const now = flow.phase;
    if (flow.table) {
      const url = `#/provision?table=${flow.table.id}`;
      if (location.hash !== url && now !== 'done') history.replaceState(null, '', url);
    }
    if (now === 'bring' || (flow.problem && !flow.run)) {
      this.#listen();
      this.#bring.show({ next: this.#next, flow, nearby: this.#nearby, only: this.#only });
      if (!this.#bring.isConnected) fill(this.#body, this.#bring);
    } else {
      // The list is read anew for the next table: by then this beacon is no factory beacon any more.
      this.#stream?.close();
      this.#stream = null;
      this.#nearby = null;
      this.#work.show(flow);
      if (!this.#work.isConnected) fill(this.#body, this.#work);
      this.#tell(now);
    }
  }

  #listen() {
    this.#stream ??= follow('/v1/provisioning/nearby', {
      nearby: (line) => {
        this.#nearby = line;
        if (this.#bring.isConnected) this.#bring.showNearby(line, this.#only);
      },
    });
  }

  /** Tells a result once, and goes on to the next table by itself. */
  #tell(now) {
    if (!['done', 'queued', 'failed', 'unsure', 'refused'].includes(now) || !this.#work.hasWorked) return;
    const isGood = ['done', 'queued'].includes(now);
    if (this.#told !== isGood) tellResult(isGood);
    this.#told = isGood;
    if (now === 'done') this.#timer ??= setTimeout(() => this.#forward(), resultTime);
  }

  async #use(beacon, isAgreed = false) {
    const order = this.#next.table || this.#flow.table ? {} : this.#next.point ? { service_point: this.#next.point.id } : {};
    if (await this.#flow.begin(order, beacon, isAgreed)) return;
    const { problem } = this.#flow;
    if (!['beacon-taken', 'identity-taken'].includes(problem?.code) || isAgreed) return;
    const holder = problem.code === 'identity-taken' ? await this.#flow.otherHolder() : null;
    if (await this.#bring.agree(problem, this.#flow.table.name, holder)) await this.#use(beacon, true);
  }

  #skip() {
    const name = this.#flow.table?.name ?? this.#next.name;
    if (name !== null) this.#skipped.add(name);
    sessionStorage.setItem('perch.skipped', JSON.stringify([...this.#skipped]));
    this.#forward();
  }

  /** Goes to the next table, and not back to this one if it is not finished. */
  #nextTable() {
    if (['done', 'queued'].includes(this.#flow.phase)) this.#forward();
    else this.#skip();
  }

  #showAll() {
    this.#only = new Set();
    history.replaceState(null, '', location.hash.replace(/([?&])only=[^&]*&?/, '$1').replace(/[?&]$/, ''));
    this.#update();
  }

  #forward() {
    this.#endTimer();
    this.#flow?.close();
    this.#flow = null;
    history.replaceState(null, '', '#/provision');
    this.#load({ table: null, point: null });
  }

  #endTimer() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #another() {
    const chosen = await chooseTable(choices(this.#known));
    if (!chosen) return;
    this.#skipped.delete(chosen.name);
    this.#flow?.close();
    this.#flow = null;
    if (chosen.table && phase(chosen.table, null) !== 'bring') replace('provision', [], { table: chosen.table.id });
    else this.#take({ ...chosen, kind: chosen.table ? 'begun' : 'point' });
  }

  /** Lets the user take another beacon for the same table. */
  #retake() {
    this.#flow.wantsBeacon = true;
    this.#update();
  }
}

customElements.define('provision-screen', ProvisionScreen);
