import { get, query } from '../shell/api.js';
import { connection } from '../shell/connection.js';
import { status } from '../shell/status.js';

/** Time between two readings while the page is visible, in ms. */
const pause = 10_000;
/** Time between two looks at what this gateway itself is doing, in ms. */
const lookPause = 2000;
const pageSize = 1000;
const nothing = { servicePoints: null, beacons: [], tables: [], registrations: [], placements: [], types: [], leftOut: [] };

/**
 * What Payfrit and this gateway know of the tables of the chosen business, read again every 10 s, and every 2 s what the
 * gateway is doing. What was read stays while a source does not answer, also over a reload of the page.
 *
 * Events: `change`; `needs` with an error that a login or the choice of a business ends.
 */
export class Directory extends EventTarget {
  /** The lists; see `tableRows`. */
  known = { ...nothing };
  /** Time when Payfrit's lists were last read, as of `Date.now()`; null before that. */
  asOf = null;
  /** Why Payfrit's lists could not be read last; null if they could. */
  error = null;
  isLoading = false;
  #running = null;
  #version = 0;
  #timer = null;
  #lookTimer = null;
  #isOver = false;
  #onVisible = () => { if (!document.hidden) this.refresh(); };
  #onConnection = () => { if (connection.lostSince === null) this.refresh(); };
  #onPayfrit = () => { if (status.payfrit.business?.id !== this.known.business) this.refresh(); };

  /** `php` or `cfm`; null before it is known. */
  get api() { return status.payfrit?.api ?? null; }
  get business() { return status.payfrit?.business ?? null; }

  start() {
    document.addEventListener('visibilitychange', this.#onVisible);
    connection.addEventListener('change', this.#onConnection);
    status.addEventListener('payfrit', this.#onPayfrit);
    this.#restore();
    this.#lookTimer = setInterval(() => this.#look(), lookPause);
    return this.refresh();
  }

  stop() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearInterval(this.#lookTimer);
    document.removeEventListener('visibilitychange', this.#onVisible);
    connection.removeEventListener('change', this.#onConnection);
    status.removeEventListener('payfrit', this.#onPayfrit);
  }

  /** Reads everything again. What is running counts, unless a person asked: it may be older than the wish. */
  refresh({ isAsked = false } = {}) {
    if (isAsked && this.#running) this.#version += 1;
    this.#running ??= this.#read().finally(() => { this.#running = null; });
    return this.#running;
  }

  /** Changes what is known, such as by the answer to a change; a reading that began before does not undo it. */
  patch(lists) {
    this.#version += 1;
    this.known = { ...this.known, ...lists };
    if (this.asOf !== null) this.#keep();
    this.#tell();
    this.refresh();
  }

  async #read() {
    clearTimeout(this.#timer);
    this.isLoading = true;
    this.#tell();
    let version;
    do {
      version = this.#version;
      await this.#readOnce(() => version === this.#version && !this.#isOver);
    } while (version !== this.#version && !this.#isOver);
    this.isLoading = false;
    if (this.#isOver) return;
    this.#tell();
    this.#timer = setTimeout(() => { if (!document.hidden) this.refresh(); }, pause);
  }

  async #readOnce(isWanted) {
    try {
      const payfrit = await status.askPayfrit();
      if (!payfrit.user) throw Object.assign(new Error(), { code: payfrit.last_error?.code === 'logged-out' ? 'logged-out' : 'not-logged-in' });
      if (!payfrit.business) throw Object.assign(new Error(), { code: 'no-business' });
      if (payfrit.business.id !== this.known.business) this.#begin(payfrit.business.id);
      const [points, beacons, types, tables, registrations, placements] = await Promise.allSettled([
        get('/v1/payfrit/service-points'), get('/v1/payfrit/beacons'),
        payfrit.api === 'cfm' ? get('/v1/payfrit/service-point-types') : { types: [] },
        pages('/v1/payfrit/tables', 'tables'), pages('/v1/payfrit/queue', 'registrations'),
        pages('/v1/placements', 'placements'),
      ]);
      if (!isWanted()) return;
      const failed = [points, beacons, tables, registrations].find((one) => one.status === 'rejected')?.reason;
      this.#take({ points, beacons, types, tables, registrations, placements });
      if (failed) throw failed;
      this.error = null;
      this.asOf = Date.now();
      this.#keep();
    } catch (error) {
      if (this.#isOver || !isWanted()) return;
      this.error = error;
      if (['not-logged-in', 'logged-out', 'no-business'].includes(error.code)) this.dispatchEvent(new CustomEvent('needs', { detail: error }));
    }
  }

  /** Reads the gateway's own tables and registrations, and Payfrit's lists too once a registration has arrived. */
  async #look() {
    if (document.hidden || this.#running || this.asOf === null || connection.lostSince !== null) return;
    const version = this.#version;
    try {
      const [tables, registrations] = await Promise.all([pages('/v1/payfrit/tables', 'tables'), pages('/v1/payfrit/queue', 'registrations')]);
      const { known } = this;
      if (this.#isOver || this.#running || version !== this.#version || isSame([tables, registrations], [known.tables, known.registrations])) return;
      const hasArrived = registered(tables) !== registered(known.tables);
      this.known = { ...known, tables, registrations };
      this.#tell();
      if (hasArrived) this.refresh();
    } catch {
      // The next reading tells it.
    }
  }

  #take({ points, beacons, types, tables, registrations, placements }) {
    const value = (one, field, before) => {
      if (one.status === 'rejected') return before;
      return Array.isArray(one.value) ? one.value : one.value[field];
    };
    const { known } = this;
    const leftOut = [points, beacons].filter((one) => one.status === 'fulfilled').map((one) => one.value.left_out).filter(Boolean);
    this.known = {
      ...known, leftOut,
      servicePoints: value(points, 'service_points', known.servicePoints),
      beacons: value(beacons, 'beacons', known.beacons),
      types: value(types, 'types', known.types),
      tables: value(tables, 'tables', known.tables),
      registrations: value(registrations, 'registrations', known.registrations),
      placements: value(placements, 'placements', known.placements),
    };
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }

  #begin(business) {
    this.known = { ...nothing, business };
    this.asOf = null;
    this.#restore(business);
  }

  #place(business) {
    return `perch tables ${status.payfrit.base} ${business}`;
  }

  #keep() {
    try {
      sessionStorage.setItem(this.#place(this.known.business), JSON.stringify({ at: this.asOf, known: this.known }));
    } catch {
      // Too much for this browser: a reload reads it again.
    }
  }

  #restore(business = this.business?.id) {
    if (business === undefined) return;
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.#place(business)));
      if (kept) [this.known, this.asOf] = [kept.known, kept.at];
    } catch {
      // Nothing was kept.
    }
  }
}

/** Forgets what was kept of all businesses, such as after a logout. */
export function forgetTables() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('perch tables ')) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const registered = (tables) => tables.filter((table) => table.state === 'registered').length;

/** All entries of a list that comes in pages: those after `next`, or else after the last one's number. */
async function pages(path, field) {
  const all = [];
  let after;
  do {
    const page = await get(query(path, { limit: pageSize, after }));
    all.push(...page[field]);
    after = page.next ?? (page[field].length === pageSize ? page[field].at(-1).id : undefined);
  } while (after !== undefined);
  return all;
}
