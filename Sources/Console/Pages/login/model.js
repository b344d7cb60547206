// What the login form needs: without a page. Pure.

/** What is wrong with an entry before it is sent: key of a text; null if nothing is. */
export function missing(kind, { phone = '', code = '', username = '', password = '' }) {
  if (kind === 'phone') return phone.trim() ? null : 'enterPhone';
  if (kind === 'code') return !phone.trim() ? 'enterPhone' : code.trim() ? null : 'enterCode';
  return username.trim() && password ? null : 'enterBoth';
}

/** Whether an entry is empty, so that there is nothing to press. */
export function isEmpty(kind, { phone = '', code = '', username = '', password = '' }) {
  if (kind === 'phone') return phone.trim() === '';
  if (kind === 'code') return code.trim() === '';
  return username.trim() === '' && password === '';
}

/** Body of the login. */
export function loginOf(kind, { phone, code, username, password }) {
  return kind === 'code' ? { phone: phone.trim(), otp: code.trim() } : { username: username.trim(), password };
}

/** What a development backend says of its password: in its own words where it sends any. */
export function devWords(payfrit, words) {
  if (!payfrit.is_dev) return null;
  return payfrit.notice?.includes('DEV MODE') ? payfrit.notice : words;
}

/** Businesses that have every word of a text in name or city. */
export function filterBusinesses(businesses, text) {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  return businesses.filter(({ id, name, city }) => terms.every((term) => [name, city, `#${id}`].some((field) => field?.toLowerCase().includes(term))));
}
