"""Section 15.1: what version 1.1 decides of the config store."""

from dialogue import free, u16, u32

from .sessions import OTHER
from .store_steps import (
    A,
    B,
    C,
    begin,
    changed,
    commit,
    commit_request,
    data,
    digest,
    erased,
    install,
    load,
    refused,
    reset,
    restart,
    save,
    short,
    stat,
)


def uncommitted(name, section):
    """A saved, B active and not saved."""
    dialogue = begin(install(erased(name, section), A), B, name="u")
    return commit(data(dialogue, B, transfer="{u}"), B, A, transfer="{u}")


def transfers():
    dialogue = install(erased("COMMIT of what is active leaves the transfer", "11.5"), A)
    dialogue = data(begin(dialogue, B, name="u"), B, 0, 16, transfer="{u}")
    dialogue.send(commit_request(dialogue, A, 0xFFFE)).expect(dialogue.answer("CONFIG_COMMIT", u16(1)))
    dialogue.expect(dialogue.done(), within=6000).grant(dialogue.event_counter)
    yield data(dialogue, B, 16, transfer="{u}")
    dialogue = install(erased("the base of the newest BEGIN counts", "11.3"), A)
    dialogue = data(begin(dialogue, B, name="u"), B, transfer="{u}")
    dialogue = reset(begin(dialogue, B, base=short(A), following=len(B), name="v"), A)
    fields = {"deadline_ms": 5000, "transfer": "{v}", "digest": short(B)}
    yield refused(dialogue, "CONFIG_COMMIT", fields, "CONFLICT")
    dialogue = data(begin(erased("SAVE that changes nothing leaves staging", "11.6"), A), A, 0, 16)
    dialogue.ask("CONFIG_SAVE", {"deadline_ms": 5000}).expect(dialogue.done(result=u32(0)), within=6000)
    yield data(stat(dialogue.grant(dialogue.event_counter), 13, None, None, A, 16), A, 16)
    dialogue = load(uncommitted("LOAD leaves what was committed as complete staging", "11.1"), A)
    dialogue = stat(dialogue, 30, A, A, B, len(B))
    yield begin(dialogue, B, following=len(B), name="v")
    dialogue = reset(uncommitted("RESET leaves what was committed as complete staging", "11.1"), A)
    yield stat(restart(stat(dialogue, 27, None, A, B, len(B))), 30, A, A, B, len(B))
    dialogue = install(
        install(erased("what was saved and is not any more is no staging", "11.1"), A),
        B,
        A,
        "u",
    )
    dialogue = stat(restart(stat(dialogue, 6, B, B)), 6, B, B)
    yield begin(dialogue, A, name="v")
    dialogue = data(begin(erased("BEGIN ends the staging before, in whichever area", "11.1"), A), A)
    dialogue = begin(dialogue, B, name="u")
    yield begin(stat(dialogue, 13, None, None, B, 0), A, name="v")
    dialogue = data(begin(erased("staging that was replaced does not come back", "11.1"), A), A)
    dialogue = stat(restart(begin(dialogue, B, name="u")), 13, None, None, B, 0)
    yield begin(dialogue, A, name="v")
    dialogue = data(
        begin(
            install(erased("a BEGIN that is refused leaves the transfer", "11.3"), A),
            B,
            name="u",
        ),
        B,
        0,
        16,
        transfer="{u}",
    )
    for fields, status, detail in (
        ({"digest": digest(C), "length": 0xFFFFFFFF}, "TOO_LARGE", ""),
        ({"digest": digest(A), "length": len(A)}, "UNCHANGED", ""),
        (
            {"digest": digest(C), "length": len(C), "base": short(C)},
            "CONFLICT",
            short(A),
        ),
    ):
        dialogue = refused(dialogue, "CONFIG_BEGIN", {"deadline_ms": 5000, **fields}, status, detail)
    yield data(dialogue, B, 16, transfer="{u}")

    yield from two_configs()


def two_configs():
    name = "of two configs staging is the one that is being received"
    dialogue = commit(data(begin(erased(name, "11.1"), A), A), A)
    dialogue = reset(data(begin(dialogue, B, name="u"), B, 0, 16, transfer="{u}"), None)
    yield data(stat(dialogue, 13, None, None, B, 16), B, 16, transfer="{u}")
    name += ", also of a session that has ended"
    dialogue = commit(data(begin(erased(name, "11.1"), A), A), A)
    dialogue = data(begin(dialogue, B, name="u"), B, transfer="{u}").hello(session=OTHER, nonce=1)
    yield stat(reset(dialogue, None), 29, None, None, B, len(B))


def saving():
    dialogue = reset(install(erased("a copy of what is saved is not saved", "11.1"), A), A)
    dialogue = data(begin(dialogue, A, name="u"), A, transfer="{u}")
    dialogue = stat(commit(dialogue, A, A, 2, "{u}"), 2, A, A)
    yield begin(save(dialogue, A, 6), B, name="v")
    dialogue = erased("SAVE where nothing was ever marked gives sequence 0", "11.6")
    dialogue.ask("CONFIG_SAVE", {"deadline_ms": 5000}).expect(dialogue.done(result=u32(0)), within=6000)
    yield dialogue.step(wait=100)
    dialogue = install(erased("SAVE of what is saved gives the sequence of its mark", "11.6"), A)
    dialogue.ask("CONFIG_SAVE", {"deadline_ms": 5000}).expect(dialogue.done(result="{s:4}"), within=6000)
    dialogue.ask("CONFIG_SAVE", {"deadline_ms": 5000}).expect(dialogue.done(result="{s:4}"), within=6000)
    yield dialogue
    dialogue = reset(install(erased("withdrawing what is saved ends staging", "11.6"), A), A)
    dialogue = data(begin(dialogue, B, name="u"), B, 0, 16, transfer="{u}")
    dialogue = data(
        stat(save(dialogue, None, 5), 5, None),
        B,
        16,
        None,
        "WRONG_TRANSFER",
        transfer="{u}",
    )
    yield begin(stat(restart(dialogue), 5, None), B, name="v")
    dialogue = data(begin(erased("CONFIG_CHANGED comes behind DONE", "11.9"), A), A)
    dialogue.send(commit_request(dialogue, A)).expect(dialogue.answer("CONFIG_COMMIT", u16(1)))
    dialogue.expect(dialogue.done(), changed(dialogue, 1, 0, A, None), within=6000).grant(dialogue.event_counter)
    dialogue.ask("CONFIG_SAVE", {"deadline_ms": 5000})
    yield dialogue.expect(dialogue.done(result=free(4)), changed(dialogue, 2, 6, A, A), within=6000)
