/**
 * Makes an element. Text goes in as text, never as markup.
 *
 * @param {string} tag Name of the element.
 * @param {object} [properties] `class`, `on` (listeners by event), `data` (dataset); names with a dash, `role`, `for`
 *   and `href` are attributes; all others are properties of the element. Undefined and null are left out.
 * @param {...(Node|string|null|undefined|Array)} children
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === 'class') element.className = value;
    else if (name === 'on') for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === 'data') Object.assign(element.dataset, value);
    else if (name.includes('-') || name === 'role' || name === 'for' || name === 'href') {
      if (value !== false) element.setAttribute(name, value === true ? '' : value);
    } else element[name] = value;
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** Replaces all children. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Sets the text only if it differs, so that screen readers and selections are left alone. */
export function setText(element, text) {
  const words = String(text ?? '');
  if (element.textContent !== words) element.textContent = words;
}

const controls = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Text from the air or a backend, with control and direction characters made visible. */
export function foreign(text) {
  return String(text ?? '').replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Element for foreign text; its writing direction does not affect what stands beside it. */
export function foreignText(text, properties = {}) {
  return el('bdi', properties, foreign(text));
}
