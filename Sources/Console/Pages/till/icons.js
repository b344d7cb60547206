import { el } from '../shell/dom.js';

const shapes = {
  DRINKS: 'M5 8h11v6a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5zM16 10h2a2 2 0 0 1 0 5h-2M8 3v2M12 3v2',
  SNACKS: 'M6 9h12l-1 11H7zM6 9l2-4h8l2 4M10 13v3M14 13v3',
  ACCESSORIES: 'M8 4l-5 3 2 4 2-1v10h10V10l2 1 2-4-5-3a4 4 0 0 1-8 0z',
  MEMBERSHIP: 'M10 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a7 7 0 0 1 14 0M19 8v6M16 11h6',
};
const other = 'M5 8l7-4 7 4v8l-7 4-7-4zM5 8l7 4 7-4M12 12v8';
const space = 'http://www.w3.org/2000/svg';
/** Icons that could not be loaded since the page was opened; they are not asked for again. */
const failed = new Set();

/** Picture of a product, or of its category where the product has none that loads. Decoration for the name beside it. */
export function productIcon({ icon, category }) {
  if (!icon || failed.has(icon)) return categoryIcon(category);
  const image = el('img', { class: 'product-icon', alt: '', loading: 'lazy', src: icon, width: 48, height: 48 });
  image.addEventListener('error', () => {
    failed.add(icon);
    image.replaceWith(categoryIcon(category));
  });
  return image;
}

function categoryIcon(category) {
  const svg = document.createElementNS(space, 'svg');
  for (const [name, value] of [['viewBox', '0 0 24 24'], ['class', 'symbol product-icon'], ['aria-hidden', 'true']]) svg.setAttribute(name, value);
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', shapes[category] ?? other);
  svg.append(path);
  return svg;
}
