/** Way of the finger after which a row stays open, in px, and width of what it opens. */
const enough = 48;
const width = 104;

/**
 * Lets rows of a list be swiped to the left, which uncovers an action at their right end.
 *
 * @param {HTMLElement} list Its rows have an element `.face`, which moves, and the property `item`.
 * @param {{canOpen: (item) => boolean, onOpen: (item|null) => void}} handlers
 */
export function swipeRows(list, { canOpen, onOpen }) {
  let swipe = null;
  let isSwiped = false;
  const move = (row, x) => row.querySelector('.face').style.setProperty('--way', `${x}px`);

  list.addEventListener('pointerdown', (event) => {
    isSwiped = false;
    const row = event.target.closest('.row');
    if (event.pointerType === 'mouse' || !row || event.target.closest('.uncovered') || !canOpen(row.item)) return;
    swipe = { row, x: event.clientX, y: event.clientY, way: 0, from: row.classList.contains('open') ? -width : 0, pointer: event.pointerId };
  });
  list.addEventListener('pointermove', (event) => {
    if (!swipe || event.pointerId !== swipe.pointer) return;
    const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
    if (!isSwiped && (Math.abs(x) < 10 || Math.abs(x) < Math.abs(y))) return;
    if (!isSwiped) list.setPointerCapture(event.pointerId);
    isSwiped = true;
    swipe.row.classList.add('moving');
    swipe.way = Math.max(-width, Math.min(0, swipe.from + x));
    move(swipe.row, swipe.way);
  });
  const end = () => {
    if (!swipe) return;
    const { row, way } = swipe;
    swipe = null;
    row.classList.remove('moving');
    row.querySelector('.face').style.removeProperty('--way');
    if (isSwiped) onOpen(way < -enough ? row.item : null);
  };
  list.addEventListener('pointerup', end);
  list.addEventListener('pointercancel', end);
  // The click that ends a swipe is no press.
  list.addEventListener('click', (event) => {
    if (!isSwiped) return;
    isSwiped = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}
