/**
 * Asks again and again while the page is visible. The next question waits for the answer of the one before.
 *
 * @param {() => Promise<void>} ask
 * @param {number} pause Time between two questions, in ms.
 * @returns {{now: () => Promise<void>, end: () => void}} `now` asks at once.
 */
export function poll(ask, pause) {
  let timer = null;
  let isOver = false;
  const run = async () => {
    clearTimeout(timer);
    if (!document.hidden) await ask();
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(run, pause);
  };
  run();
  return { now: run, end: () => { isOver = true; clearTimeout(timer); } };
}
