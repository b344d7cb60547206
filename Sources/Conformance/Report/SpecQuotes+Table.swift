// Generated from SPEC.md and REQUIREMENTS.md by firmware-protocol/vectors/requirements.py.
// swift-format-ignore-file

extension SpecQuotes {
    /// Returns the requirements of the check with this id; none if it is not in REQUIREMENTS.md.
    package static func of(_ check: String) -> SpecQuotes {
        switch check {
        case "adverts.address-type":
            SpecQuotes([3, 326], [
                Quote("Conventions", [3], "Addresses are six bytes, least significant first, as on the air [3]."),
                Quote("9.3", [326], "offset 8, u8: bits 0–1 address type: 0 public, 1 random, 2 public identity, 3 random identity. Bit 2: 0. Bit 3: data was cut. Bits 4–7 PDU type, as on the air: 0 ADV_IND, 1 ADV_DIRECT_IND, 2 ADV_NONCONN_IND, 4 SCAN_RSP, 6 ADV_SCAN_IND, 7 extended, 15 not known [326]"),
            ])
        case "adverts.coalesced":
            SpecQuotes([275, 302, 303], [
                Quote("8.3", [275], "offset 24, blob: counters since start, u32 each, in this order: … adverts coalesced [275] …"),
                Quote("9.1", [302], "offset 8, u16: coalescing, ms: … one equal in address, address type, PDU type and data to one that was numbered less than this ago is counted and not numbered [302]; so one that is always there is seen again each time this has passed."),
                Quote("9.1", [303], "offset 8, u16: SCAN_START forgets all [303]."),
            ])
        case "adverts.coalesced-anew":
            SpecQuotes([303], [
                Quote("9.1", [303], "offset 8, u16: SCAN_START forgets all [303]."),
            ])
        case "adverts.coalesced-by-data":
            SpecQuotes([302], [
                Quote("9.1", [302], "offset 8, u16: coalescing, ms: … one equal in address, address type, PDU type and data to one that was numbered less than this ago is counted and not numbered [302]; so one that is always there is seen again each time this has passed."),
            ])
        case "adverts.cut-is-marked":
            SpecQuotes([328, 329, 565], [
                Quote("9.3", [329], "offset 11, blob: Longer data is cut and bit 3 set [329]."),
                Quote("9.3", [565], "offset 11, blob: With EXTENDED_ADVERTISING that holds more than the 31 bytes of a legacy advert [565]."),
                Quote("9.3", [328], "offset 11, blob: data: the AD structures, untouched, ≤ 255 bytes, and short enough that one advert fits a batch and the dongle's memory [328]."),
            ])
        case "adverts.fields":
            SpecQuotes([326, 327], [
                Quote("9.3", [327], "offset 10, u8: channel 0…39; 255 = not known [327]"),
                Quote("9.3", [326], "offset 8, u8: bits 0–1 address type: 0 public, 1 random, 2 public identity, 3 random identity. Bit 2: 0. Bit 3: data was cut. Bits 4–7 PDU type, as on the air: 0 ADV_IND, 1 ADV_DIRECT_IND, 2 ADV_NONCONN_IND, 4 SCAN_RSP, 6 ADV_SCAN_IND, 7 extended, 15 not known [326]"),
            ])
        case "adverts.filter-address":
            SpecQuotes([312], [
                Quote("9.1", [312], "filter kind 1, bytes 1…6: start of the address, most significant byte first: the address starts with them [312]"),
            ])
        case "adverts.filter-service":
            SpecQuotes([314, 315], [
                Quote("9.1", [314], "filter kind 3, bytes 2 or 16: a UUID: it stands in a list of service UUIDs (AD types 02, 03, 06, 07) or heads a service data structure (16, 21) [314]. The 2 and the 16 bytes of one UUID do not match each other"),
                Quote("9.1", [315], "The AD structures of an advert end at the first of length 0 or that goes past the end of the data [315]."),
            ])
        case "adverts.filter-structure":
            SpecQuotes([313, 315], [
                Quote("9.1", [313], "filter kind 2, bytes 1…28: AD type, then the start of that AD structure's data: an AD structure of that type starts with them [313]. FF 4C 00 02 15 passes iBeacons"),
                Quote("9.1", [315], "The AD structures of an advert end at the first of length 0 or that goes past the end of the data [315]."),
            ])
        case "adverts.filters-pass":
            SpecQuotes([308, 312, 313], [
                Quote("9.1", [308], "offset 12, blob: None = everything passes; else an advert passes if any one matches [308]."),
                Quote("9.1", [312], "filter kind 1, bytes 1…6: start of the address, most significant byte first: the address starts with them [312]"),
                Quote("9.1", [313], "filter kind 2, bytes 1…28: AD type, then the start of that AD structure's data: an AD structure of that type starts with them [313]. FF 4C 00 02 15 passes iBeacons"),
            ])
        case "adverts.filters-replaced":
            SpecQuotes([307, 316], [
                Quote("9.1", [307], "offset 12, blob: None = everything passes [307]; else an advert passes if any one matches."),
                Quote("9.1", [316], "SCAN_START while scanning replaces the parameters [316], and its batching holds for adverts that wait; the numbers go on."),
            ])
        case "adverts.frame-counter":
            SpecQuotes([214, 243], [
                Quote("7", [214], "Each stream counts by itself [214]."),
                Quote("7.6", [243], "The header's counter is that of the frame [243], modulo 65536, and only tells lost frames from reordered ones."),
            ])
        case "adverts.full-batch-leaves":
            SpecQuotes([331], [
                Quote("9.3", [331], "A batch leaves when the line is idle and its oldest advert has waited as long as SCAN_START said, or when the next would not fit it or the queue [331] …"),
            ])
        case "adverts.full-queue":
            SpecQuotes([244, 246, 247, 276], [
                Quote("7.6", [247], "When the queue is full the oldest entry is dropped [247]."),
                Quote("7.6", [244], "Every advert that passes the scan's filters takes a number, whether it can be queued or not [244]; likewise every Wi-Fi sighting, with numbers of its own."),
                Quote("7.6", [246], "A batch carries the number of its first entry, and entries of one batch have consecutive numbers [246]."),
                Quote("8.3", [276], "offset 24, blob: counters since start, u32 each, in this order: … adverts dropped for want of room, and not by a new session [276] …"),
            ])
        case "adverts.leave-in-time":
            SpecQuotes([330], [
                Quote("9.3", [330], "A batch leaves when the line is idle and its oldest advert has waited as long as SCAN_START said [330] …"),
            ])
        case "adverts.minimum-rssi":
            SpecQuotes([300], [
                Quote("9.1", [300], "offset 6, i8: minimum RSSI, dBm; −128 = none [300]. An advert without RSSI (127) passes"),
            ])
        case "adverts.minimum-rssi-exact":
            SpecQuotes([300], [
                Quote("9.1", [300], "offset 6, i8: minimum RSSI, dBm; −128 = none [300]. An advert without RSSI (127) passes"),
            ])
        case "adverts.minimum-rssi-passes":
            SpecQuotes([300], [
                Quote("9.1", [300], "offset 6, i8: minimum RSSI, dBm; −128 = none [300]. An advert without RSSI (127) passes"),
            ])
        case "adverts.numbered":
            SpecQuotes([244, 246, 258, 276, 322, 325], [
                Quote("9.2", [322], "Answer: 0 u16 status, 2 u32 number the next advert would take [322]: the host has all there is once it has accounted for every number before it."),
                Quote("9.3", [325], "offset 8, u8: extra: bytes appended to each advert after its data; 0 in version 1.1 [325]"),
                Quote("7.6", [244], "Every advert that passes the scan's filters takes a number, whether it can be queued or not [244]; likewise every Wi-Fi sighting, with numbers of its own."),
                Quote("7.6", [246], "A batch carries the number of its first entry, and entries of one batch have consecutive numbers [246]."),
                Quote("8.1", [258], "offset 14, u32: adverts: number of the oldest advert still queued, or of the next one if none is [258]. All before it have been sent or dropped. An advert is queued until the frame that carries it has begun to leave"),
                Quote("8.3", [276], "offset 24, blob: counters since start, u32 each, in this order: … adverts dropped for want of room, and not by a new session [276] …"),
            ])
        case "adverts.numbers-begin":
            SpecQuotes([116], [
                Quote("4.5", [116], "A new session (clear in 12) clears the request table … lets the header counters of all streams and the numbers of adverts, sightings and detections begin at 0 [116] …"),
            ])
        case "adverts.numbers-go-on":
            SpecQuotes([317], [
                Quote("9.1", [317], "SCAN_START while scanning replaces the parameters, and its batching holds for adverts that wait; the numbers go on [317]."),
            ])
        case "adverts.queued-in-ping":
            SpecQuotes([258, 259], [
                Quote("8.1", [258, 259], "offset 14, u32: adverts: number of the oldest advert still queued, or of the next one if none is [258]. All before it have been sent or dropped. An advert is queued until the frame that carries it has begun to leave [259]"),
            ])
        case "adverts.scan-responses":
            SpecQuotes([296], [
                Quote("9.1", [296], "offset 0, u8: mode: 0 passive, 1 active (without ACTIVE_SCAN: UNSUPPORTED) [296]"),
            ])
        case "adverts.scan-responses-filtered":
            SpecQuotes([308], [
                Quote("9.1", [308], "offset 12, blob: None = everything passes; else an advert passes if any one matches [308]."),
            ])
        case "adverts.service-passes":
            SpecQuotes([314], [
                Quote("9.1", [314], "filter kind 3, bytes 2 or 16: a UUID: it stands in a list of service UUIDs (AD types 02, 03, 06, 07) or heads a service data structure (16, 21) [314]. The 2 and the 16 bytes of one UUID do not match each other"),
            ])
        case "adverts.stop-sends-queued":
            SpecQuotes([321, 332], [
                Quote("9.2", [321], "Adverts still queued are sent (9.3) [321], and what is heard later takes no number."),
                Quote("9.3", [332], "A batch leaves when the line is idle and its oldest advert has waited as long as SCAN_START said … or when the scan has stopped or failed [332]: no company comes any more."),
            ])
        case "adverts.timed":
            SpecQuotes([305, 323, 330], [
                Quote("9.1", [305], "offset 10, u16: batching, ms, 0…1000: how long an advert may wait for company [305]. 20 is a good value"),
                Quote("9.3", [323], "offset 4, u32: base: the uptime that the adverts count from [323], usually that of the first"),
                Quote("9.3", [330], "A batch leaves when the line is idle and its oldest advert has waited as long as SCAN_START said [330] …"),
            ])
        case "adverts.times":
            SpecQuotes([323], [
                Quote("9.3", [323], "offset 4, u32: base: the uptime that the adverts count from [323], usually that of the first"),
            ])
        case "adverts.unknown-rssi-passes":
            SpecQuotes([301], [
                Quote("9.1", [301], "offset 6, i8: minimum RSSI, dBm; −128 = none. An advert without RSSI (127) passes [301]"),
            ])
        case "boot.announced":
            SpecQuotes([127], [
                Quote("4.6", [127], "BOOT (kind 0, session, id and code 0) is sent at 100, 300 and 900 ms after start [127], as long as no HELLO has been answered."),
            ])
        case "boot.ends-with-hello":
            SpecQuotes([128], [
                Quote("4.6", [128], "BOOT (kind 0, session, id and code 0) is sent at 100, 300 and 900 ms after start, as long as no HELLO has been answered [128]."),
            ])
        case "boot.ends-with-refusal":
            SpecQuotes([129], [
                Quote("4.6", [129], "A refusal ends it too [129]: it has told all that BOOT would tell."),
            ])
        case "boot.identity":
            SpecQuotes([83, 87], [
                Quote("4.3", [83], "offset 8, u32: boot id: random, another after each start [83]"),
                Quote("4.3", [87], "offset 20, 8 bytes: device id: the same for the life of the device [87], unique per device"),
            ])
        case "boot.requests-before-hello":
            SpecQuotes([140], [
                Quote("4.7", [140], "A REQUEST whose session is not the current one, or that comes before any HELLO, is answered RESPONSE WRONG_SESSION with the request's own session and id (also where that session is 0) [140], and not executed."),
            ])
        case "cancel.not-found":
            SpecQuotes([280], [
                Quote("8.4", [280], "NOT_FOUND: no such operation, or its DONE is already in the ring [280]."),
            ])
        case "config.active-outlives-session":
            SpecQuotes([123], [
                Quote("4.5", [123], "Active and staging configs stay [123], and so do GET_STATE's counters."),
            ])
        case "config.after-withdrawal":
            SpecQuotes([475, 477], [
                Quote("11.6", [475], "Where the factory config is active and another is saved, that is withdrawn, so that the next boot runs it [475]; the mark of that takes the place of staging (11.8), so there is none, and its transfer has ended."),
                Quote("11.6", [477], "Result: 0 sequence u32 of the mark that is in force, 0 if none was ever made [477]."),
            ])
        case "config.base-checked-again":
            SpecQuotes([469], [
                Quote("11.5", [469], "Then base is checked again (CONFLICT) [469], the digest is computed from flash (wrong: DIGEST, staging is erased), the validator runs (INVALID), then active = staging."),
            ])
        case "config.base-whole":
            SpecQuotes([443, 448], [
                Quote("11.3", [443], "offset 40, 8: base: short digest of the config this one replaces; all zero = any [443]"),
                Quote("11.3", [448], "Base is not active's: CONFLICT [448]."),
            ])
        case "config.begin-arguments":
            SpecQuotes([52, 442, 443, 446, 447, 448], [
                Quote("11.3", [442], "offset 4, u32: length, bytes, ≥ 1 [442]"),
                Quote("11.3", [447], "Digest is active's: UNCHANGED [447]."),
                Quote("11.3", [443], "offset 40, 8: base: short digest of the config this one replaces; all zero = any [443]"),
                Quote("11.3", [446], "Checked in this order: too long: TOO_LARGE [446]."),
                Quote("11.3", [448], "Base is not active's: CONFLICT [448]."),
                Quote("3.1", [52], "A sender MAY leave off the end of it where there is no detail; a detail that the table names MUST come, since hosts act on it [52]."),
            ])
        case "config.begin-cancelled":
            SpecQuotes([237], [
                Quote("7.4", [237], "operation CONFIG_BEGIN: none as long as nothing is erased; then unknown, and staging MAY be gone [237]"),
            ])
        case "config.begin-leaves-saved":
            SpecQuotes([430, 432], [
                Quote("11.1", [432], "COMMIT, LOAD and RESET change only active; SAVE alone changes saved [432]."),
                Quote("11.1", [430], "saved is what the next boot runs [430]; active is what runs now; staging is what is being received."),
            ])
        case "config.changed-behind-done":
            SpecQuotes([504], [
                Quote("11.9", [504], "Sent after a COMMIT or SAVE that changed something, behind its DONE [504], and after every LOAD and RESET, behind the RESPONSE: who asked learns the outcome first."),
            ])
        case "config.changed-told":
            SpecQuotes([500, 501, 503, 505], [
                Quote("11.9", [500, 501], "0 u8 by: 1 COMMIT, 2 SAVE, 3 LOAD, 4 RESET [500]; 1 u8 flags as at offset 22 of GET_STATE, of any moment from the change to when the event has a place in the ring; 2 short digest of active; 10 short digest of saved, zero = none [501]."),
                Quote("11.9", [503, 505], "Sent after a COMMIT or SAVE that changed something [503], behind its DONE, and after every LOAD and RESET, behind the RESPONSE [505]: who asked learns the outcome first."),
            ])
        case "config.commit":
            SpecQuotes([457, 472, 501], [
                Quote("11.4", [457], "Offset = next: the bytes are programmed, then answered [457]: 0 status OK, 2 next u32."),
                Quote("11.5", [472], "Then base is checked again (CONFLICT), the digest is computed from flash (wrong: DIGEST, staging is erased), the validator runs (INVALID), then active = staging [472]."),
                Quote("11.9", [501], "0 u8 by: … 1 u8 flags as at offset 22 of GET_STATE, of any moment from the change to when the event has a place in the ring; 2 short digest of active; 10 short digest of saved, zero = none [501]."),
            ])
        case "config.commit-again":
            SpecQuotes([465], [
                Quote("11.5", [465], "Active has that digest: OK, whatever the transfer, which stays, so repeating it is harmless [465]."),
            ])
        case "config.commit-cancelled":
            SpecQuotes([238], [
                Quote("7.4", [238], "operation CONFIG_COMMIT: none, and the transfer stays [238]"),
            ])
        case "config.commit-of-active":
            SpecQuotes([465], [
                Quote("11.5", [465], "Active has that digest: OK, whatever the transfer, which stays, so repeating it is harmless [465]."),
            ])
        case "config.commit-refused":
            SpecQuotes([466, 467, 468], [
                Quote("11.5", [466], "Not the current transfer: WRONG_TRANSFER [466]."),
                Quote("11.5", [467], "The short digest is not that of the transfer: INVALID_ARGUMENT with offset 8 [467]."),
                Quote("11.5", [468], "Bytes missing: INCOMPLETE [468]."),
            ])
        case "config.data-executed-once":
            SpecQuotes([178], [
                Quote("5.3", [178], "d 0, CRC same: send the same answer again [178]; an answer over 32 bytes, which only operations marked large in 8 give, is made anew, which has no effect"),
            ])
        case "config.data-order":
            SpecQuotes([458, 460], [
                Quote("11.4", [460], "Any other offset than next: nothing written, OFFSET{next} [460]; the host goes on from there at once."),
                Quote("11.4", [458], "Checked in this order: not the current transfer: WRONG_TRANSFER [458]."),
            ])
        case "config.data-over-end":
            SpecQuotes([462], [
                Quote("11.4", [462], "Length 0, over what is left, or neither the last chunk nor a multiple of 16: INVALID_ARGUMENT with offset 6 [462]."),
            ])
        case "config.digest-checked":
            SpecQuotes([470], [
                Quote("11.5", [470], "Then base is checked again (CONFLICT), the digest is computed from flash (wrong: DIGEST, staging is erased) [470], the validator runs (INVALID), then active = staging."),
            ])
        case "config.effect-done":
            SpecQuotes([231], [
                Quote("7.4", [231], "Status OK has effect done [231]."),
            ])
        case "config.full-ring":
            SpecQuotes([242, 502], [
                Quote("11.9", [502], "Only the newest is kept when the ring is full [502]."),
                Quote("7.5", [242], "Of the state of a scan, and of the config, only the newest waits; it is sent even if it equals the one that was sent last [242]."),
            ])
        case "config.largest":
            SpecQuotes([261, 446], [
                Quote("8.2", [261], "offset 2, u32: largest config, bytes; 0 without a config store [261]"),
                Quote("11.3", [446], "Checked in this order: too long: TOO_LARGE [446]."),
            ])
        case "config.lengths":
            SpecQuotes([470], [
                Quote("11.5", [470], "Then base is checked again (CONFLICT), the digest is computed from flash (wrong: DIGEST, staging is erased) [470], the validator runs (INVALID), then active = staging."),
            ])
        case "config.newest-base":
            SpecQuotes([546], [
                Quote("11.3", [546], "The base that COMMIT checks is the newest BEGIN's [546]."),
            ])
        case "config.newest-saved-boots":
            SpecQuotes([496], [
                Quote("11.8", [496], "Saved is the area with valid header, mark and digest and the highest sequence [496]."),
            ])
        case "config.one-staging":
            SpecQuotes([436], [
                Quote("11.1", [436], "There is one staging: BEGIN of another config ends the one before, in whichever area [436]."),
            ])
        case "config.other-starts-over":
            SpecQuotes([451], [
                Quote("11.3", [451], "Anything else erases staging and starts at 0 [451]."),
            ])
        case "config.outcome-in-full-ring":
            SpecQuotes([240, 536], [
                Quote("7.5", [536], "An operation whose outcome waits so keeps it: CANCEL and deadline change nothing any more [536]."),
                Quote("7.5", [240], "What must not be lost waits at its place until the ring has room: DONE in its operation [240], CONNECTED, LOST, an indication (10.8) and DISCONNECTED in the connection slot."),
            ])
        case "config.pipelined":
            SpecQuotes([535], [
                Quote("5.1", [535], "Requests are executed, deferred ones begun, as if in the order of arrival [535], and answers leave in that order."),
            ])
        case "config.read":
            SpecQuotes([488, 489], [
                Quote("11.7", [488, 489], "Answer, large: 0 status, 2 u32 length of the whole config, 6 blob: bytes from offset, as many as fit [488]; empty at or past the end [489]."),
            ])
        case "config.read-arguments":
            SpecQuotes([486, 487], [
                Quote("11.7", [486, 487], "READ: 0 u8 which: 0 active, 1 saved [486]; 1 u8 0; 2 u32 offset; 6 u16 length, ≥ 1 [487]."),
            ])
        case "config.read-long-block":
            SpecQuotes([11], [
                Quote("1.2", [11], "254 non-zero bytes in a row are sent as 0xFF and the bytes, and no zero is implied [11]."),
            ])
        case "config.read-saved":
            SpecQuotes([486], [
                Quote("11.7", [486], "READ: 0 u8 which: 0 active, 1 saved [486]; 1 u8 0; 2 u32 offset; 6 u16 length, ≥ 1."),
            ])
        case "config.refused-begin":
            SpecQuotes([453], [
                Quote("11.3", [453], "A BEGIN that is refused, in either way (11.2), changes nothing [453]."),
            ])
        case "config.reset-behind-save":
            SpecQuotes([479, 481], [
                Quote("11.7", [481], "Both: request empty, answer status; BUSY while a deferred config operation is open [481]."),
                Quote("11.7", [479], "LOAD: active = saved; NOTHING_SAVED if there is none [479]."),
            ])
        case "config.reset-outlives-restart":
            SpecQuotes([497], [
                Quote("11.8", [497], "RESET + SAVE writes a header of length 0 with a mark [497];"),
            ])
        case "config.reset-saved":
            SpecQuotes([475, 476, 479], [
                Quote("11.6", [475, 476], "Where the factory config is active and another is saved, that is withdrawn, so that the next boot runs it [475]; the mark of that takes the place of staging (11.8), so there is none, and its transfer has ended [476]."),
                Quote("11.7", [479], "LOAD: active = saved; NOTHING_SAVED if there is none [479]."),
            ])
        case "config.resume":
            SpecQuotes([444, 450, 454, 493], [
                Quote("11.3", [444], "Result: 0 transfer u16, 2 next u32 (offset to go on from) [444] …"),
                Quote("11.3", [450], "Length and digest as staging: resumes (11.8) [450]."),
                Quote("11.8", [493], "Within one boot it goes on from next [493];"),
                Quote("11.3", [454], "Transfer ids count from 1 in each session, and are not reused in it [454]: the host MUST NOT send in one session DATA or COMMIT of a transfer of another."),
            ])
        case "config.resume-after-restart":
            SpecQuotes([492], [
                Quote("11.8", [492], "each erase unit of data is marked complete in the header after its last byte, in program order; resuming after a reset starts at the first unit that is not marked, erases it again and goes on from there [492]."),
            ])
        case "config.save-load-reset":
            SpecQuotes([473, 477, 478, 480], [
                Quote("11.7", [478], "LOAD: active = saved [478]; NOTHING_SAVED if there is none."),
                Quote("11.7", [480], "RESET: active = factory [480]; SAVE makes it last."),
                Quote("11.6", [473], "Makes active saved, by programming one mark [473]; OK, and nothing changes, if it is saved already, or if it is the factory config and none is saved."),
                Quote("11.6", [477], "Result: 0 sequence u32 of the mark that is in force, 0 if none was ever made [477]."),
            ])
        case "config.saved-before":
            SpecQuotes([430, 473], [
                Quote("11.6", [473], "Makes active saved, by programming one mark [473]; OK, and nothing changes, if it is saved already, or if it is the factory config and none is saved."),
                Quote("11.1", [430], "saved is what the next boot runs [430]; active is what runs now; staging is what is being received."),
            ])
        case "config.saved-by-area":
            SpecQuotes([438, 439], [
                Quote("11.1", [438], "Whether the active config is the factory one, is saved or is neither goes by its area, not by its bytes [438]."),
                Quote("11.1", [439], "A copy of the saved text that came by COMMIT is not saved before SAVE has marked it [439]; if it were, both areas would be taken for ever."),
            ])
        case "config.saved-outlives-restart":
            SpecQuotes([430, 432, 433], [
                Quote("11.1", [432], "COMMIT, LOAD and RESET change only active; SAVE alone changes saved [432]."),
                Quote("11.1", [433], "A config that was committed and not saved becomes complete staging at the next boot, which runs the saved one [433], and by LOAD or RESET."),
                Quote("11.1", [430], "saved is what the next boot runs [430]; active is what runs now; staging is what is being received."),
            ])
        case "config.sequence-grows":
            SpecQuotes([477], [
                Quote("11.6", [477], "Result: 0 sequence u32 of the mark that is in force, 0 if none was ever made [477]."),
            ])
        case "config.small-payload":
            SpecQuotes([445], [
                Quote("11.3", [445], "Result: … 6 chunk u16: how many bytes one DATA may have, the largest multiple of 16 that fits the session's payload with DATA's other fields, or fewer, but 48 at least, where the dongle's memory is short [445]."),
            ])
        case "config.staging-left":
            SpecQuotes([434, 435], [
                Quote("11.1", [434], "A config that was committed and not saved becomes complete staging at the next boot, which runs the saved one, and by LOAD or RESET [434]."),
                Quote("11.1", [435], "A config that was saved once never becomes staging [435]."),
            ])
        case "config.stat":
            SpecQuotes([269, 482, 483, 484], [
                Quote("8.3", [269], "offset 22, u8: config; 0 without a config store: bit 0 active is the factory config; bit 1 a saved config exists; bit 2 active is what the next boot runs; bit 3 staging exists; bit 4 staging is complete [269]"),
                Quote("11.7", [482], "offset 2, u8: flags as at offset 22 of GET_STATE [482]"),
                Quote("11.7", [483], "offset 8, 32: active: digest [483]. Below, 32 zeros where there is none"),
                Quote("11.7", [484], "offset 44, 32: saved: digest [484]"),
            ])
        case "config.stat-too-large":
            SpecQuotes([254], [
                Quote("8", [254], "An answer that does not fit the session's payload: INFO cuts its texts, by whichever rule, and GET_STATE leaves out slots, the last ones first; any other is TOO_LARGE, with that payload as the limit [254]."),
            ])
        case "config.transfer-ends-with-session":
            SpecQuotes([454, 458], [
                Quote("11.3", [454], "Transfer ids count from 1 in each session, and are not reused in it [454]: the host MUST NOT send in one session DATA or COMMIT of a transfer of another."),
                Quote("11.4", [458], "Checked in this order: not the current transfer: WRONG_TRANSFER [458]."),
            ])
        case "config.transfer-outlives-load":
            SpecQuotes([431], [
                Quote("11.1", [431], "COMMIT, LOAD and RESET change only active [431]; SAVE alone changes saved."),
            ])
        case "config.unsaved":
            SpecQuotes([449], [
                Quote("11.3", [449], "No area is neither active nor saved: UNSAVED (SAVE or LOAD first) [449]; an area that holds the mark of a withdrawal (11.6) counts as saved, but a dongle MAY keep that mark elsewhere, and have the area free."),
            ])
        case "config.unsaved-does-not-boot":
            SpecQuotes([430, 433], [
                Quote("11.1", [433], "A config that was committed and not saved becomes complete staging at the next boot, which runs the saved one [433], and by LOAD or RESET."),
                Quote("11.1", [430], "saved is what the next boot runs [430]; active is what runs now; staging is what is being received."),
            ])
        case "deferred.attempt-in-state":
            SpecQuotes([270, 278], [
                Quote("8.3", [270], "offset 23, u8: operations open [270]"),
                Quote("8.3", [278], "blob: connection slots in use, 16 bytes each: slot u8, generation u8, state u8 (1 CONNECTING, 2 CONNECTED, 3 CLOSING), address type u8, address 6, ATT MTU u16 (of use in CONNECTED only), notifications lost and not yet reported u32 [278]"),
            ])
        case "deferred.cancel":
            SpecQuotes([155, 279], [
                Quote("5.1", [155], "After ACCEPTED exactly one DONE (7.4) follows in stream A … if the ring has room by then (7.5) and the CPU has not stopped (6.3), also after CANCEL [155] …"),
                Quote("8.4", [279], "Answer OK: it is open; one DONE follows, CANCELLED or its real outcome [279]."),
            ])
        case "deferred.deadline-range":
            SpecQuotes([158], [
                Quote("5.1", [158], "The first field of every deferred request is its deadline, u32 ms, 100…600,000 [158], counted from arrival."),
            ])
        case "deferred.done-waits-for-grant":
            SpecQuotes([240], [
                Quote("7.5", [240], "What must not be lost waits at its place until the ring has room: DONE in its operation [240], CONNECTED, LOST, an indication (10.8) and DISCONNECTED in the connection slot."),
            ])
        case "deferred.ended-by-new-session":
            SpecQuotes([115], [
                Quote("4.5", [115], "A new session (clear in 12) clears the request table … and every operation [115] …"),
            ])
        case "deferred.ends-at-deadline":
            SpecQuotes([154, 233], [
                Quote("5.1", [154], "After ACCEPTED exactly one DONE (7.4) follows in stream A, within the request's deadline + 1 s [154] …"),
                Quote("7.4", [233], "operation CONNECT: none; unknown where the controller has not confirmed the end of the attempt within 1 s of the deadline or CANCEL [233]"),
            ])
        case "deferred.executed-once":
            SpecQuotes([153], [
                Quote("5.1", [153], "After ACCEPTED exactly one DONE (7.4) follows in stream A [153] …"),
            ])
        case "deferred.long-deadline":
            SpecQuotes([158], [
                Quote("5.1", [158], "The first field of every deferred request is its deadline, u32 ms, 100…600,000 [158], counted from arrival."),
            ])
        case "deferred.one-connect":
            SpecQuotes([62, 369, 371], [
                Quote("3.2", [62], "A request is answered with the first error that holds, in this order: … resources [62]."),
                Quote("10.2", [369], "Checked in this order [369]: the address, with its type, is already in a slot that is not CLOSING: ALREADY_CONNECTED."),
                Quote("10.2", [371], "One CONNECT at a time: a second is BUSY [371], also to the address of one that still waits for a slot."),
            ])
        case "deferred.slot-freed":
            SpecQuotes([375], [
                Quote("10.2", [375], "Before it queues DONE, it frees the slot [375], or closes the connection that came in the same moment."),
            ])
        case "echo.broken-off":
            SpecQuotes([234, 235, 362], [
                Quote("7.4", [234], "operation DISCOVER, READ: none: they change nothing [234]"),
                Quote("7.4", [235], "operation EXCHANGE_MTU, WRITE, SUBSCRIBE: unknown from the moment at which the radio has the first byte of it, none before [235]"),
                Quote("10.1", [362], "An operation that ended at its deadline or by CANCEL, or a long write that was refused (10.7), may leave an answer owed: until it has come, the dongle answers the next operation on the connection BUSY, or lets it wait within its own deadline [362] …"),
            ])
        case "echo.busy":
            SpecQuotes([359, 360], [
                Quote("10.1", [360], "Both are looked at behind the payload: NOT_CONNECTED, then BUSY [360]."),
                Quote("10.1", [359], "The host has at most one request in flight for each connection, besides CANCEL and DISCONNECT; the dongle answers a second one BUSY [359]."),
            ])
        case "echo.disconnect-ends-operation":
            SpecQuotes([378, 381], [
                Quote("10.3", [378], "May be sent while another operation is open on the connection; that one ends first and at once, with HCI 0x16 [378]."),
                Quote("10.3", [381], "DONE comes after DISCONNECTED, when the slot is free [381]."),
            ])
        case "echo.during-operation":
            SpecQuotes([419], [
                Quote("10.8", [419], "A notification that finds no room in the ring is counted in its slot [419]."),
            ])
        case "echo.effect-done":
            SpecQuotes([231], [
                Quote("7.4", [231], "Status OK has effect done [231]."),
            ])
        case "echo.full-ring":
            SpecQuotes([359, 428], [
                Quote("10.1", [359], "The host has at most one request in flight for each connection, besides CANCEL and DISCONNECT; the dongle answers a second one BUSY [359]."),
                Quote("10.9", [428], "The order for one connection, of what is not in the ring yet, is always: CONNECTED, LOST if any, an indication that waits, every DONE of an operation on it, its CONNECT's included, DISCONNECTED [428], the DONE of DISCONNECT (10.3)."),
            ])
        case "echo.held-indication":
            SpecQuotes([424], [
                Quote("10.8", [424], "With INDICATION_HOLD an indication is not confirmed to the peer before it is in the ring [424] …"),
            ])
        case "echo.held-indication-at-end":
            SpecQuotes([428, 540], [
                Quote("10.3", [540], "What came before is still told: the count of lost notifications, and an indication that waits for room [540], whose confirmation MAY be left out."),
                Quote("10.9", [428], "The order for one connection, of what is not in the ring yet, is always: CONNECTED, LOST if any, an indication that waits, every DONE of an operation on it, its CONNECT's included, DISCONNECTED [428], the DONE of DISCONNECT (10.3)."),
            ])
        case "echo.indications":
            SpecQuotes([424], [
                Quote("10.8", [424], "With INDICATION_HOLD an indication is not confirmed to the peer before it is in the ring [424] …"),
            ])
        case "echo.long-value":
            SpecQuotes([403, 404, 405], [
                Quote("10.6", [403, 404], "Result: 0 more u8: 1 = the value may go on, since not all that the peer answered fits, or its answer was as long as it can be: ask again behind what came [403] … 1 blob: bytes from that offset [404]."),
                Quote("10.6", [405], "One READ fetches at most ATT MTU − 1 bytes, and no more than fit one DONE [405]."),
            ])
        case "echo.lost":
            SpecQuotes([419, 420, 421, 423], [
                Quote("10.8", [420], "While that count is above 0, or an indication of the slot waits for room, and before CONNECTED is in the ring, further notifications of the slot are counted too, not queued [420]."),
                Quote("10.8", [421, 423], "When the ring has room, LOST is queued [421], before an indication that waits, each time that something was counted: 0 connection u16, 2 count u32; and the count is 0 again [423]."),
                Quote("10.8", [419], "A notification that finds no room in the ring is counted in its slot [419]."),
            ])
        case "echo.lost-before-end":
            SpecQuotes([428, 540], [
                Quote("10.3", [540], "What came before is still told: the count of lost notifications, and an indication that waits for room [540], whose confirmation MAY be left out."),
                Quote("10.9", [428], "The order for one connection, of what is not in the ring yet, is always: CONNECTED, LOST if any, an indication that waits, every DONE of an operation on it, its CONNECT's included, DISCONNECTED [428], the DONE of DISCONNECT (10.3)."),
            ])
        case "echo.lost-before-indication":
            SpecQuotes([422], [
                Quote("10.8", [422], "When the ring has room, LOST is queued, before an indication that waits [422], each time that something was counted: 0 connection u16, 2 count u32; and the count is 0 again."),
            ])
        case "echo.notifications":
            SpecQuotes([418], [
                Quote("10.8", [418], "NOTIFICATION and INDICATION, for all that the peer sends, whatever was subscribed to: 0 connection u16, 2 handle u16 of the value, 4 uptime u32, 8 blob value [418]."),
            ])
        case "echo.peer-leaves":
            SpecQuotes([427, 428, 429], [
                Quote("10.9", [427], "0 connection u16, 2 status u16: the HCI reason (0x0403, Hardware Failure, where the radio itself is gone) [427], 4 uptime u32."),
                Quote("10.9", [429], "Until that is in the ring the slot is CLOSING; then it is free [429]."),
                Quote("10.9", [428], "The order for one connection, of what is not in the ring yet, is always: CONNECTED, LOST if any, an indication that waits, every DONE of an operation on it, its CONNECT's included, DISCONNECTED [428], the DONE of DISCONNECT (10.3)."),
            ])
        case "echo.properties":
            SpecQuotes([394], [
                Quote("10.5", [394], "what 2: declaration handle u16, value handle u16, properties u8 (Vol 3, Part G, 3.3.1.1), UUID length u8, UUID [394]"),
            ])
        case "echo.read-to-512":
            SpecQuotes([542], [
                Quote("10.6", [542], "Result: … but 0 where the next offset would be 512 or above [542] …"),
            ])
        case "echo.refused":
            SpecQuotes([51, 232], [
                Quote("3", [51], "status 0x05ee, name ATT: an ATT error code, verbatim (Vol 3, Part F, 3.4.1.1): 0x0505 is Insufficient Authentication [51]. Default 0x0500"),
                Quote("7.4", [232], "A refusal by the peer (ATT error) has effect none [232]."),
            ])
        case "echo.subscribed":
            SpecQuotes([417], [
                Quote("10.8", [417], "It writes the descriptor [417]."),
            ])
        case "echo.uptime":
            SpecQuotes([418], [
                Quote("10.8", [418], "NOTIFICATION and INDICATION, for all that the peer sends, whatever was subscribed to: 0 connection u16, 2 handle u16 of the value, 4 uptime u32, 8 blob value [418]."),
            ])
        case "echo.write":
            SpecQuotes([409], [
                Quote("10.7", [409], "OK means the peer acknowledged [409]."),
            ])
        case "echo.write-command":
            SpecQuotes([412], [
                Quote("10.7", [412], "Over ATT MTU − 3: TOO_LARGE, never cut [412], and looked at behind BUSY (10.1), since the MTU is the connection's."),
            ])
        case "echo.written-once":
            SpecQuotes([178], [
                Quote("5.3", [178], "d 0, CRC same: send the same answer again [178]; an answer over 32 bytes, which only operations marked large in 8 give, is made anew, which has no effect"),
            ])
        case "framing.back-to-back":
            SpecQuotes([9], [
                Quote("1.1", [9], "Two frames in a row therefore have two zeros between them; a receiver MUST skip empty frames silently [9]."),
            ])
        case "framing.block-lengths":
            SpecQuotes([10, 11], [
                Quote("1.2", [10], "A block of n < 254 non-zero bytes that a zero follows is sent as the code n+1 and the bytes; the zero itself is not sent [10]."),
                Quote("1.2", [11], "254 non-zero bytes in a row are sent as 0xFF and the bytes, and no zero is implied [11]."),
            ])
        case "framing.byte-by-byte":
            SpecQuotes([15], [
                Quote("1.4", [15], "A receiver MUST decode as the bytes come, in bounded memory [15]."),
            ])
        case "framing.crc-rejected":
            SpecQuotes([21, 22], [
                Quote("1.4", [22], "Nothing else may follow from it [22]."),
                Quote("1.4", [21], "A rejected stretch is counted by reason and never answered [21]."),
            ])
        case "framing.damage-rejected":
            SpecQuotes([21], [
                Quote("1.4", [21], "A rejected stretch is counted by reason and never answered [21]."),
            ])
        case "framing.delimiters":
            SpecQuotes([8], [
                Quote("1.1", [8], "A sender MUST put 0x00 before and after every frame [8]."),
            ])
        case "framing.empty-skipped":
            SpecQuotes([9], [
                Quote("1.1", [9], "Two frames in a row therefore have two zeros between them; a receiver MUST skip empty frames silently [9]."),
            ])
        case "framing.encoding":
            SpecQuotes([24, 27, 213], [
                Quote("1.6", [24], "A frame MUST be put on the line whole [24]."),
                Quote("1.6", [27], "Text of a console MUST NOT be written into a frame [27]; outside of frames it is tolerated as noise."),
                Quote("6.4", [213], "A frame is queued whole or not at all [213]."),
            ])
        case "framing.malformed-rejected":
            SpecQuotes([21], [
                Quote("1.4", [21], "A rejected stretch is counted by reason and never answered [21]."),
            ])
        case "framing.noise-tolerated":
            SpecQuotes([23], [
                Quote("1.5", [23], "The leading zero of a frame ends whatever stood on the line before it (text of a boot loader, half a frame), so noise costs the frames it hits and no other [23]."),
            ])
        case "framing.over-session-payload":
            SpecQuotes([16], [
                Quote("1.4", [16], "reason overflow: it decodes to more bytes than the receiver's largest decoded frame, where a block that is cut short counts as far as it goes. The limit is that of the receiver's memory: a frame over the session's payload (4.3) that it can hold is taken. Everything to the next zero is discarded [16]"),
            ])
        case "framing.overflow-rejected":
            SpecQuotes([21, 201], [
                Quote("6.1", [201], "What exceeds it is discarded to the next zero and counted as overflow [201]."),
                Quote("1.4", [21], "A rejected stretch is counted by reason and never answered [21]."),
            ])
        case "framing.rejections-counted":
            SpecQuotes([16, 20, 22, 272], [
                Quote("1.4", [20], "A rejected stretch is counted by reason [20] and never answered."),
                Quote("1.4", [16], "reason overflow: it decodes to more bytes than the receiver's largest decoded frame, where a block that is cut short counts as far as it goes. The limit is that of the receiver's memory: a frame over the session's payload (4.3) that it can hold is taken. Everything to the next zero is discarded [16]"),
                Quote("1.4", [22], "Nothing else may follow from it [22]."),
                Quote("8.3", [272], "offset 24, blob: counters since start, u32 each, in this order: … rejected malformed or short; rejected crc; rejected overflow [272] …"),
            ])
        case "framing.short-rejected":
            SpecQuotes([21], [
                Quote("1.4", [21], "A rejected stretch is counted by reason and never answered [21]."),
            ])
        case "framing.trailing-empty-block":
            SpecQuotes([13], [
                Quote("1.2", [13], "An encoder SHOULD NOT send an empty last block after an 0xFF block that ends the frame; a decoder MUST accept it, since it decodes to the same bytes [13]."),
            ])
        case "gatt.arguments":
            SpecQuotes([52, 61, 384, 388, 401, 402, 407, 415, 416], [
                Quote("10.4", [384], "Request: 0 deadline, 4 connection u16, 6 wanted ATT MTU u16, 23…517 [384]; cut to the dongle's limit."),
                Quote("10.5", [388], "offset 6, u8: what: 1 primary services, 2 characteristics, 3 descriptors [388]"),
                Quote("10.6", [401, 402], "Request: 0 deadline, 4 connection u16, 6 handle u16, 1…65535 [401], 8 offset u16, 0…511 [402]."),
                Quote("10.7", [407], "WRITE: 0 deadline, 4 connection u16, 6 handle u16, 1…65535 [407], 8 blob value, 0…512."),
                Quote("10.8", [415, 416], "SUBSCRIBE: 0 deadline, 4 connection u16, 6 handle u16 of the Client Characteristic Configuration descriptor, 1…65535 [415], 8 u8: 0 off, 1 notifications, 2 indications [416]."),
                Quote("3.1", [52], "A sender MAY leave off the end of it where there is no detail; a detail that the table names MUST come, since hosts act on it [52]."),
                Quote("3.2", [61], "A request is answered with the first error that holds, in this order: … then in the order of its fields, each first malformed, then out of range or too large, then asking for an unsupported feature) [61] …"),
            ])
        case "gatt.connect-arguments":
            SpecQuotes([61, 363, 365, 366, 367, 368], [
                Quote("10.2", [363], "offset 10, u8: address type: 0 public, 1 random [363]. A host that heard type 2 or 3 in an advert sends 0 or 1"),
                Quote("10.2", [365], "offset 12, u16: connection interval, lowest, 1.25 ms, 6…3200; 0 = the dongle's choice [365]"),
                Quote("10.2", [366], "offset 14, u16: connection interval, highest: likewise; below the lowest and not 0: INVALID_ARGUMENT with offset 14 [366]"),
                Quote("10.2", [367], "offset 16, u16: peripheral latency, 0…499 [367]"),
                Quote("10.2", [368], "offset 18, u16: supervision time-out, 10 ms, 10…3200; 0 = the dongle's choice [368]"),
                Quote("3.2", [61], "A request is answered with the first error that holds, in this order: … then in the order of its fields, each first malformed, then out of range or too large, then asking for an unsupported feature) [61] …"),
            ])
        case "gatt.not-connected":
            SpecQuotes([357], [
                Quote("10.1", [357], "An operation on a connection that is not (or no longer) established is NOT_CONNECTED [357]."),
            ])
        case "gatt.value-beyond-payload":
            SpecQuotes([60], [
                Quote("3.2", [60], "A request is answered with the first error that holds, in this order: … payload (first whether it is long enough for all its fields, the bytes of blobs aside [60] …"),
            ])
        case "gatt.value-too-large":
            SpecQuotes([410], [
                Quote("10.7", [410], "More than 512 bytes, or than the dongle can hold: TOO_LARGE [410]."),
            ])
        case "header.answer-echoes":
            SpecQuotes([33, 34], [
                Quote("2", [34], "offset 6, u16: REQUEST, RESPONSE: operation. EVENT: event code. Else 0 [34]"),
                Quote("2", [33], "offset 4, u16: REQUEST, RESPONSE: request id. EVENT, LOG: counter of the stream (7). Else 0 [33]"),
            ])
        case "header.fields":
            SpecQuotes([29, 31, 32, 33, 34, 44], [
                Quote("2", [29], "offset 0, u8: bits 7–4: major version, 1. Bits 3–0: kind [29]"),
                Quote("2", [31], "offset 1, u8: flags. Bits 0–3 may be ignored by a receiver that does not know them. Bits 4–7 must be understood, or the frame is refused. None is defined in version 1: a sender MUST send 0 [31]"),
                Quote("2", [32], "offset 2, u16: session: 1…65535, chosen by the host in HELLO; 0 in BOOT, and in the answer to a request that has it [32]"),
                Quote("2.4", [44], "The major version 0 is used only by the host's quiet HELLO (4.4); whatever it was asked under, a dongle of this version sends major version 1 [44]."),
                Quote("2", [34], "offset 6, u16: REQUEST, RESPONSE: operation. EVENT: event code. Else 0 [34]"),
                Quote("2", [33], "offset 4, u16: REQUEST, RESPONSE: request id. EVENT, LOG: counter of the stream (7). Else 0 [33]"),
            ])
        case "header.flags-leave-table":
            SpecQuotes([63], [
                Quote("3.2", [63], "An answer by flags, session or request table leaves the request table as it is [63]; the others are kept in it."),
            ])
        case "header.flags-on-grant":
            SpecQuotes([39], [
                Quote("2.3", [39], "A REQUEST with an unknown flag of bits 4–7 is answered UNSUPPORTED_FLAGS and not executed; any other kind with such a flag [39], and HELLO, is dropped and counted."),
            ])
        case "header.flags-on-hello":
            SpecQuotes([40], [
                Quote("2.3", [40], "A REQUEST with an unknown flag of bits 4–7 is answered UNSUPPORTED_FLAGS and not executed; any other kind with such a flag, and HELLO, is dropped and counted [40]."),
            ])
        case "header.ignorable-flags":
            SpecQuotes([30], [
                Quote("2", [30], "offset 1, u8: flags. Bits 0–3 may be ignored by a receiver that does not know them [30]. Bits 4–7 must be understood, or the frame is refused. None is defined in version 1: a sender MUST send 0"),
            ])
        case "header.other-major":
            SpecQuotes([41], [
                Quote("2.4", [41], "A frame with another major version is dropped and counted [41] …"),
            ])
        case "header.reserved-ignored":
            SpecQuotes([528], [
                Quote("15", [528], "Reserved bytes are sent as 0 and not looked at [528]."),
            ])
        case "header.rest-ignored":
            SpecQuotes([524, 528], [
                Quote("15", [524], "Fields are only appended: a decoder MUST ignore bytes behind the fields it knows [524], and a decoder of any 1.x reads every other."),
                Quote("15", [528], "Reserved bytes are sent as 0 and not looked at [528]."),
            ])
        case "header.short-grant":
            SpecQuotes([526], [
                Quote("15", [526], "A message that ends before a field of version 1.0 is MALFORMED (REQUEST) or dropped and counted (others) [526]."),
            ])
        case "header.unknown-flags":
            SpecQuotes([38], [
                Quote("2.3", [38], "A REQUEST with an unknown flag of bits 4–7 is answered UNSUPPORTED_FLAGS and not executed [38]; any other kind with such a flag, and HELLO, is dropped and counted."),
            ])
        case "header.unknown-kind":
            SpecQuotes([37], [
                Quote("2.3", [37], "An unknown kind is dropped and counted [37]."),
            ])
        case "header.worked-example":
            SpecQuotes([10, 14], [
                Quote("1.3", [14], "The CRC is CRC-32C (Castagnoli: polynomial 0x1EDC6F41, reflected, initial value and final XOR 0xFFFFFFFF) over header and payload, stored little-endian [14]."),
                Quote("1.2", [10], "A block of n < 254 non-zero bytes that a zero follows is sent as the code n+1 and the bytes; the zero itself is not sent [10]."),
            ])
        case "header.wrong-direction":
            SpecQuotes([35, 273], [
                Quote("2.1", [35], "A frame that travels the wrong way (an echoing line, a loopback plug) is dropped and counted [35]."),
                Quote("8.3", [273], "offset 24, blob: counters since start, u32 each, in this order: … dropped (wrong kind, direction or version; wrong session, but for requests; or as 2.3, 4.5 and 15 say) [273] …"),
            ])
        case "hello.first-row":
            SpecQuotes([112], [
                Quote("4.5", [112], "The first row that holds counts [112]."),
            ])
        case "hello.identity":
            SpecQuotes([83, 86, 87], [
                Quote("4.3", [86], "offset 16, u32: uptime [86]"),
                Quote("4.3", [83], "offset 8, u32: boot id: random, another after each start [83]"),
                Quote("4.3", [87], "offset 20, 8 bytes: device id: the same for the life of the device [87], unique per device"),
            ])
        case "hello.later-host":
            SpecQuotes([42, 81], [
                Quote("2.4", [42], "A frame with another major version is dropped and counted, whatever its flags, except HELLO and REBOOT at the dongle [42] …"),
                Quote("4.3", [81], "offset 6, u8: major version of this session (the highest both speak; with VERSION_MISMATCH the dongle's highest) [81]"),
            ])
        case "hello.malformed-dropped":
            SpecQuotes([107], [
                Quote("4.5", [107], "A HELLO that is not well-formed (session 0, a wanted payload under 64, an end before its fields) is dropped and counted [107]."),
            ])
        case "hello.new-session-clears":
            SpecQuotes([113, 114, 117, 118, 124], [
                Quote("4.5", [113, 114, 117, 118], "A new session (clear in 12) clears the request table [113], stream A's ring [114] … purges the transmit queue (a frame already begun is finished) [117]; stops scanning, after which both scans are stopped, also one that had failed [118] …"),
                Quote("4.5", [124], "Active and staging configs stay, and so do GET_STATE's counters [124]."),
            ])
        case "hello.payload-wanted":
            SpecQuotes([89, 90, 91], [
                Quote("4.3", [89], "offset 28, u16: largest payload host → dongle, 64…65535, at most what the host wanted [89]"),
                Quote("4.3", [91], "offset 34, u16: largest ATT MTU, 23…517, and at most offset 30 − 7, so that every notification fits (14); 0 without GATT [91]"),
                Quote("4.3", [90], "offset 30, u16: largest payload dongle → host, likewise [90]"),
            ])
        case "hello.probe":
            SpecQuotes([70, 92], [
                Quote("4.1", [70], "offset 10, blob: probe: 00 11 13 0A 0D 7F FF, or empty. The dongle echoes up to 16 bytes [70]"),
                Quote("4.3", [92], "offset 44, blob: the probe, as it arrived [92]"),
            ])
        case "hello.repeat-keeps-requests":
            SpecQuotes([108], [
                Quote("4.5", [108], "session and nonce “both as now”: answered again, nothing changes [108]"),
            ])
        case "hello.repeated":
            SpecQuotes([67, 75, 93, 108], [
                Quote("4.1", [67], "It is outside the numbering of requests: its id is 0 and the request table does not see it [67]."),
                Quote("4.2", [75], "A reply repeats the probe of the HELLO it answers [75]."),
                Quote("4.3", [93], "A repeat of the session's HELLO is answered with the session's limits (offsets 28 to 34) [93], a refused HELLO with those that it would have got as a new session: so no reply gives more than was wanted."),
                Quote("4.5", [108], "session and nonce “both as now”: answered again, nothing changes [108]"),
            ])
        case "hello.reply":
            SpecQuotes([84, 85, 89, 90, 91, 197, 522, 523], [
                Quote("4.3", [84], "offset 13, u8: connection slots, 0…32; 0 without GATT [84]"),
                Quote("6.1", [197], "rx_window ≥ the dongle's largest encoded frame, delimiters included [197]."),
                Quote("14", [522, 523], "A dongle may choose any values that HELLO can state, with: payload ≥ 64 [522]; ATT MTU limit ≤ (payload dongle → host − 10) + 3 [523]; rx_window ≥ largest encoded frame."),
                Quote("4.3", [85], "offset 14, u8: max_inflight W: 1, 2, 4 or 8 [85]"),
                Quote("4.3", [89], "offset 28, u16: largest payload host → dongle, 64…65535, at most what the host wanted [89]"),
                Quote("4.3", [91], "offset 34, u16: largest ATT MTU, 23…517, and at most offset 30 − 7, so that every notification fits (14); 0 without GATT [91]"),
                Quote("4.3", [90], "offset 30, u16: largest payload dongle → host, likewise [90]"),
            ])
        case "hello.session-in-use":
            SpecQuotes([94, 109], [
                Quote("4.5", [109], "session and nonce “session as now, other nonce”: SESSION_IN_USE, nothing changes [109]"),
                Quote("4.3", [94], "A repeat of the session's HELLO is answered with the session's limits (offsets 28 to 34), a refused HELLO with those that it would have got as a new session [94]: so no reply gives more than was wanted."),
            ])
        case "hello.size":
            SpecQuotes([77, 78, 527], [
                Quote("4.3", [77], "The reply bears the request's session and id, whatever that is [77]."),
                Quote("4.3", [78], "Its layout is frozen for every major version; at most 64 bytes of payload [78]; no error body."),
                Quote("15", [527], "Reserved bytes are sent as 0 [527] and not looked at."),
            ])
        case "hello.version-mismatch":
            SpecQuotes([81, 94, 110], [
                Quote("4.5", [110], "session and nonce “no major version in common”: VERSION_MISMATCH, nothing changes [110]"),
                Quote("4.3", [81], "offset 6, u8: major version of this session (the highest both speak; with VERSION_MISMATCH the dongle's highest) [81]"),
                Quote("4.3", [94], "A repeat of the session's HELLO is answered with the session's limits (offsets 28 to 34), a refused HELLO with those that it would have got as a new session [94]: so no reply gives more than was wanted."),
            ])
        case "identify.range":
            SpecQuotes([282], [
                Quote("8.5", [282], "Request: 0 u16 duration, ms, 0…60,000 (0 ends it) [282]."),
            ])
        case "info.cut-to-payload":
            SpecQuotes([252, 253], [
                Quote("8", [252, 253], "An answer that does not fit the session's payload: INFO cuts its texts [252], by whichever rule, and GET_STATE leaves out slots, the last ones first [253]; any other is TOO_LARGE, with that payload as the limit."),
            ])
        case "info.fields":
            SpecQuotes([5, 261, 262], [
                Quote("Conventions", [5], "Text is UTF-8 without a terminator [5]."),
                Quote("8.2", [262], "Each text is at most 32 bytes [262]."),
                Quote("8.2", [261], "offset 2, u32: largest config, bytes; 0 without a config store [261]"),
            ])
        case "limits.payload":
            SpecQuotes([90, 328], [
                Quote("9.3", [328], "offset 11, blob: data: the AD structures, untouched, ≤ 255 bytes, and short enough that one advert fits a batch and the dongle's memory [328]."),
                Quote("4.3", [90], "offset 30, u16: largest payload dongle → host, likewise [90]"),
            ])
        case "log.fields":
            SpecQuotes([249, 537], [
                Quote("7.7", [249], "offset 7, blob: text, ≤ 120 bytes [249]"),
                Quote("7.7", [537], "The text is cut to what the session's payload holds [537], perhaps within a character."),
            ])
        case "peers.connections":
            SpecQuotes([278], [
                Quote("8.3", [278], "blob: connection slots in use, 16 bytes each: slot u8, generation u8, state u8 (1 CONNECTING, 2 CONNECTED, 3 CLOSING), address type u8, address 6, ATT MTU u16 (of use in CONNECTED only), notifications lost and not yet reported u32 [278]"),
            ])
        case "peers.notifications":
            SpecQuotes([354], [
                Quote("10.1", [354], "Every operation and event names the connection [354], so that a late event cannot hit a new one."),
            ])
        case "peers.operations":
            SpecQuotes([161, 270, 279], [
                Quote("5.1", [161], "There MUST be room for all that a host may have open: two for each connection slot (an operation and a DISCONNECT), one CONNECT, and one of the config store [161]."),
                Quote("8.3", [270], "offset 23, u8: operations open [270]"),
                Quote("8.4", [279], "Answer OK: it is open; one DONE follows, CANCELLED or its real outcome [279]."),
            ])
        case "peers.slots-full":
            SpecQuotes([369, 372], [
                Quote("10.2", [369], "Checked in this order [369]: the address, with its type, is already in a slot that is not CLOSING: ALREADY_CONNECTED."),
                Quote("10.2", [372], "No slot is free or CLOSING: SLOTS_FULL [372]."),
            ])
        case "peripheral.already-connected":
            SpecQuotes([370], [
                Quote("10.2", [370], "Checked in this order: the address, with its type, is already in a slot that is not CLOSING: ALREADY_CONNECTED [370]."),
            ])
        case "peripheral.att-error":
            SpecQuotes([51, 232], [
                Quote("3", [51], "status 0x05ee, name ATT: an ATT error code, verbatim (Vol 3, Part F, 3.4.1.1): 0x0505 is Insufficient Authentication [51]. Default 0x0500"),
                Quote("7.4", [232], "A refusal by the peer (ATT error) has effect none [232]."),
            ])
        case "peripheral.closed-by-new-session":
            SpecQuotes([119, 120, 121, 122, 353], [
                Quote("4.5", [120, 121], "A slot whose link, or whose attempt at one, is still up at the controller is CLOSING until the controller confirms [120]; CONNECT waits for it, where 10.2 says so, within its deadline [121]."),
                Quote("4.5", [122], "Generations (10.1) go on [122]."),
                Quote("10.1", [353], "A slot's generation is 0 at the start, grows by one, modulo 256, each time a CONNECT takes the slot (and MAY grow where the radio refuses it at once), and is never reset while the dongle runs [353]."),
                Quote("4.5", [119], "A new session (clear in 12) clears the request table … closes every connection [119]."),
            ])
        case "peripheral.closing":
            SpecQuotes([281, 361], [
                Quote("8.4", [281], "A DISCONNECT cannot be taken back and has its real outcome [281]; for operations of the config store it MAY be either."),
                Quote("10.1", [361], "A slot that is CLOSING is not established, so a second DISCONNECT is NOT_CONNECTED [361]."),
            ])
        case "peripheral.connect":
            SpecQuotes([278, 377], [
                Quote("10.2", [377], "CONNECTED is queued before the DONE of its CONNECT [377], so that a host that gave the request up still learns who holds the slot: 0 connection u16, 2 address 6, 8 address type u8, 9 u8 0, 10 ATT MTU u16, 12 interval u16, 14 uptime u32."),
                Quote("8.3", [278], "blob: connection slots in use, 16 bytes each: slot u8, generation u8, state u8 (1 CONNECTING, 2 CONNECTED, 3 CLOSING), address type u8, address 6, ATT MTU u16 (of use in CONNECTED only), notifications lost and not yet reported u32 [278]"),
            ])
        case "peripheral.connected-fields":
            SpecQuotes([278, 377], [
                Quote("10.2", [377], "CONNECTED is queued before the DONE of its CONNECT [377], so that a host that gave the request up still learns who holds the slot: 0 connection u16, 2 address 6, 8 address type u8, 9 u8 0, 10 ATT MTU u16, 12 interval u16, 14 uptime u32."),
                Quote("8.3", [278], "blob: connection slots in use, 16 bytes each: slot u8, generation u8, state u8 (1 CONNECTING, 2 CONNECTED, 3 CLOSING), address type u8, address 6, ATT MTU u16 (of use in CONNECTED only), notifications lost and not yet reported u32 [278]"),
            ])
        case "peripheral.disconnect":
            SpecQuotes([381], [
                Quote("10.3", [381], "DONE comes after DISCONNECTED, when the slot is free [381]."),
            ])
        case "peripheral.discover":
            SpecQuotes([392, 393, 394], [
                Quote("10.5", [392], "Result: 0 u16 next: handle in the range to go on from; 0 if nothing of the range is left; 2 u8 what; 3 blob of records, in order of handles [392]:"),
                Quote("10.5", [393], "what 1: first handle u16, last handle u16, UUID length u8 (2 or 16), UUID [393]"),
                Quote("10.5", [394], "what 2: declaration handle u16, value handle u16, properties u8 (Vol 3, Part G, 3.3.1.1), UUID length u8, UUID [394]"),
            ])
        case "peripheral.discover-attributes":
            SpecQuotes([396], [
                Quote("10.5", [396], "For descriptors the dongle gives every attribute of the range (Find Information) [396], and the host asks only for ranges that hold descriptors."),
            ])
        case "peripheral.discover-nothing":
            SpecQuotes([398], [
                Quote("10.5", [398], "No record at all is a result, not an error: the dongle takes Attribute Not Found for the end [398]."),
            ])
        case "peripheral.discover-paged":
            SpecQuotes([391, 399], [
                Quote("10.5", [391], "Result: 0 u16 next: handle in the range to go on from; 0 if nothing of the range is left [391]; 2 u8 what; 3 blob of records, in order of handles:"),
                Quote("10.5", [399], "The dongle keeps what fits one DONE, or less [399]; the host asks again from next."),
            ])
        case "peripheral.discover-range":
            SpecQuotes([389, 390, 395], [
                Quote("10.5", [389], "offset 8, u16: first handle, 1…65535 [389]"),
                Quote("10.5", [390], "offset 10, u16: last handle, first…65535 [390]"),
                Quote("10.5", [395], "what 3: handle u16, UUID length u8, UUID [395]"),
            ])
        case "peripheral.end-in-full-ring":
            SpecQuotes([241, 428, 536], [
                Quote("7.5", [241], "What must not be lost waits at its place until the ring has room: DONE in its operation, CONNECTED, LOST, an indication (10.8) and DISCONNECTED in the connection slot [241]."),
                Quote("7.5", [536], "An operation whose outcome waits so keeps it: CANCEL and deadline change nothing any more [536]."),
                Quote("10.9", [428], "The order for one connection, of what is not in the ring yet, is always: CONNECTED, LOST if any, an indication that waits, every DONE of an operation on it, its CONNECT's included, DISCONNECTED [428], the DONE of DISCONNECT (10.3)."),
            ])
        case "peripheral.first-generation":
            SpecQuotes([351], [
                Quote("10.1", [351], "A slot's generation is 0 at the start [351], grows by one, modulo 256, each time a CONNECT takes the slot (and MAY grow where the radio refuses it at once), and is never reset while the dongle runs."),
            ])
        case "peripheral.full-ring":
            SpecQuotes([240, 241], [
                Quote("7.5", [240, 241], "What must not be lost waits at its place until the ring has room: DONE in its operation [240], CONNECTED, LOST, an indication (10.8) and DISCONNECTED in the connection slot [241]."),
            ])
        case "peripheral.generation":
            SpecQuotes([352], [
                Quote("10.1", [352], "A slot's generation is 0 at the start, grows by one, modulo 256, each time a CONNECT takes the slot [352] (and MAY grow where the radio refuses it at once), and is never reset while the dongle runs."),
            ])
        case "peripheral.generic-access":
            SpecQuotes([393, 394], [
                Quote("10.5", [393], "what 1: first handle u16, last handle u16, UUID length u8 (2 or 16), UUID [393]"),
                Quote("10.5", [394], "what 2: declaration handle u16, value handle u16, properties u8 (Vol 3, Part G, 3.3.1.1), UUID length u8, UUID [394]"),
            ])
        case "peripheral.mtu":
            SpecQuotes([385, 386], [
                Quote("10.4", [385], "Request: 0 deadline, 4 connection u16, 6 wanted ATT MTU u16, 23…517; cut to the dongle's limit [385]."),
                Quote("10.4", [386], "Result: 0 ATT MTU in effect u16 [386]."),
            ])
        case "peripheral.one-at-a-time":
            SpecQuotes([359], [
                Quote("10.1", [359], "The host has at most one request in flight for each connection, besides CANCEL and DISCONNECT; the dongle answers a second one BUSY [359]."),
            ])
        case "peripheral.read":
            SpecQuotes([403, 404, 405], [
                Quote("10.6", [403, 404], "Result: 0 more u8: 1 = the value may go on, since not all that the peer answered fits, or its answer was as long as it can be: ask again behind what came [403] … 1 blob: bytes from that offset [404]."),
                Quote("10.6", [405], "One READ fetches at most ATT MTU − 1 bytes, and no more than fit one DONE [405]."),
            ])
        case "peripheral.read-at-end":
            SpecQuotes([406], [
                Quote("10.6", [406], "Offset at the end of the value: an empty blob, also where the peer calls an offset above 0 Attribute Not Long [406]."),
            ])
        case "peripheral.slots-full":
            SpecQuotes([372], [
                Quote("10.2", [372], "No slot is free or CLOSING: SLOTS_FULL [372]."),
            ])
        case "peripheral.subscribe":
            SpecQuotes([417, 418], [
                Quote("10.8", [417], "It writes the descriptor [417]."),
                Quote("10.8", [418], "NOTIFICATION and INDICATION, for all that the peer sends, whatever was subscribed to: 0 connection u16, 2 handle u16 of the value, 4 uptime u32, 8 blob value [418]."),
            ])
        case "peripheral.subscription-ends-with-session":
            SpecQuotes([119], [
                Quote("4.5", [119], "A new session (clear in 12) clears the request table … closes every connection [119]."),
            ])
        case "peripheral.waiting-connect":
            SpecQuotes([371, 374], [
                Quote("10.2", [374], "CONNECT waits, within its deadline, for a slot that is CLOSING if no other is free, or if it holds the same address and type [374]: a controller has one link with a peer at a time."),
                Quote("10.2", [371], "One CONNECT at a time: a second is BUSY [371], also to the address of one that still waits for a slot."),
            ])
        case "peripheral.write":
            SpecQuotes([409], [
                Quote("10.7", [409], "OK means the peer acknowledged [409]."),
            ])
        case "peripheral.write-command":
            SpecQuotes([412], [
                Quote("10.7", [412], "Over ATT MTU − 3: TOO_LARGE, never cut [412], and looked at behind BUSY (10.1), since the MTU is the connection's."),
            ])
        case "peripheral.write-long":
            SpecQuotes([408], [
                Quote("10.7", [408], "A value over ATT MTU − 3 is written with prepare and execute by the dongle [408]."),
            ])
        case "ping.fields":
            SpecQuotes([255], [
                Quote("8.1", [255], "offset 2, u32: boot id [255]"),
            ])
        case "reboot.any-session-any-major":
            SpecQuotes([42, 284, 286], [
                Quote("8.6", [284], "Parsed under every major version; needs no session [284]; not numbered."),
                Quote("8.6", [286], "The answer bears the request's session and id [286]."),
                Quote("2.4", [42], "A frame with another major version is dropped and counted, whatever its flags, except HELLO and REBOOT at the dongle [42] …"),
            ])
        case "reboot.no-bootloader":
            SpecQuotes([288], [
                Quote("8.6", [288], "Mode 1 without its feature bit: UNSUPPORTED [288]; above 1: INVALID_ARGUMENT."),
            ])
        case "reboot.refused":
            SpecQuotes([285, 287, 289], [
                Quote("8.6", [287], "Wrong magic or boot id: INVALID_ARGUMENT [287] (offset 0 or 4; so that a late copy cannot reset a dongle that already restarted)."),
                Quote("8.6", [289], "Mode 1 without its feature bit: UNSUPPORTED; above 1: INVALID_ARGUMENT [289]."),
                Quote("8.6", [285], "Parsed under every major version; needs no session; not numbered [285]."),
            ])
        case "reboot.restarts":
            SpecQuotes([285, 290], [
                Quote("8.6", [290], "Else OK, and the dongle restarts after the answer has left, within 500 ms [290], with reset reason 3."),
                Quote("8.6", [285], "Parsed under every major version; needs no session; not numbered [285]."),
            ])
        case "requests.answer-in-time":
            SpecQuotes([163], [
                Quote("5.1", [163], "The RESPONSE to every request MUST start within 100 ms of the request's last byte when the line is free [163], except where 6.3 stops the CPU."),
            ])
        case "requests.answers-in-order":
            SpecQuotes([164], [
                Quote("5.1", [164], "Requests are executed, deferred ones begun, as if in the order of arrival, and answers leave in that order [164]."),
            ])
        case "requests.executed-in-order":
            SpecQuotes([535], [
                Quote("5.1", [535], "Requests are executed, deferred ones begun, as if in the order of arrival [535], and answers leave in that order."),
            ])
        case "requests.executed-once":
            SpecQuotes([178, 549], [
                Quote("5.3", [178, 549], "d 0, CRC same: send the same answer again [178]; an answer over 32 bytes, which only operations marked large in 8 give [549], is made anew, which has no effect"),
            ])
        case "requests.gap-filled":
            SpecQuotes([182], [
                Quote("5.3", [182], "A gap below the newest id is a request that was lost; when it is sent again its d is > 0 and it runs [182]."),
            ])
        case "requests.grant-before-requests":
            SpecQuotes([203], [
                Quote("6.2", [203], "GRANT goes before requests and is not counted [203]."),
            ])
        case "requests.ids-wrap":
            SpecQuotes([170, 177], [
                Quote("5.2", [170], "Ids are 1, 2, 3 … within a session, modulo 65536 [170]."),
                Quote("5.3", [177], "d > 0, CRC any: overwrite the entry, execute, answer [177]"),
            ])
        case "requests.large-made-anew":
            SpecQuotes([179], [
                Quote("5.3", [179], "d 0, CRC same: send the same answer again; an answer over 32 bytes, which only operations marked large in 8 give, is made anew, which has no effect [179]"),
            ])
        case "requests.sequence-reused":
            SpecQuotes([180], [
                Quote("5.3", [180], "d 0, CRC other: SEQUENCE_REUSED, not executed [180]"),
            ])
        case "requests.stale":
            SpecQuotes([176, 181], [
                Quote("5.3", [176], "Entry k starts with id k − W [176] and no frame, so that id is SEQUENCE_REUSED."),
                Quote("5.3", [181], "d < 0, CRC any: STALE, not executed [181]"),
            ])
        case "requests.table-of-w":
            SpecQuotes([85, 175], [
                Quote("5.3", [175], "W entries of {id, CRC of the frame, answer of at most 32 bytes of payload} [175]."),
                Quote("4.3", [85], "offset 14, u8: max_inflight W: 1, 2, 4 or 8 [85]"),
            ])
        case "requests.window":
            SpecQuotes([200], [
                Quote("6.1", [200], "The dongle's receive buffer holds rx_window + one largest frame + 64 bytes [200]."),
            ])
        case "requests.window-unread":
            SpecQuotes([200], [
                Quote("6.1", [200], "The dongle's receive buffer holds rx_window + one largest frame + 64 bytes [200]."),
            ])
        case "scan.active":
            SpecQuotes([296], [
                Quote("9.1", [296], "offset 0, u8: mode: 0 passive, 1 active (without ACTIVE_SCAN: UNSUPPORTED) [296]"),
            ])
        case "scan.active-unsupported":
            SpecQuotes([296], [
                Quote("9.1", [296], "offset 0, u8: mode: 0 passive, 1 active (without ACTIVE_SCAN: UNSUPPORTED) [296]"),
            ])
        case "scan.arguments":
            SpecQuotes([61, 297, 298, 299], [
                Quote("9.1", [297], "offset 2, u16: scan interval, 0.625 ms, 4…16384; 0 = the dongle's choice [297]"),
                Quote("9.1", [298, 299], "offset 4, u16: scan window, 0.625 ms, 4…interval; 0 = the dongle's choice [298]. With interval 0: 4…16384, and the dongle chooses an interval that is not shorter [299]"),
                Quote("3.2", [61], "A request is answered with the first error that holds, in this order: … then in the order of its fields, each first malformed, then out of range or too large, then asking for an unsupported feature) [61] …"),
            ])
        case "scan.choice-of-dongle":
            SpecQuotes([297, 298, 299, 318, 319], [
                Quote("9.1", [318], "offset 2, u16: scan interval in effect: the one asked for, if it was not 0 [318]"),
                Quote("9.1", [319], "offset 4, u16: scan window in effect: likewise [319]"),
                Quote("9.1", [297], "offset 2, u16: scan interval, 0.625 ms, 4…16384; 0 = the dongle's choice [297]"),
                Quote("9.1", [298, 299], "offset 4, u16: scan window, 0.625 ms, 4…interval; 0 = the dongle's choice [298]. With interval 0: 4…16384, and the dongle chooses an interval that is not shorter [299]"),
            ])
        case "scan.coalescing-unsupported":
            SpecQuotes([304], [
                Quote("9.1", [304], "offset 8, u16: 0 = off; else without COALESCE: UNSUPPORTED [304]."),
            ])
        case "scan.filters-read":
            SpecQuotes([309, 310], [
                Quote("9.1", [309, 310], "offset 12, blob: The first entry that is wrong decides: cut short, MALFORMED [309]; an unknown kind, or bytes that do not fit the kind, INVALID_ARGUMENT with offset 12 [310]."),
            ])
        case "scan.filters-too-large":
            SpecQuotes([311, 538], [
                Quote("9.1", [311, 538], "offset 12, blob: More bytes than the dongle has room for: TOO_LARGE [311], looked at last [538]"),
            ])
        case "scan.filters-unsupported":
            SpecQuotes([306], [
                Quote("9.1", [306], "offset 12, blob: filters (with bytes in it but without SCAN_FILTERS: UNSUPPORTED, and no entry is looked at) [306]: {kind u8, length u8, bytes}."),
            ])
        case "scan.replaced":
            SpecQuotes([316], [
                Quote("9.1", [316], "SCAN_START while scanning replaces the parameters [316], and its batching holds for adverts that wait; the numbers go on."),
            ])
        case "scan.started-twice":
            SpecQuotes([336], [
                Quote("9.4", [336], "Sent when the state changes, for whatever reason but a new session [336]; behind the RESPONSE of the request that changed it."),
            ])
        case "scan.starts-and-stops":
            SpecQuotes([266, 336], [
                Quote("8.3", [266], "offset 18, u8: scan state: 0 stopped, 1 running, 2 failed [266]"),
                Quote("9.4", [336], "Sent when the state changes, for whatever reason but a new session [336]; behind the RESPONSE of the request that changed it."),
            ])
        case "scan.state-behind-answer":
            SpecQuotes([337], [
                Quote("9.4", [337], "Sent when the state changes, for whatever reason but a new session; behind the RESPONSE of the request that changed it [337]."),
            ])
        case "session.grant-of-another":
            SpecQuotes([145], [
                Quote("4.7", [145], "Other kinds of frame of another session are dropped and counted [145]."),
            ])
        case "session.kept-by-grant":
            SpecQuotes([147, 148], [
                Quote("4.8", [147], "Thirty seconds without any valid frame from the host of this session end it on the dongle, as if a new session had begun and ended [147]."),
                Quote("4.8", [148], "Valid is every REQUEST and GRANT with the session's number that is not dropped [148] (2, 4.5), whatever is answered and also if it changes nothing: the host is there."),
            ])
        case "session.kept-by-what-is-refused":
            SpecQuotes([149], [
                Quote("4.8", [149], "Valid is every REQUEST and GRANT with the session's number that is not dropped (2, 4.5), whatever is answered and also if it changes nothing [149]: the host is there."),
            ])
        case "session.silence-ends-it":
            SpecQuotes([147, 148, 150, 506, 534], [
                Quote("4.8", [150], "A HELLO with the number of the ended session is answered SESSION_IN_USE [150] (4.5), so that a host that was silent for so long does not take what follows for its old session."),
                Quote("12", [506], "state LIVE, event 30 s without a valid frame of this session (4.8): BOOTED (no BOOT is sent) [506]"),
                Quote("4.5", [534], "session and nonce “number of the session that silence has ended (4.8), as long as none has followed”: SESSION_IN_USE, nothing changes [534]"),
                Quote("4.8", [147], "Thirty seconds without any valid frame from the host of this session end it on the dongle, as if a new session had begun and ended [147]."),
                Quote("4.8", [148], "Valid is every REQUEST and GRANT with the session's number that is not dropped [148] (2, 4.5), whatever is answered and also if it changes nothing: the host is there."),
            ])
        case "session.wrong-session":
            SpecQuotes([63, 140, 141], [
                Quote("4.7", [140, 141], "A REQUEST whose session is not the current one, or that comes before any HELLO, is answered RESPONSE WRONG_SESSION with the request's own session and id (also where that session is 0) [140], and not executed [141]."),
                Quote("3.2", [63], "An answer by flags, session or request table leaves the request table as it is [63]; the others are kept in it."),
            ])
        case "state.counters":
            SpecQuotes([271, 272, 273, 274], [
                Quote("8.3", [271, 272, 273, 274], "offset 24, blob: counters since start, u32 each, in this order: frames received with a right CRC, including those that were dropped [271]; rejected malformed or short; rejected crc; rejected overflow [272]; dropped (wrong kind, direction or version; wrong session, but for requests; or as 2.3, 4.5 and 15 say) [273]; frames given to the line, of every kind and repeats too, without this answer [274] …"),
            ])
        case "state.counts-frames":
            SpecQuotes([271, 274], [
                Quote("8.3", [271, 274], "offset 24, blob: counters since start, u32 each, in this order: frames received with a right CRC, including those that were dropped [271] … frames given to the line, of every kind and repeats too, without this answer [274] …"),
            ])
        case "state.fields":
            SpecQuotes([264, 265], [
                Quote("8.3", [264], "offset 6, u16: stream A: oldest kept [264]"),
                Quote("8.3", [265], "offset 8, u16: stream A: next [265]"),
            ])
        case "statuses.error-body":
            SpecQuotes([52], [
                Quote("3.1", [52], "A sender MAY leave off the end of it where there is no detail; a detail that the table names MUST come, since hosts act on it [52]."),
            ])
        case "statuses.flags-first":
            SpecQuotes([55], [
                Quote("3.2", [55], "A request is answered with the first error that holds, in this order: flags [55] …"),
            ])
        case "statuses.malformed":
            SpecQuotes([60, 525], [
                Quote("15", [525], "A message that ends before a field of version 1.0 is MALFORMED (REQUEST) [525] or dropped and counted (others)."),
                Quote("3.2", [60], "A request is answered with the first error that holds, in this order: … payload (first whether it is long enough for all its fields, the bytes of blobs aside [60] …"),
            ])
        case "statuses.refusal-in-table":
            SpecQuotes([64], [
                Quote("3.2", [64], "An answer by flags, session or request table leaves the request table as it is; the others are kept in it [64]."),
            ])
        case "statuses.session-before-table":
            SpecQuotes([56], [
                Quote("3.2", [56], "A request is answered with the first error that holds, in this order: … session (not for HELLO and REBOOT) [56] …"),
            ])
        case "statuses.table-before-operation":
            SpecQuotes([57], [
                Quote("3.2", [57], "A request is answered with the first error that holds, in this order: … request table (5.3) [57] …"),
            ])
        case "statuses.unknown-operation":
            SpecQuotes([58], [
                Quote("3.2", [58], "A request is answered with the first error that holds, in this order: … operation [58] …"),
            ])
        case "statuses.unsupported":
            SpecQuotes([59, 251], [
                Quote("3.2", [59], "A request is answered with the first error that holds, in this order: … support of the operation [59] …"),
                Quote("8", [251], "An operation whose feature bit is not set is answered UNSUPPORTED [251]."),
            ])
        case "streams.counted-in-state":
            SpecQuotes([256, 257, 263, 264, 265], [
                Quote("8.1", [256], "offset 10, u16: stream A: counter of the oldest event kept (everything before it is acknowledged) [256]"),
                Quote("8.1", [257], "offset 12, u16: stream A: counter the next new event will have [257]"),
                Quote("8.3", [263], "Answer, large: a snapshot that includes the effect of every event before the stream A counter it gives [263]."),
                Quote("8.3", [264], "offset 6, u16: stream A: oldest kept [264]"),
                Quote("8.3", [265], "offset 8, u16: stream A: next [265]"),
            ])
        case "streams.counter":
            SpecQuotes([215], [
                Quote("7.1", [215], "The header's counter is 0 for the first event of a session and then one more for each, modulo 65536 [215]."),
            ])
        case "streams.counter-from-zero":
            SpecQuotes([33, 215], [
                Quote("2", [33], "offset 4, u16: REQUEST, RESPONSE: request id. EVENT, LOG: counter of the stream (7). Else 0 [33]"),
                Quote("7.1", [215], "The header's counter is 0 for the first event of a session and then one more for each, modulo 65536 [215]."),
            ])
        case "streams.counter-wraps":
            SpecQuotes([215], [
                Quote("7.1", [215], "The header's counter is 0 for the first event of a session and then one more for each, modulo 65536 [215]."),
            ])
        case "streams.full-ring":
            SpecQuotes([162, 240, 242, 536], [
                Quote("5.1", [162], "Each is open, and takes its place, until its DONE is in the ring [162]."),
                Quote("7.5", [242], "Of the state of a scan, and of the config, only the newest waits; it is sent even if it equals the one that was sent last [242]."),
                Quote("7.5", [536], "An operation whose outcome waits so keeps it: CANCEL and deadline change nothing any more [536]."),
                Quote("7.5", [240], "What must not be lost waits at its place until the ring has room: DONE in its operation [240], CONNECTED, LOST, an indication (10.8) and DISCONNECTED in the connection slot."),
            ])
        case "streams.gap-goes-on-from-next":
            SpecQuotes([229], [
                Quote("7.3", [229], "A valid GRANT frees the events before next; with gap = 1 the dongle goes on sending from next [229]."),
            ])
        case "streams.grant-behind-gap":
            SpecQuotes([227, 228], [
                Quote("7.3", [228], "A valid GRANT frees the events before next [228]; with gap = 1 the dongle goes on sending from next."),
                Quote("7.3", [227], "A GRANT is valid if (next − oldest) mod 65536 ≤ sent; else it is ignored [227]."),
            ])
        case "streams.grant-frees":
            SpecQuotes([228], [
                Quote("7.3", [228], "A valid GRANT frees the events before next [228]; with gap = 1 the dongle goes on sending from next."),
            ])
        case "streams.invalid-grant-ignored":
            SpecQuotes([227], [
                Quote("7.3", [227], "A GRANT is valid if (next − oldest) mod 65536 ≤ sent; else it is ignored [227]."),
            ])
        case "streams.kept-until-granted":
            SpecQuotes([216], [
                Quote("7.1", [216], "An event stays in the dongle's ring until it is acknowledged [216]."),
            ])
        case "streams.not-repeated-by-itself":
            SpecQuotes([218], [
                Quote("7.1", [218], "The dongle never sends an event twice by itself [218]."),
            ])
        case "streams.reordered-grants":
            SpecQuotes([227], [
                Quote("7.3", [227], "A GRANT is valid if (next − oldest) mod 65536 ≤ sent; else it is ignored [227]."),
            ])
        case "streams.sixteen-unacknowledged":
            SpecQuotes([217], [
                Quote("7.1", [217], "At most 16 events are unacknowledged and sent [217]."),
            ])
        case "wifi.arguments":
            SpecQuotes([340, 341, 343], [
                Quote("9.5", [340, 341, 343], "WIFI_SCAN_START: 0 u16 ms per channel, 50…10,000, 0 = the dongle's choice [340]; 2 u8 highest channel, 1…14, 0 = 13 [341]; 3 i8 minimum RSSI, −128 = none; 4 u16 batching, ms, 0…1000 [343]."),
            ])
        case "wifi.starts-and-stops":
            SpecQuotes([245, 267, 344, 345], [
                Quote("7.6", [245], "Every advert that passes the scan's filters takes a number, whether it can be queued or not; likewise every Wi-Fi sighting, with numbers of its own [245]."),
                Quote("8.3", [267], "offset 19, u8: Wi-Fi scan state: likewise [267]"),
                Quote("9.5", [344], "Answer: 0 status, 2 u32 Wi-Fi sightings: as in PING [344]."),
                Quote("9.5", [345], "WIFI_SCAN_STOP: as SCAN_STOP [345]."),
            ])
        default: SpecQuotes([], [])
        }
    }
}
