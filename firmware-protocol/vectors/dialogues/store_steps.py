"""Exchanges with a config store."""

import hashlib

from dialogue import Dialogue, error, free, u16, u32

# All fit one CONFIG_DATA of the smallest dongle; none is a multiple of 16 bytes long.
A, B, C = (bytes((i * step + 7) % 251 for i in range(length)) for step, length in ((3, 40), (5, 33), (11, 45)))


def digest(text):
    return hashlib.sha256(text).hexdigest()


def short(text):
    return digest(text)[:16] if text is not None else "00" * 8


def erased(name, section, **needs):
    """A session with a dongle whose store is empty; its factory config is bound."""
    features = ["CONFIG_STORE"]
    dialogue = Dialogue(
        name, section, fresh=True, features=features, at_least={"largest_payload_to_host": 120}, **needs
    ).hello()
    dialogue.send(dialogue.request("CONFIG_STAT"))
    return dialogue.expect(
        dialogue.answer("CONFIG_STAT", u16(0) + "0500" + "{length:4}{factory:32}" + "00" * 36 * 2 + "00" * 4)
    )


def stat(dialogue, flags, active, saved=None, staging=None, following=None):
    """CONFIG_STAT. `active` None is the factory config; `staging` "free" is not compared."""
    of = lambda text: "{length:4}{factory:32}" if text is None else u32(len(text)) + digest(text)
    none = "00" * 36
    text = (
        u16(0)
        + (flags if isinstance(flags, str) else f"{flags:02x}")
        + "00"
        + of(active)
        + (none if saved is None else of(saved))
    )
    text += free(40) if staging == "free" else none + "00" * 4 if staging is None else of(staging) + u32(following)
    return dialogue.send(dialogue.request("CONFIG_STAT")).expect(dialogue.answer("CONFIG_STAT", text))


def begin(dialogue, text, base="00" * 8, following=0, name="t", **fields):
    dialogue.ask(
        "CONFIG_BEGIN", {"deadline_ms": 5000, "length": len(text), "digest": digest(text), "base": base, **fields}
    )
    dialogue.expect(dialogue.done(result=f"{{{name}:2}}" + u32(following) + "{chunk:2}"), within=6000)
    return dialogue.grant(dialogue.event_counter)


def data(dialogue, text, offset=0, end=None, answer=None, transfer="{t}"):
    end = len(text) if end is None else end
    fields = {"transfer": transfer, "offset": offset, "data": text[offset:end].hex()}
    return dialogue.ask("CONFIG_DATA", fields, {"next": end} if answer is None else answer)


def commit_request(dialogue, text, transfer="{t}"):
    return dialogue.request("CONFIG_COMMIT", {"deadline_ms": 5000, "transfer": transfer, "digest": short(text)})


def changed(dialogue, by, flags, active, saved, counter=None):
    fields = {"change": by, "flags": flags, "active": short(active), "saved": short(saved)}
    return dialogue.event("CONFIG_CHANGED", fields, counter)


def two_events(dialogue, done, change, **others):
    """DONE and CONFIG_CHANGED, in whichever order."""
    dialogue.event_counter += 2
    dialogue.expect(done, change, within=6000, any_order=True, **others)
    return dialogue.grant(dialogue.event_counter)


def commit(dialogue, text, saved=None, flags="??", transfer="{t}"):
    accepted = dialogue.send(commit_request(dialogue, text, transfer))
    accepted.expect(dialogue.answer("CONFIG_COMMIT", u16(1)))
    return two_events(dialogue, dialogue.done(counter="????"), changed(dialogue, 1, flags, text, saved, "????"))


def save(dialogue, active, flags="??"):
    dialogue.ask("CONFIG_SAVE", {"deadline_ms": 5000})
    return two_events(
        dialogue, dialogue.done(result=free(4), counter="????"), save_event(dialogue, active, flags), mark="saved"
    )


def save_event(dialogue, active, flags):
    if active is None:
        # Only the start of the factory config's digest is told, so it is not compared here.
        return dialogue.event(
            "CONFIG_CHANGED", {"change": 2, "flags": flags, "active": free(8), "saved": "00" * 8}, "????"
        )
    return changed(dialogue, 2, flags, active, active, "????")


def install(dialogue, text, saved=None, transfer="t"):
    begin(dialogue, text, name=transfer)
    return save(commit(data(dialogue, text, transfer=f"{{{transfer}}}"), text, saved, transfer=f"{{{transfer}}}"), text)


def reset(dialogue, saved, flags="??"):
    dialogue.ask("CONFIG_RESET", {}, {})
    dialogue.expect(
        dialogue.event("CONFIG_CHANGED", {"change": 4, "flags": flags, "active": free(8), "saved": short(saved)})
    )
    return dialogue.grant(dialogue.event_counter)


def load(dialogue, saved):
    dialogue.ask("CONFIG_LOAD", {}, {}).expect(changed(dialogue, 3, "??", saved, saved))
    return dialogue.grant(dialogue.event_counter)


def restart(dialogue, session=7):
    dialogue.step(restart="power", forget=["now", "boot_id", "t"])
    return dialogue.hello(session=session, nonce=session)


def refused(dialogue, operation, fields, status, detail=""):
    """A refusal in the RESPONSE, or in DONE with effect none: a host takes either."""
    dialogue.send(dialogue.request(operation, fields))
    late = [dialogue.answer(operation, u16(1)), dialogue.done(status, 0, counter="????")]
    return dialogue.step(either=[[dialogue.answer(operation, error(status, detail))], late], within=6000)
