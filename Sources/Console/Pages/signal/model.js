import { identityWords } from './identity.js';

// A placement check as a screen shows it. The gateway counts; this keeps what it said, and tells when the radio is lost.

/** Readings kept for the picture. */
const historyLength = 24;
/** Readings without a result after which the place counts as too weak. */
export const weakSamples = 15;
/** Longest time without a line of the stream, in ms: with the second between two looks, a loss is told within 5 s. */
export const longestSilence = 3500;
/** Samples without a listening dongle after which the radio counts as lost: at the start, after a heard beacon, else. */
const silentLimits = { first: 4, heard: 2, other: 1 };

/** A check that has not begun. `choice` is a place of the picker, or null. */
export function idle(choice = null) {
  return {
    phase: 'idle', choice, verdict: null, rssi: null, samples: 0, wanted: 5, threshold: -75, average: null, proximity: null,
    accuracy: null, history: [], heard: 0, detected: null, failure: null, hasListened: false, wasHeard: false, silentSamples: 0, lastLine: null,
  };
}

/** Another choice stops a check. The same one changes nothing. */
export function choose(state, choice) {
  if (state.choice && choice && identityWords(state.choice) === identityWords(choice)) return { ...state, choice };
  return idle(choice);
}

/** Begins a check; it fails at once where no dongle could listen. */
export function begin(state, dongles, now) {
  if (state.choice === null) return state;
  const begun = { ...idle(state.choice), phase: 'scanning', lastLine: now };
  const failure = deafness(dongles);
  return failure ? { ...begun, phase: 'failed', failure } : begun;
}

export const stop = (state) => idle(state.choice);

/** Takes a line of the stream. */
export function take(state, line, now) {
  if (state.phase !== 'scanning') return state;
  const heard = { ...state, lastLine: now };
  if (line.type === 'end') return fail(heard, { kind: 'gateway', reason: 'the gateway stopped the check' });
  if (line.type !== 'sample') return heard;
  return line.listening ? takeSample(heard, line) : takeSilence(heard, line);
}

function takeSample(state, line) {
  const rssi = line.rssi ?? null;
  const next = {
    ...state, verdict: line.verdict, rssi, samples: line.samples, wanted: line.wanted, threshold: line.threshold, hasListened: true,
    wasHeard: rssi !== null, silentSamples: 0, average: line.average ?? state.average,
    proximity: rssi === null ? state.proximity : line.proximity ?? null, accuracy: rssi === null ? state.accuracy : line.accuracy ?? null,
    history: [...state.history, rssi].slice(-historyLength), heard: state.heard + (rssi === null ? 0 : 1),
  };
  if (line.verdict === 'searching') Object.assign(next, { proximity: null, accuracy: null });
  if (line.verdict === 'detected' && !state.detected) next.detected = { average: line.average, at: line.ts };
  return next;
}

function takeSilence(state, line) {
  const silentSamples = state.silentSamples + 1;
  const limit = !state.hasListened ? silentLimits.first : state.wasHeard ? silentLimits.heard : silentLimits.other;
  const next = { ...state, silentSamples, rssi: null, history: [...state.history, null].slice(-historyLength) };
  return silentSamples < limit ? next : fail(next, { kind: 'radio', reason: line.message ?? 'no dongle listens' });
}

/** Looks at the time: a stream that has said nothing for too long is lost. */
export function look(state, now) {
  if (state.phase !== 'scanning' || now - state.lastLine < longestSilence) return state;
  return fail(state, { kind: 'gateway', reason: 'the gateway does not answer' });
}

/** Waiting begins again, such as after the page was hidden. */
export const resume = (state, now) => (state.phase === 'scanning' ? { ...state, lastLine: now } : state);

export function fail(state, failure) {
  return { ...state, phase: 'failed', failure, rssi: null, samples: state.detected ? state.samples : 0 };
}

/**
 * Why no dongle can listen now; null if one can, may soon, or nothing is known.
 *
 * `kind`: `permission` where the gateway may not open the port, else `radio`.
 */
export function deafness(dongles) {
  if (!dongles) return null;
  if (dongles.some((dongle) => ['live', 'suspect', 'opening', 'restarting'].includes(dongle.state))) return null;
  const refused = dongles.find((dongle) => dongle.last_error?.code === 'port-permission');
  if (refused) return { kind: 'permission', reason: refused.last_error.message, hint: refused.last_error.hint };
  const known = dongles.find((dongle) => dongle.last_error && dongle.state !== 'absent') ?? dongles.find((dongle) => dongle.last_error);
  if (!known) return { kind: 'radio', reason: 'no dongle is connected' };
  return { kind: 'radio', reason: known.last_error.message, hint: known.last_error.hint };
}

/** A loss that the stream told, with what the gateway's state says about the cause. */
export function explained(failure, dongles) {
  const cause = failure.kind === 'radio' ? deafness(dongles) : null;
  return cause?.kind === 'permission' ? cause : { ...failure, hint: failure.hint ?? cause?.hint };
}

/** Text of the state: the key of a text that the walkthrough fixes. */
export function statusKey(state) {
  if (state.phase === 'idle') return 'select';
  if (state.phase === 'failed' && !state.detected) return state.failure.kind === 'permission' ? 'denied' : 'failed';
  if (state.detected) return 'detected';
  return state.verdict === 'searching' ? 'searching' : 'scanning';
}

/** Mean of the readings shown, in dBm, where the beacon has been too weak for so long that waiting will not help; else null. */
export function staysWeak({ phase, detected, heard, history }) {
  if (phase !== 'scanning' || detected || heard < weakSamples) return null;
  const readings = history.filter((rssi) => rssi !== null);
  return readings.length ? Math.round(readings.reduce((sum, rssi) => sum + rssi, 0) / readings.length) : null;
}

/** Whether the dongle is about to begin, so that the check waits for it. */
export function isWaitingForDongle(state, dongles) {
  return state.phase === 'scanning' && !state.hasListened && !(dongles ?? []).some((dongle) => dongle.state === 'live');
}
