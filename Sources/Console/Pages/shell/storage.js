// What a browser keeps is a convenience: private windows refuse it, and then nothing is kept.

/** Value that this browser keeps; null if there is none. */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(`perch.${key}`));
  } catch {
    return null;
  }
}

/** Keeps a value; null removes it. */
export function store(key, value) {
  try {
    if (value === null || value === undefined) localStorage.removeItem(`perch.${key}`);
    else localStorage.setItem(`perch.${key}`, JSON.stringify(value));
  } catch {
    // Nothing is kept.
  }
}
