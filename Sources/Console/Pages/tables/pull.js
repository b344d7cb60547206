import { el, setText } from '../shell/dom.js';
import { words } from '../shell/words.js';
import { texts } from './texts.js';

const t = words(texts);
/** Way of the finger after which releasing it refreshes, in px. */
const enough = 72;

/**
 * Lets a pull down at the top of the page refresh it.
 *
 * @param {HTMLElement} screen
 * @param {() => Promise<void>} refresh
 * @returns {HTMLElement} Says what a release does; stands at the top of the screen.
 */
export function pullDown(screen, refresh) {
  const notice = el('p', { class: 'pull', role: 'status', hidden: true });
  let start = null;
  let way = 0;
  const show = (text) => {
    notice.hidden = !text;
    setText(notice, text);
  };
  screen.addEventListener('touchstart', (event) => {
    start = window.scrollY <= 0 && event.touches.length === 1 ? event.touches[0] : null;
    way = 0;
  }, { passive: true });
  screen.addEventListener('touchmove', (event) => {
    if (!start) return;
    way = event.touches[0].clientY - start.clientY;
    if (way < Math.abs(event.touches[0].clientX - start.clientX)) way = 0;
    show(way < 12 ? '' : t(way > enough ? 'release' : 'pull'));
  }, { passive: true });
  const end = async () => {
    const isWanted = start !== null && way > enough;
    start = null;
    if (!isWanted) return show('');
    show(t('refreshing'));
    await refresh();
    show('');
  };
  screen.addEventListener('touchend', end);
  screen.addEventListener('touchcancel', () => { start = null; show(''); });
  return notice;
}
