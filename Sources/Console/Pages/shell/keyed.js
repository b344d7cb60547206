/**
 * Shows items as elements that stay the same for as long as their items stay, so that focus and open parts survive.
 *
 * @param {HTMLElement} container
 * @param {object[]} items
 * @param {(item: object) => string|number} keyOf
 * @param {(item: object) => HTMLElement} make
 * @param {(element: HTMLElement, item: object) => void} draw
 */
export function keyed(container, items, keyOf, make, draw) {
  const wanted = new Set(items.map(keyOf));
  for (const element of [...container.children]) if (!wanted.has(element.itemKey)) element.remove();
  const before = new Map([...container.children].map((element) => [element.itemKey, element]));
  let place = container.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let element = before.get(key);
    if (!element) {
      element = make(item);
      element.itemKey = key;
    }
    draw(element, item);
    // Elements that are in their place are not moved: a moved one loses the focus.
    if (element === place) place = place.nextElementSibling;
    else container.insertBefore(element, place);
  }
}
