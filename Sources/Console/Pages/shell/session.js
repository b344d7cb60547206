const order = ['viewer', 'crew', 'admin'];

/** The browser's session with the gateway. Events: `change`. */
class Session extends EventTarget {
  /** `viewer`, `crew`, `admin` or `till`; null without a session, undefined until it is known. */
  role = undefined;
  /** Time when the session ends, RFC 3339. */
  until = null;

  begin({ role, until }) {
    this.role = role;
    this.until = until ?? null;
    this.dispatchEvent(new Event('change'));
  }

  end() {
    if (this.role === null) return;
    this.role = null;
    this.dispatchEvent(new Event('change'));
  }

  /** Whether this session may do what needs the given role. The gateway decides; this only hides what it refuses. */
  may(role) {
    return order.includes(this.role) && order.indexOf(this.role) >= order.indexOf(role);
  }
}

export const session = new Session();
