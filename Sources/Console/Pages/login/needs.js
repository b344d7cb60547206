import { href, replace, route } from '../shell/router.js';

const codes = { 'not-logged-in': 'login', 'logged-out': 'login', 'no-business': 'business' };

/**
 * Leads to the login, or to the choice of a business, if that is what an error needs; the way back is kept.
 *
 * @param {Error} error
 * @returns {boolean} Whether it did.
 */
export function needs(error) {
  const screen = codes[error?.code];
  if (!screen) return false;
  const now = route();
  if (now.screen === screen) return true;
  const isWithin = now.screen === 'login' || now.screen === 'business';
  replace(screen, [], { reason: error.code, from: isWithin ? now.query.get('from') : href(now.screen, now.path, now.query) });
  return true;
}

/** Where to go after the login and the choice of a business. */
export function wayBack(query) {
  const from = query.get('from') ?? '';
  return /^#\/[a-z]/.test(from) && !/^#\/(login|business)/.test(from) ? from : href('tables');
}
