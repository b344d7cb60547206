import { connection } from './connection.js';
import { session } from './session.js';

/** Longest wait for an answer. The gateway itself waits up to 15 s for the Payfrit backend. */
const longestWait = 20_000;

/** An error with a message, a next step and a code, as the gateway's `Problem` has them. */
export class Problem extends Error {
  constructor({ detail, hint, code, status = 0, retryable = true, outcome }) {
    super(detail);
    Object.assign(this, { hint, code, status, retryable, outcome });
  }
}

/**
 * Calls the gateway: the only place that does.
 *
 * @param {string} method
 * @param {string} path Path and query, such as `/v1/dongles`; see `query`.
 * @param {object} [body] Sent as JSON.
 * @param {{signal?: AbortSignal, wait?: number}} [options] `wait`: longest wait in ms.
 * @returns {Promise<object|undefined>} The answer; undefined for 204.
 * @throws {Problem}
 */
export async function call(method, path, body, { signal, wait = longestWait } = {}) {
  const answer = await ask(method, path, body, signal, wait);
  if (answer.status === 204) return undefined;
  const text = await answer.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (answer.ok && value !== undefined) return value;
  if (value?.code === undefined) {
    throw new Problem({ detail: `HTTP ${answer.status}`, hint: '', code: 'no-json', status: answer.status });
  }
  if (value.code === 'unauthorized') session.end();
  throw new Problem(value);
}

async function ask(method, path, body, signal, wait) {
  const signals = [AbortSignal.timeout(wait), ...(signal ? [signal] : [])];
  const headers = { 'Perch-API': '1' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  try {
    const answer = await fetch(path, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: AbortSignal.any(signals),
      // A change that was pressed is sent even if the page is closed meanwhile.
      credentials: 'same-origin', keepalive: method !== 'GET',
    });
    connection.heard();
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.missed();
    throw new Problem({ detail: '', hint: '', code: 'gateway-unreachable', outcome: method === 'GET' ? undefined : 'unknown' });
  }
}

export const get = (path, options) => call('GET', path, undefined, options);
export const post = (path, body, options) => call('POST', path, body, options);
export const put = (path, body, options) => call('PUT', path, body, options);
export const patch = (path, body, options) => call('PATCH', path, body, options);
export const remove = (path, options) => call('DELETE', path, undefined, options);

/** A path with a query; undefined and null are left out, lists are repeated. */
export function query(path, parameters) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, one);
    }
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
