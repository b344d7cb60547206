import { el, fill, foreign, setText } from '../shell/dom.js';
import { mark } from '../shell/mark.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { go } from '../shell/router.js';
import { words } from '../shell/words.js';
import { progress, signalWords } from './model.js';
import { texts } from './texts.js';

const t = words(texts);
const marks = {
  working: 'working', register: 'working', done: 'verified', queued: 'waiting', failed: 'failed', unsure: 'warning', refused: 'warning',
};
/** Reasons for which a device is no CP28, so that another try fails too. */
const noBeacons = new Set(['no-such-service', 'missing-property']);

/** What is under way at a table, and its result. */
export class Work extends HTMLElement {
  /** Whether anything was under way since this table was chosen. */
  hasWorked = false;
  #actions;
  #shown = '';
  #table = null;
  #state = el('p', { class: 'result', role: 'status' });
  #bar = el('progress', { max: 1, 'aria-label': t('title') });
  #beacon = el('p', { class: 'quiet' });
  #text = el('div', {});
  #buttons = el('div', { class: 'main-action' });

  constructor(actions) {
    super();
    this.#actions = actions;
  }

  connectedCallback() {
    fill(this, this.#state, this.#bar, this.#beacon, this.#text, this.#buttons);
  }

  show(flow) {
    if (this.#table !== flow.table.id) {
      this.#table = flow.table.id;
      this.hasWorked = false;
      this.#shown = '';
    }
    const now = flow.phase;
    if (['working', 'register'].includes(now) || (flow.isBusy && now !== 'done')) this.hasWorked = true;
    const [kind, word] = [marks[now], this.#word(flow, now)];
    if (this.#state.dataset.word !== word) {
      this.#state.dataset.word = word;
      fill(this.#state, mark(kind, word));
    }
    this.#bar.hidden = !['working', 'register'].includes(now);
    this.#bar.value = now === 'working' && flow.run ? progress(flow.run) : 1;
    const address = flow.run?.seen_address ?? flow.table.address;
    setText(this.#beacon, address ? `${address} · ${flow.table.major}/${flow.table.minor}${flow.run?.seen_rssi === undefined ? '' : ` · ${signalWords(flow.run.seen_rssi)}`}` : '');
    const shape = [now, flow.problem?.code, flow.run?.reason?.code, flow.registration?.last_error, flow.registration?.held, flow.isBusy].join(' ');
    if (shape !== this.#shown) {
      this.#shown = shape;
      this.#drawText(flow, now);
      this.#drawButtons(flow, now);
    }
  }

  #word({ run, table }, now) {
    switch (now) {
      case 'working': return run ? t(run.state, { step: run.step, steps: run.steps }) : t('planned');
      case 'register': return t('registering');
      case 'queued': return table.state === 'queued' && this.hasWorked && !this.#held ? t('registering') : t('queued');
      case 'done': return t('registered');
      case 'unsure': return t(run.state);
      default: return t(now);
    }
  }


  #held = false;

  #drawText({ run, table, registration, problem }, now) {
    this.#held = registration?.held !== undefined || (registration?.attempts ?? 0) > 0;
    const parts = [];
    if (problem) parts.push(problemBox(problem));
    if (['failed', 'unsure'].includes(now) && run.reason) {
      // The buttons are the next steps; the gateway's own are for a terminal.
      parts.push(problemBox({ code: run.reason.code, message: run.reason.message, hint: '' }));
    }
    if (now === 'queued' && this.#held) {
      parts.push(el('p', {}, t(registration.held?.includes('log') ? 'queuedLogin' : 'queuedText')));
      if (registration.last_error) parts.push(el('p', { class: 'quiet' }, el('bdi', {}, foreign(registration.last_error))));
    }
    if (now === 'refused') parts.push(problemBox({ code: 'registration-refused', message: registration?.last_error ?? table.reason ?? t('refused'), hint: '' }));
    fill(this.#text, parts);
  }

  #drawButtons({ run, isBusy }, now) {
    const actions = this.#actions;
    const button = (word, action, kind) => el('button', { type: 'button', class: kind, disabled: isBusy, on: { click: (event) => press(event.currentTarget, async () => action()) } }, t(word));
    const link = (word, action) => el('button', { type: 'button', class: 'plain', on: { click: action } }, t(word));
    const rest = [];
    let main = null;
    if (now === 'working' && run) main = button('stop', actions.onStop);
    if (['done', 'queued'].includes(now)) {
      main = button('next', actions.onNext, 'main');
      rest.push(link('checkSignal', actions.onSignal));
      if (now === 'done') rest.push(link('otherBeacon', actions.onOther));
    }
    if (now === 'unsure') {
      main = button('listenAgain', actions.onResume, 'main');
      rest.push(link('next', actions.onNext));
    }
    if (now === 'failed') {
      const [first, second] = noBeacons.has(run.reason?.code) ? [['otherBeacon', actions.onOther], ['tryAgain', actions.onResume]] : [['tryAgain', actions.onResume], ['otherBeacon', actions.onOther]];
      main = button(...first, 'main');
      rest.push(link(...second), link('next', actions.onNext));
    }
    if (now === 'refused') {
      main = button('retry', () => actions.onRetry(), 'main');
      rest.push(link('toTables', () => go('tables')), link('next', actions.onNext));
    }
    fill(this.#buttons, main, rest.length ? el('div', { class: 'row-of-buttons' }, rest) : null);
  }
}

customElements.define('provision-work', Work);
