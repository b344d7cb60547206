import { connection } from './connection.js';
import { session } from './session.js';

/** Waits between attempts, in ms. */
const waits = [500, 1000, 2000, 5000];
/** Time for which a page may be hidden before its streams are closed, in ms. */
const hiddenTime = 30_000;

/**
 * Follows a stream of the gateway: the only place with an EventSource. It is opened again after a loss, and closed while
 * the page is hidden for long.
 *
 * @param {string} path Path and query.
 * @param {Object<string, (line: object) => void>} handlers By type of line.
 * @param {{onState?: (state: 'open'|'lost') => void, resume?: () => string, raw?: boolean}} [options] `resume` gives the
 *   path after a loss, such as one with the last id; with `raw`, handlers get the text of a line unparsed.
 * @returns {{close: () => void}}
 */
export function follow(path, handlers, { onState = () => {}, resume = () => path, raw = false } = {}) {
  let source = null;
  let attempt = 0;
  let timer = null;
  let hidden = null;
  let isOver = false;
  let state = null;

  const tell = (now) => {
    if (state !== now) onState(state = now);
  };
  function open() {
    source = new EventSource(attempt === 0 && state === null ? path : resume());
    source.onopen = () => {
      attempt = 0;
      connection.heard();
      tell('open');
    };
    source.onerror = lost;
    for (const [type, handle] of Object.entries(handlers)) {
      source.addEventListener(type, (event) => {
        handle(raw ? event.data : JSON.parse(event.data));
      });
    }
  }
  function lost() {
    stop();
    if (isOver) return;
    tell('lost');
    connection.missed();
    timer = setTimeout(open, waits[Math.min(attempt++, waits.length - 1)]);
  }
  function stop() {
    source?.close();
    source = null;
    clearTimeout(timer);
  }
  function turn() {
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(stop, hiddenTime);
    else if (!source && !isOver) {
      clearTimeout(timer);
      open();
    }
  }
  // A network that went away leaves a stream that stays silent for ever.
  function check() {
    if (connection.lostSince !== null && source) lost();
  }
  function close() {
    isOver = true;
    stop();
    clearTimeout(hidden);
    document.removeEventListener('visibilitychange', turn);
    session.removeEventListener('change', ended);
    connection.removeEventListener('change', check);
  }
  function ended() {
    if (session.role === null) close();
  }

  document.addEventListener('visibilitychange', turn);
  session.addEventListener('change', ended);
  connection.addEventListener('change', check);
  open();
  return { close };
}
