import { isAwake } from '../shell/attention.js';
import { el, fill, foreign, foreignText, setText } from '../shell/dom.js';
import { href } from '../shell/router.js';
import { session } from '../shell/session.js';
import { timeAgo } from '../shell/time.js';
import { minus } from '../shell/numbers.js';
import { words } from '../shell/words.js';
import { identityWords } from './identity.js';
import { SignalMeter } from './meter.js';
import { isWaitingForDongle, statusKey, staysWeak } from './model.js';
import { nameOf } from './picker.js';
import { fixed, texts } from './texts.js';

const t = words(texts);
const signs = { select: ['none', '·'], scanning: ['working', '◐'], searching: ['waiting', '◌'], detected: ['verified', '✓'], failed: ['warning', '▲'], denied: ['failed', '✕'] };

/** The check: reading, state, and what can be done. Events: `start`, `stop`, `next`. */
export class SignalPanel extends HTMLElement {
  #shown = { actions: undefined, status: undefined, place: undefined, failure: null };
  #name = el('h2', {});
  #identity = el('p', { class: 'quiet address' });
  #kept = el('p', { class: 'quiet' });
  #meter = new SignalMeter();
  #status = el('div', { class: 'status', role: 'status' });
  #more = el('p', { class: 'more quiet' });
  #failure = el('div', { class: 'failure' });
  #awake = el('p', { class: 'quiet awake' });
  #actions = el('div', { class: 'main-action' });

  connectedCallback() {
    if (this.#name.isConnected) return;
    fill(this, this.#name, this.#identity, this.#kept, this.#meter, this.#status, this.#more, this.#failure, this.#awake, this.#actions);
  }

  /**
   * Shows a check.
   *
   * @param {object} state Of model.js.
   * @param {{dongles?: object[], next?: object|null}} around Dongles of the gateway, and the place after this one.
   */
  show(state, { dongles, next }) {
    this.#showPlace(state);
    this.#meter.hidden = state.phase !== 'scanning' && !state.detected;
    this.#meter.show(state);
    this.#showStatus(state);
    setText(this.#more, this.#explanation(state, dongles));
    this.#showFailure(state);
    setText(this.#awake, state.phase === 'scanning' ? t(isAwake() ? 'awake' : 'notAwake') : '');
    this.#showActions(state, next);
  }

  /** Puts the focus on the main action. */
  focusMain() {
    this.#actions.querySelector('button:not(:disabled)')?.focus({ preventScroll: true });
  }

  #showPlace({ choice, detected }) {
    const key = choice ? JSON.stringify([choice.key, choice.name, choice.kept, Boolean(detected)]) : null;
    if (this.#shown.place === key) return;
    this.#shown.place = key;
    fill(this.#name, choice ? foreignText(nameOf(choice)) : t('check'));
    setText(this.#identity, choice ? identityWords(choice) : '');
    fill(this.#kept, choice?.kept && !detected ? [t('checkedBefore', { dbm: minus(choice.kept.average) }), ' ', timeAgo(choice.kept.at)] : null);
  }

  #showStatus(state) {
    const key = statusKey(state);
    const parameters = { average: state.detected?.average ?? '', reason: foreign(state.failure?.reason ?? '').replace(/\.$/, '') };
    const said = fixed[key].replace(/\{(\w+)\}/g, (_, name) => parameters[name]);
    if (this.#shown.status === said) return;
    this.#shown.status = said;
    const [kind, sign] = signs[key];
    const own = `${key}State`;
    const translation = own in texts ? t(own, { average: minus(parameters.average) }) : '';
    fill(this.#status, el('p', { class: `mark ${kind}` }, el('span', { 'aria-hidden': 'true', class: 'sign' }, sign), el('strong', { lang: 'en' }, said)),
      translation ? el('p', { class: 'translation' }, translation) : null);
  }

  #explanation(state, dongles) {
    if (state.phase === 'idle') return state.choice ? t('idleChosen', { name: foreign(nameOf(state.choice)) }) : t('idleNone');
    if (state.phase === 'failed') return '';
    if (state.detected) return t('kept');
    if (isWaitingForDongle(state, dongles)) return t('waitsForDongle');
    const mean = staysWeak(state);
    if (mean !== null) return t('staysWeak', { mean: minus(mean) });
    if (state.verdict === 'too-weak') return t('tooWeak');
    if (state.verdict === 'waiting') return t('notHeard');
    return state.verdict === 'searching' ? t('goNearer') : '';
  }

  #showFailure({ phase, failure, detected }) {
    const key = phase === 'failed' ? JSON.stringify([failure, Boolean(detected)]) : null;
    if (this.#shown.failure === key) return;
    this.#shown.failure = key;
    if (key === null) return fill(this.#failure);
    const canDiagnose = session.may('crew') && failure.kind !== 'gateway' && failure.kind !== 'refused';
    const sentence = { radio: 'radio', permission: 'permission', gateway: 'gateway', refused: 'refusedCheck' }[failure.kind];
    const next = failure.kind === 'radio' ? t('radioNext') : failure.kind === 'permission' ? failure.hint ?? t('permissionNext')
      : failure.kind === 'gateway' ? t('gatewayNext') : failure.hint ?? '';
    fill(this.#failure, el('div', { class: 'problem', role: 'alert' },
      detected ? el('p', {}, t('afterDetection')) : null,
      el('p', { class: 'sentence' }, t(sentence)), detected ? el('p', {}, el('bdi', {}, foreign(failure.reason))) : null,
      next ? el('p', {}, el('bdi', {}, foreign(next))) : null,
      canDiagnose ? el('a', { class: 'button', href: href('gateway', ['doctor'], { run: 1 }) }, t('doctor')) : null,
      el('small', {}, el('code', {}, failure.code ?? { radio: 'radio-lost', permission: 'port-permission', gateway: 'gateway-unreachable' }[failure.kind] ?? ''))));
  }

  #showActions(state, next) {
    const may = session.may('crew');
    const canGoOn = Boolean(state.detected && next);
    const key = [state.phase, state.choice === null, canGoOn, next?.key, may].join();
    if (this.#shown.actions === key) return;
    const hadFocus = this.#actions.contains(document.activeElement);
    this.#shown.actions = key;
    const isMain = !canGoOn;
    const start = () => action('start', isMain, this, { disabled: state.choice === null || !may });
    const stop = () => action('stop', isMain && !state.detected, this, {});
    this.#actions.classList.toggle('two', canGoOn);
    fill(this.#actions, may ? null : el('p', { class: 'quiet' }, t('mayNotCheck')),
      canGoOn ? el('button', { type: 'button', class: 'main', on: { click: () => tell(this, 'next') } },
        el('span', {}, t('nextTable')), el('small', {}, foreignText(nameOf(next)))) : null,
      state.phase === 'scanning' ? stop() : start());
    if (hadFocus) this.focusMain();
  }
}

/** A button with the app's words, and below them those of the console's language. */
function action(name, isMain, panel, properties) {
  const translation = t(`${name}State`);
  return el('button', { type: 'button', class: isMain ? 'main' : '', ...properties, on: { click: () => tell(panel, name) } },
    el('span', { lang: 'en' }, fixed[name]), translation ? el('small', {}, translation) : null);
}

const tell = (element, type) => element.dispatchEvent(new CustomEvent(type));

customElements.define('signal-panel', SignalPanel);
