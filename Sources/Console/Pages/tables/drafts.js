// Input that was not sent yet: kept over a new login, another language and a reload, until the tab is closed.

const place = (key) => `perch draft ${key}`;

/** Keeps the values of a form; null forgets them. */
export function keepDraft(key, values) {
  try {
    if (values) sessionStorage.setItem(place(key), JSON.stringify(values));
    else sessionStorage.removeItem(place(key));
  } catch {
    // Private windows may refuse; the form itself still has the values.
  }
}

/** Values that were kept; an empty object without any. */
export function draft(key) {
  try {
    return JSON.parse(sessionStorage.getItem(place(key))) ?? {};
  } catch {
    return {};
  }
}
