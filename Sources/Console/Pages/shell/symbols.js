const shapes = {
  tables: 'M3 7h18M5 7v11M19 7v11M9 11h6',
  provision: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  signal: 'M5 19v-4M10 19v-8M15 19V8M20 19V4',
  air: 'M12 12h.01M8.5 8.5a5 5 0 0 0 0 7M15.5 8.5a5 5 0 0 1 0 7M5.6 5.6a9 9 0 0 0 0 12.8M18.4 5.6a9 9 0 0 1 0 12.8',
  gateway: 'M4 14h16v6H4zM8 17h.01M12 17h.01M12 14V9M8 6a5.6 5.6 0 0 1 8 0',
  till: 'M8 3h8l-1 18H9zM8.4 9h7.2',
  menu: 'M4 6h16M4 12h16M4 18h16',
  back: 'M15 5l-7 7 7 7',
  more: 'M12 5h.01M12 12h.01M12 19h.01',
  close: 'M6 6l12 12M18 6L6 18',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 5v6h-6',
  plus: 'M12 5v14M5 12h14',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5l12 7-12 7z',
};

/** A line drawing of 24 × 24; decoration for the word beside it. */
export function symbol(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'symbol');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', shapes[name]);
  svg.append(path);
  return svg;
}
