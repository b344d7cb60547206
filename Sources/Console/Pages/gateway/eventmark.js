import { el } from '../shell/dom.js';
import { t } from './parts.js';

// U+FE0E asks for the sign as text, in the colour of the page.
const signs = { regionEnter: '↓', regionExit: '↑', stateChange: '⟳', error: '⚠\uFE0E', info: 'ℹ\uFE0E' };
const shield = 'M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6z';

/** Type of an event as sign, colour and word; the signs and colours are those of the phone app. */
export function eventMark(kind) {
  return el('span', { class: `event-mark ${kind}` }, sign(kind), el('span', {}, t(`type-${kind}`)));
}

function sign(kind) {
  const place = el('span', { class: 'sign', 'aria-hidden': 'true' }, signs[kind] ?? (kind === 'authorization' ? null : '·'));
  if (kind === 'authorization') place.append(drawing());
  return place;
}

// Fonts draw the shield as a picture in colours of its own.
function drawing() {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', shield);
  svg.append(path);
  return svg;
}
