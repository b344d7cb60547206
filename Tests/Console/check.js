let results = [];

/** Runs a test at once and keeps its result. */
export function test(name, body) {
  try {
    body();
    results.push({ name, error: null });
  } catch (error) {
    results.push({ name, error: String(error?.stack ?? error) });
  }
}

/** Fails unless both are the same when written as JSON. */
export function equal(actual, expected, what = '') {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what} ${one}, expected ${other}`);
}

/** Results since the last call. */
export function take() {
  const taken = results;
  results = [];
  return taken;
}
