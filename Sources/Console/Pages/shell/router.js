/** A place of the console, as in its URL: `#/screen/path?query`. */
export function route() {
  const [path, search = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  const [screen = '', ...rest] = path.split('/').map(decode);
  return { screen, path: rest.filter((part) => part !== ''), query: new URLSearchParams(search) };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The URL of a place. `query`: object or URLSearchParams; empty values are left out. */
export function href(screen, path = [], query = {}) {
  const parts = [screen, ...path].map(encodeURIComponent).join('/');
  const entries = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const search = new URLSearchParams(entries.filter(([, value]) => value !== undefined && value !== null && value !== ''));
  const text = search.toString();
  return `#/${parts}${text ? `?${text}` : ''}`;
}

/** Goes to a place; Back returns from there. */
export function go(screen, path = [], query = {}) {
  location.hash = href(screen, path, query);
}

/** Goes to a place in the stead of the present one. */
export function replace(screen, path = [], query = {}) {
  history.replaceState(null, '', href(screen, path, query));
  window.dispatchEvent(new Event('hashchange'));
}

/** Changes the query of the present place without leaving it; an empty value removes a key. */
export function setQuery(changes) {
  const now = route();
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === null || value === '' || value === false) now.query.delete(name);
    else now.query.set(name, value);
  }
  history.replaceState(null, '', href(now.screen, now.path, now.query));
}
