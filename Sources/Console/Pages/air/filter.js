// Filter words as `perch scan` has them: `name=`, `company=`, `uuid=`, `address=`, `major=`, `minor=`, `dongle=`, `rssi>-70`.
// Several words all have to match. Text without a sign matches name, address or company.

/** Each word with an example that can be typed as it is. */
export const EXAMPLES = {
  name: 'name=table',
  company: 'company=0x004c',
  uuid: 'uuid=feaa',
  address: 'address=48:87',
  rssi: 'rssi>-70',
  major: 'major=1',
  minor: 'minor=7',
  dongle: 'dongle=kitchen',
  badge: 'badge=ours',
};

const WORD = /(?:[^\s"]|"[^"]*"?)+/g;
const SIGNED = /^([A-Za-z_]+)(>=|<=|[=<>])(.*)$/s;

/**
 * Reads a filter.
 *
 * Returns `terms` (objects of `key`, `sign`, `value`, `test`), and `errors`: objects of `word`, `reason` (`unknown` or
 * `value`) and `example`. A wrong word does not filter.
 */
export function parseFilter(text) {
  const terms = [];
  const errors = [];
  for (const word of text.match(WORD) ?? []) {
    const signed = SIGNED.exec(word);
    if (!signed) {
      const value = unquoted(word).toLowerCase();
      if (value) terms.push({ key: 'text', sign: '=', value, test: (device) => device.haystack.includes(value) });
      continue;
    }
    const key = signed[1].toLowerCase();
    if (!Object.hasOwn(EXAMPLES, key)) {
      errors.push({ word, reason: 'unknown', example: EXAMPLES.name });
      continue;
    }
    const sign = signed[2];
    const value = unquoted(signed[3]);
    const test = TESTS[key](value, sign);
    if (test) terms.push({ key, sign, value, test });
    else errors.push({ word, reason: 'value', example: EXAMPLES[key] });
  }
  return { terms, errors };
}

/** Whether a device has everything that is asked for. */
export function matches(device, terms) {
  for (let index = 0; index < terms.length; index += 1) {
    if (!terms[index].test(device)) return false;
  }
  return true;
}

function unquoted(text) {
  return text.replaceAll('"', '');
}

const part = (field) => (value, sign) => {
  const wanted = value.toLowerCase();
  if (sign !== '=' || !wanted) return undefined;
  return (device) => (device[field] ?? '').toLowerCase().includes(wanted);
};

const number = (field) => (value, sign) => {
  if (sign !== '=' || !/^\d{1,5}$/.test(value) || Number(value) > 65535) return undefined;
  const wanted = Number(value);
  return (device) => device.beacon?.[field] === wanted;
};

const TESTS = {
  name: part('name'),
  address: part('address'),
  major: number('major'),
  minor: number('minor'),

  company(value, sign) {
    if (sign !== '=' || !/^(0x[0-9a-f]{1,4}|\d{1,5})$/i.test(value)) return undefined;
    const id = Number(value);
    return (device) => device.company === id;
  },

  uuid(value, sign) {
    const [uuid, major, minor, ...rest] = value.toLowerCase().split('/');
    const digits = uuid.replaceAll('-', '');
    if (sign !== '=' || rest.length || !/^[0-9a-f]{1,32}$/.test(digits)) return undefined;
    if (![major, minor].every((each) => each === undefined || /^\d{1,5}$/.test(each))) return undefined;
    return (device) => {
      const { beacon } = device;
      if (major !== undefined && beacon?.major !== Number(major)) return false;
      if (minor !== undefined && beacon?.minor !== Number(minor)) return false;
      return plain(beacon?.uuid).startsWith(digits) || (device.uuids ?? []).some((each) => plain(each).startsWith(digits));
    };
  },

  rssi(value, sign) {
    if (sign === '=' || !/^[-−]?\d{1,3}$/.test(value)) return undefined;
    const limit = Number(value.replace('−', '-'));
    // As in the API, a device without a reading is not left out.
    const compare = {
      '>': (rssi) => rssi > limit, '>=': (rssi) => rssi >= limit, '<': (rssi) => rssi < limit, '<=': (rssi) => rssi <= limit,
    }[sign];
    return (device) => device.rssi === undefined || compare(device.rssi);
  },

  dongle(value, sign) {
    const wanted = value.toLowerCase();
    if (sign !== '=' || !wanted) return undefined;
    return (device) => {
      for (const heard of device.dongles.values()) {
        if (heard.dongle.id.toLowerCase().includes(wanted) || (heard.dongle.alias ?? '').toLowerCase().includes(wanted)) return true;
      }
      return false;
    };
  },

  badge(value, sign) {
    const wanted = value.toLowerCase();
    if (sign !== '=' || !wanted) return undefined;
    return ({ badge }) => badge !== undefined && (badge.kind === wanted || (badge.name ?? '').toLowerCase().includes(wanted));
  },
};

function plain(uuid) {
  return uuid === undefined ? '' : uuid.toLowerCase().replaceAll('-', '');
}
