// Filter words as `perch scan` has them: `name=`, `company=`, `uuid=`, `address=`, `major=`, `minor=`, `dongle=`, `rssi>-70`.
// Several words all have to match. Text without a sign matches name, address or company.

/** Each word with an example that can be typed as it is. */
export const EXAMPLES = {
  name: 'name=table',
  company: 'company=apple',
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

/**
 * Translates terms into a query of `GET /v1/adverts/capture`.
 *
 * Returns `query`, and `ignored`: the words that the API does not have.
 */
export function captureQuery(terms) {
  const query = {};
  const ignored = [];
  for (const { key, sign, value } of terms) {
    const [name, given] = apiPair(key, sign, value);
    if (name === undefined || Object.hasOwn(query, name)) ignored.push(key === 'text' ? value : `${key}${sign}${value}`);
    else query[name] = given;
  }
  return { query, ignored };
}

function apiPair(key, sign, value) {
  switch (key) {
    case 'name':
      return ['name', value];
    case 'uuid':
      return /^([0-9a-f]{4}|[0-9a-f]{8}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(value) ? ['uuid', value] : [];
    case 'address':
      return /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(value) ? ['address', value.toLowerCase()] : [];
    case 'major':
    case 'minor':
    case 'dongle':
      return [key, value];
    case 'rssi':
      if (sign === '>') return ['min_rssi', String(Math.floor(Number(value)) + 1)];
      return sign === '>=' ? ['min_rssi', String(Math.ceil(Number(value)))] : [];
    default:
      return [];
  }
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
    if (sign !== '=' || !value) return undefined;
    const wanted = value.toLowerCase();
    const id = /^(0x[0-9a-f]{1,4}|\d{1,5})$/.test(wanted) ? Number(wanted) : undefined;
    return (device) => device.company !== undefined
      && (device.company === id || (device.companyName ?? '').toLowerCase().includes(wanted));
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
