"""Sections 11.6 and 11.7: what is saved, and reading it."""

from dialogue import free, u16, u32

from .store_steps import A, B, C, begin, commit, data, erased, install, load, reset, restart, save, stat


def saving():
    yield stat(install(erased("SAVE makes the active config saved", "11.6"), A), 6, A, A)
    yield stat(restart(install(erased("a saved config is active after a power cut", "11.1"), A)), 6, A, A)
    dialogue = install(erased("SAVE of what is saved is OK and changes nothing", "11.6"), A).ask(
        "CONFIG_SAVE", {"deadline_ms": 5000}
    )
    dialogue.expect(dialogue.done(result=free(4)), within=6000).grant(dialogue.event_counter).step(wait=100)
    yield stat(dialogue, 6, A, A)
    dialogue = reset(install(erased("RESET runs the factory config and leaves what is saved", "11.7"), A), A, 3)
    yield stat(restart(stat(dialogue, 3, None, A)), 6, A, A)
    dialogue = save(reset(install(erased("RESET and SAVE withdraw the saved config", "11.6"), A), A), None)
    dialogue = stat(dialogue, "??", None, None, "free").ask("CONFIG_LOAD", {}, "NOTHING_SAVED")
    yield stat(restart(dialogue), "??", None, None, "free")
    dialogue = install(install(erased("RESET and SAVE where both areas were used", "11.6"), A), B, A, "u")
    yield stat(restart(save(reset(dialogue, B), None)), "??", None, None, "free")
    yield erased("LOAD without a saved config", "11.7").ask("CONFIG_LOAD", {}, "NOTHING_SAVED")
    dialogue = load(reset(install(erased("LOAD makes the saved config active", "11.7"), A), A), A)
    yield stat(dialogue, 6, A, A)
    yield stat(load(install(erased("LOAD of what is active is told", "11.9"), A), A), 6, A, A)
    yield stat(reset(erased("RESET of the factory config is told", "11.9"), None, 5), 5, None)
    dialogue = install(erased("LOAD gives up what was committed and not saved", "11.7"), A)
    dialogue = commit(data(begin(dialogue, B, name="u"), B, transfer="{u}"), B, A, transfer="{u}")
    yield stat(load(stat(dialogue, 2, B, A), A), "??", A, A, "free")
    dialogue = install(install(erased("the newest mark is the saved config", "11.8"), A), B, A, "u")
    yield stat(restart(stat(dialogue, "??", B, B, "free")), "??", B, B, "free")
    dialogue = install(
        install(install(erased("a config can be saved again and again", "11.8"), A), B, A, "u"), C, B, "v"
    )
    yield stat(restart(dialogue), "??", C, C, "free")
    dialogue = data(
        begin(reset(install(erased("BEGIN leaves a saved config that is not active", "11.3"), A), A), B, name="u"),
        B,
        transfer="{u}",
    )
    yield stat(restart(stat(dialogue, 27, None, A, B, 33)), 30, A, A, B, 33)
    dialogue = save(
        reset(install(erased("what was withdrawn does not come back with a later SAVE's cut", "11.8"), A), A), None
    )
    yield stat(restart(install(dialogue, B, None, "u")), "??", B, B, "free")
    dialogue = install(erased("config and its state are the same in the next session", "4.5"), A)
    yield stat(dialogue.hello(session=7, nonce=7), 6, A, A)
    dialogue = commit(
        data(begin(erased("an active config that is not saved stays in the next session", "4.5"), A), A), A
    )
    yield stat(dialogue.hello(session=7, nonce=7), 0, A)


def read(dialogue, copy, offset, length, text, whole):
    dialogue.send(dialogue.request("CONFIG_READ", {"copy": copy, "offset": offset, "length": length}))
    return dialogue.expect(dialogue.answer("CONFIG_READ", u16(0) + u32(whole) + u16(len(text)) + text.hex()))


def reading():
    yield erased("READ of a saved config that there is not", "11.7").ask(
        "CONFIG_READ", {"copy": 1, "length": 1}, "NOTHING_SAVED"
    )
    for name, copy, offset, length, text in (
        ("READ of the active config", 0, 0, 40, A),
        ("READ of the saved config", 1, 0, 40, A),
        ("READ of more than there is", 0, 0, 65535, A),
        ("READ of a part", 0, 16, 8, A[16:24]),
        ("READ at the last byte", 1, 39, 9, A[39:]),
        ("READ at the end", 0, 40, 1, b""),
        ("READ past the end", 0, 0xFFFFFFFF, 1, b""),
    ):
        yield read(install(erased(name, "11.7"), A), copy, offset, length, text, len(A))
    dialogue = install(erased("READ of active and saved, which differ", "11.7"), A)
    dialogue = commit(data(begin(dialogue, B, name="u"), B, transfer="{u}"), B, A, transfer="{u}")
    yield read(read(dialogue, 0, 0, 99, B, len(B)), 1, 0, 99, A, len(A))
    dialogue = install(erased("READ gives what fits 64 bytes", "11.7"), C).hello(session=7, nonce=7, payload=64)
    yield read(read(dialogue, 0, 0, 45, C, len(C)), 0, 30, 45, C[30:], len(C))
