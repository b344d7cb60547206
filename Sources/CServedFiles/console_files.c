// Generated from Sources/Console/Pages by tools/console/files.
#include "served_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t file_0[] = {
#embed "../Console/Pages/air/acts.js"
};

static const uint8_t file_1[] = {
#embed "../Console/Pages/air/air.js"
};

static const uint8_t file_2[] = {
#embed "../Console/Pages/air/chart.js"
};

static const uint8_t file_3[] = {
#embed "../Console/Pages/air/columns.js"
};

static const uint8_t file_4[] = {
#embed "../Console/Pages/air/detail.js"
};

static const uint8_t file_5[] = {
#embed "../Console/Pages/air/device.js"
};

static const uint8_t file_6[] = {
#embed "../Console/Pages/air/export.js"
};

static const uint8_t file_7[] = {
#embed "../Console/Pages/air/facts.js"
};

static const uint8_t file_8[] = {
#embed "../Console/Pages/air/filter.js"
};

static const uint8_t file_9[] = {
#embed "../Console/Pages/air/history.js"
};

static const uint8_t file_10[] = {
#embed "../Console/Pages/air/intake.js"
};

static const uint8_t file_11[] = {
#embed "../Console/Pages/air/model.js"
};

static const uint8_t file_12[] = {
#embed "../Console/Pages/air/notices.js"
};

static const uint8_t file_13[] = {
#embed "../Console/Pages/air/numbers.js"
};

static const uint8_t file_14[] = {
#embed "../Console/Pages/air/order.js"
};

static const uint8_t file_15[] = {
#embed "../Console/Pages/air/raw.js"
};

static const uint8_t file_16[] = {
#embed "../Console/Pages/air/rows.js"
};

static const uint8_t file_17[] = {
#embed "../Console/Pages/air/state.js"
};

static const uint8_t file_18[] = {
#embed "../Console/Pages/air/structures.js"
};

static const uint8_t file_19[] = {
#embed "../Console/Pages/air/style.css"
};

static const uint8_t file_20[] = {
#embed "../Console/Pages/air/texts.js"
};

static const uint8_t file_21[] = {
#embed "../Console/Pages/air/toolbar.js"
};

static const uint8_t file_22[] = {
#embed "../Console/Pages/air/view.js"
};

static const uint8_t file_23[] = {
#embed "../Console/Pages/gateway/access.js"
};

static const uint8_t file_24[] = {
#embed "../Console/Pages/gateway/accesstexts.js"
};

static const uint8_t file_25[] = {
#embed "../Console/Pages/gateway/doctor.js"
};

static const uint8_t file_26[] = {
#embed "../Console/Pages/gateway/dongle.js"
};

static const uint8_t file_27[] = {
#embed "../Console/Pages/gateway/dongleactions.js"
};

static const uint8_t file_28[] = {
#embed "../Console/Pages/gateway/dongles.js"
};

static const uint8_t file_29[] = {
#embed "../Console/Pages/gateway/dongletexts.js"
};

static const uint8_t file_30[] = {
#embed "../Console/Pages/gateway/eventlog.js"
};

static const uint8_t file_31[] = {
#embed "../Console/Pages/gateway/eventmark.js"
};

static const uint8_t file_32[] = {
#embed "../Console/Pages/gateway/events.js"
};

static const uint8_t file_33[] = {
#embed "../Console/Pages/gateway/logtexts.js"
};

static const uint8_t file_34[] = {
#embed "../Console/Pages/gateway/model.js"
};

static const uint8_t file_35[] = {
#embed "../Console/Pages/gateway/outbox.js"
};

static const uint8_t file_36[] = {
#embed "../Console/Pages/gateway/parts.js"
};

static const uint8_t file_37[] = {
#embed "../Console/Pages/gateway/poll.js"
};

static const uint8_t file_38[] = {
#embed "../Console/Pages/gateway/proxies.js"
};

static const uint8_t file_39[] = {
#embed "../Console/Pages/gateway/proxytexts.js"
};

static const uint8_t file_40[] = {
#embed "../Console/Pages/gateway/store.js"
};

static const uint8_t file_41[] = {
#embed "../Console/Pages/gateway/style.css"
};

static const uint8_t file_42[] = {
#embed "../Console/Pages/gateway/texts.js"
};

static const uint8_t file_43[] = {
#embed "../Console/Pages/gateway/view.js"
};

static const uint8_t file_44[] = {
#embed "../Console/Pages/gateway/waiting.js"
};

static const uint8_t file_45[] = {
#embed "../Console/Pages/login/businesses.js"
};

static const uint8_t file_46[] = {
#embed "../Console/Pages/login/form.js"
};

static const uint8_t file_47[] = {
#embed "../Console/Pages/login/model.js"
};

static const uint8_t file_48[] = {
#embed "../Console/Pages/login/needs.js"
};

static const uint8_t file_49[] = {
#embed "../Console/Pages/login/style.css"
};

static const uint8_t file_50[] = {
#embed "../Console/Pages/login/texts.js"
};

static const uint8_t file_51[] = {
#embed "../Console/Pages/login/view.js"
};

static const uint8_t file_52[] = {
#embed "../Console/Pages/provision/bring.js"
};

static const uint8_t file_53[] = {
#embed "../Console/Pages/provision/flow.js"
};

static const uint8_t file_54[] = {
#embed "../Console/Pages/provision/model.js"
};

static const uint8_t file_55[] = {
#embed "../Console/Pages/provision/picker.js"
};

static const uint8_t file_56[] = {
#embed "../Console/Pages/provision/style.css"
};

static const uint8_t file_57[] = {
#embed "../Console/Pages/provision/texts.js"
};

static const uint8_t file_58[] = {
#embed "../Console/Pages/provision/view.js"
};

static const uint8_t file_59[] = {
#embed "../Console/Pages/provision/work.js"
};

static const uint8_t file_60[] = {
#embed "../Console/Pages/shell/api.js"
};

static const uint8_t file_61[] = {
#embed "../Console/Pages/shell/app.js"
};

static const uint8_t file_62[] = {
#embed "../Console/Pages/shell/attention.js"
};

static const uint8_t file_63[] = {
#embed "../Console/Pages/shell/connection.js"
};

static const uint8_t file_64[] = {
#embed "../Console/Pages/shell/dialog.js"
};

static const uint8_t file_65[] = {
#embed "../Console/Pages/shell/dom.js"
};

static const uint8_t file_66[] = {
#embed "../Console/Pages/shell/download.js"
};

static const uint8_t file_67[] = {
#embed "../Console/Pages/shell/errors.js"
};

static const uint8_t file_68[] = {
#embed "../Console/Pages/shell/frame.js"
};

static const uint8_t file_69[] = {
#embed "../Console/Pages/shell/index.html"
};

static const uint8_t file_70[] = {
#embed "../Console/Pages/shell/keyed.js"
};

static const uint8_t file_71[] = {
#embed "../Console/Pages/shell/language.js"
};

static const uint8_t file_72[] = {
#embed "../Console/Pages/shell/list.js"
};

static const uint8_t file_73[] = {
#embed "../Console/Pages/shell/live.js"
};

static const uint8_t file_74[] = {
#embed "../Console/Pages/shell/mark.js"
};

static const uint8_t file_75[] = {
#embed "../Console/Pages/shell/menu.js"
};

static const uint8_t file_76[] = {
#embed "../Console/Pages/shell/numbers.js"
};

static const uint8_t file_77[] = {
#embed "../Console/Pages/shell/order.js"
};

static const uint8_t file_78[] = {
#embed "../Console/Pages/shell/press.js"
};

static const uint8_t file_79[] = {
#embed "../Console/Pages/shell/problem.js"
};

static const uint8_t file_80[] = {
#embed "../Console/Pages/shell/router.js"
};

static const uint8_t file_81[] = {
#embed "../Console/Pages/shell/screens.js"
};

static const uint8_t file_82[] = {
#embed "../Console/Pages/shell/session.js"
};

static const uint8_t file_83[] = {
#embed "../Console/Pages/shell/status.js"
};

static const uint8_t file_84[] = {
#embed "../Console/Pages/shell/storage.js"
};

static const uint8_t file_85[] = {
#embed "../Console/Pages/shell/style.css"
};

static const uint8_t file_86[] = {
#embed "../Console/Pages/shell/symbols.js"
};

static const uint8_t file_87[] = {
#embed "../Console/Pages/shell/texts.js"
};

static const uint8_t file_88[] = {
#embed "../Console/Pages/shell/time.js"
};

static const uint8_t file_89[] = {
#embed "../Console/Pages/shell/toast.js"
};

static const uint8_t file_90[] = {
#embed "../Console/Pages/shell/words.js"
};

static const uint8_t file_91[] = {
#embed "../Console/Pages/signal/byhand.js"
};

static const uint8_t file_92[] = {
#embed "../Console/Pages/signal/identity.js"
};

static const uint8_t file_93[] = {
#embed "../Console/Pages/signal/meter.js"
};

static const uint8_t file_94[] = {
#embed "../Console/Pages/signal/model.js"
};

static const uint8_t file_95[] = {
#embed "../Console/Pages/signal/panel.js"
};

static const uint8_t file_96[] = {
#embed "../Console/Pages/signal/picker.js"
};

static const uint8_t file_97[] = {
#embed "../Console/Pages/signal/places.js"
};

static const uint8_t file_98[] = {
#embed "../Console/Pages/signal/sources.js"
};

static const uint8_t file_99[] = {
#embed "../Console/Pages/signal/style.css"
};

static const uint8_t file_100[] = {
#embed "../Console/Pages/signal/texts.js"
};

static const uint8_t file_101[] = {
#embed "../Console/Pages/signal/view.js"
};

static const uint8_t file_102[] = {
#embed "../Console/Pages/start/texts.js"
};

static const uint8_t file_103[] = {
#embed "../Console/Pages/start/view.js"
};

static const uint8_t file_104[] = {
#embed "../Console/Pages/tables/assignments.js"
};

static const uint8_t file_105[] = {
#embed "../Console/Pages/tables/beaconform.js"
};

static const uint8_t file_106[] = {
#embed "../Console/Pages/tables/beaconlist.js"
};

static const uint8_t file_107[] = {
#embed "../Console/Pages/tables/choosebeacon.js"
};

static const uint8_t file_108[] = {
#embed "../Console/Pages/tables/deletions.js"
};

static const uint8_t file_109[] = {
#embed "../Console/Pages/tables/directory.js"
};

static const uint8_t file_110[] = {
#embed "../Console/Pages/tables/drafts.js"
};

static const uint8_t file_111[] = {
#embed "../Console/Pages/tables/model.js"
};

static const uint8_t file_112[] = {
#embed "../Console/Pages/tables/names.js"
};

static const uint8_t file_113[] = {
#embed "../Console/Pages/tables/parts.js"
};

static const uint8_t file_114[] = {
#embed "../Console/Pages/tables/pull.js"
};

static const uint8_t file_115[] = {
#embed "../Console/Pages/tables/registration.js"
};

static const uint8_t file_116[] = {
#embed "../Console/Pages/tables/report.js"
};

static const uint8_t file_117[] = {
#embed "../Console/Pages/tables/signals.js"
};

static const uint8_t file_118[] = {
#embed "../Console/Pages/tables/style.css"
};

static const uint8_t file_119[] = {
#embed "../Console/Pages/tables/swipe.js"
};

static const uint8_t file_120[] = {
#embed "../Console/Pages/tables/tabledetail.js"
};

static const uint8_t file_121[] = {
#embed "../Console/Pages/tables/tableform.js"
};

static const uint8_t file_122[] = {
#embed "../Console/Pages/tables/tablelist.js"
};

static const uint8_t file_123[] = {
#embed "../Console/Pages/tables/tablerow.js"
};

static const uint8_t file_124[] = {
#embed "../Console/Pages/tables/texts.js"
};

static const uint8_t file_125[] = {
#embed "../Console/Pages/tables/trouble.js"
};

static const uint8_t file_126[] = {
#embed "../Console/Pages/tables/view.js"
};

static const uint8_t file_127[] = {
#embed "../Console/Pages/till/account.js"
};

static const uint8_t file_128[] = {
#embed "../Console/Pages/till/askpin.js"
};

static const uint8_t file_129[] = {
#embed "../Console/Pages/till/badge.js"
};

static const uint8_t file_130[] = {
#embed "../Console/Pages/till/balance.js"
};

static const uint8_t file_131[] = {
#embed "../Console/Pages/till/cart.js"
};

static const uint8_t file_132[] = {
#embed "../Console/Pages/till/chart.js"
};

static const uint8_t file_133[] = {
#embed "../Console/Pages/till/errors.js"
};

static const uint8_t file_134[] = {
#embed "../Console/Pages/till/history.js"
};

static const uint8_t file_135[] = {
#embed "../Console/Pages/till/icons.js"
};

static const uint8_t file_136[] = {
#embed "../Console/Pages/till/kiosk.js"
};

static const uint8_t file_137[] = {
#embed "../Console/Pages/till/leave.js"
};

static const uint8_t file_138[] = {
#embed "../Console/Pages/till/model.js"
};

static const uint8_t file_139[] = {
#embed "../Console/Pages/till/money.js"
};

static const uint8_t file_140[] = {
#embed "../Console/Pages/till/openbooking.js"
};

static const uint8_t file_141[] = {
#embed "../Console/Pages/till/orders.js"
};

static const uint8_t file_142[] = {
#embed "../Console/Pages/till/pinpad.js"
};

static const uint8_t file_143[] = {
#embed "../Console/Pages/till/profile.js"
};

static const uint8_t file_144[] = {
#embed "../Console/Pages/till/reset.js"
};

static const uint8_t file_145[] = {
#embed "../Console/Pages/till/shop.js"
};

static const uint8_t file_146[] = {
#embed "../Console/Pages/till/spending.js"
};

static const uint8_t file_147[] = {
#embed "../Console/Pages/till/start.js"
};

static const uint8_t file_148[] = {
#embed "../Console/Pages/till/style.css"
};

static const uint8_t file_149[] = {
#embed "../Console/Pages/till/texts.js"
};

static const uint8_t file_150[] = {
#embed "../Console/Pages/till/tile.js"
};

static const uint8_t file_151[] = {
#embed "../Console/Pages/till/view.js"
};

static const uint8_t file_152[] = {
#embed "../Console/Pages/till/who.js"
};

static const perch_named_file_t files[] = {
    { "air/acts.js", file_0, sizeof file_0 },
    { "air/air.js", file_1, sizeof file_1 },
    { "air/chart.js", file_2, sizeof file_2 },
    { "air/columns.js", file_3, sizeof file_3 },
    { "air/detail.js", file_4, sizeof file_4 },
    { "air/device.js", file_5, sizeof file_5 },
    { "air/export.js", file_6, sizeof file_6 },
    { "air/facts.js", file_7, sizeof file_7 },
    { "air/filter.js", file_8, sizeof file_8 },
    { "air/history.js", file_9, sizeof file_9 },
    { "air/intake.js", file_10, sizeof file_10 },
    { "air/model.js", file_11, sizeof file_11 },
    { "air/notices.js", file_12, sizeof file_12 },
    { "air/numbers.js", file_13, sizeof file_13 },
    { "air/order.js", file_14, sizeof file_14 },
    { "air/raw.js", file_15, sizeof file_15 },
    { "air/rows.js", file_16, sizeof file_16 },
    { "air/state.js", file_17, sizeof file_17 },
    { "air/structures.js", file_18, sizeof file_18 },
    { "air/style.css", file_19, sizeof file_19 },
    { "air/texts.js", file_20, sizeof file_20 },
    { "air/toolbar.js", file_21, sizeof file_21 },
    { "air/view.js", file_22, sizeof file_22 },
    { "gateway/access.js", file_23, sizeof file_23 },
    { "gateway/accesstexts.js", file_24, sizeof file_24 },
    { "gateway/doctor.js", file_25, sizeof file_25 },
    { "gateway/dongle.js", file_26, sizeof file_26 },
    { "gateway/dongleactions.js", file_27, sizeof file_27 },
    { "gateway/dongles.js", file_28, sizeof file_28 },
    { "gateway/dongletexts.js", file_29, sizeof file_29 },
    { "gateway/eventlog.js", file_30, sizeof file_30 },
    { "gateway/eventmark.js", file_31, sizeof file_31 },
    { "gateway/events.js", file_32, sizeof file_32 },
    { "gateway/logtexts.js", file_33, sizeof file_33 },
    { "gateway/model.js", file_34, sizeof file_34 },
    { "gateway/outbox.js", file_35, sizeof file_35 },
    { "gateway/parts.js", file_36, sizeof file_36 },
    { "gateway/poll.js", file_37, sizeof file_37 },
    { "gateway/proxies.js", file_38, sizeof file_38 },
    { "gateway/proxytexts.js", file_39, sizeof file_39 },
    { "gateway/store.js", file_40, sizeof file_40 },
    { "gateway/style.css", file_41, sizeof file_41 },
    { "gateway/texts.js", file_42, sizeof file_42 },
    { "gateway/view.js", file_43, sizeof file_43 },
    { "gateway/waiting.js", file_44, sizeof file_44 },
    { "login/businesses.js", file_45, sizeof file_45 },
    { "login/form.js", file_46, sizeof file_46 },
    { "login/model.js", file_47, sizeof file_47 },
    { "login/needs.js", file_48, sizeof file_48 },
    { "login/style.css", file_49, sizeof file_49 },
    { "login/texts.js", file_50, sizeof file_50 },
    { "login/view.js", file_51, sizeof file_51 },
    { "provision/bring.js", file_52, sizeof file_52 },
    { "provision/flow.js", file_53, sizeof file_53 },
    { "provision/model.js", file_54, sizeof file_54 },
    { "provision/picker.js", file_55, sizeof file_55 },
    { "provision/style.css", file_56, sizeof file_56 },
    { "provision/texts.js", file_57, sizeof file_57 },
    { "provision/view.js", file_58, sizeof file_58 },
    { "provision/work.js", file_59, sizeof file_59 },
    { "shell/api.js", file_60, sizeof file_60 },
    { "shell/app.js", file_61, sizeof file_61 },
    { "shell/attention.js", file_62, sizeof file_62 },
    { "shell/connection.js", file_63, sizeof file_63 },
    { "shell/dialog.js", file_64, sizeof file_64 },
    { "shell/dom.js", file_65, sizeof file_65 },
    { "shell/download.js", file_66, sizeof file_66 },
    { "shell/errors.js", file_67, sizeof file_67 },
    { "shell/frame.js", file_68, sizeof file_68 },
    { "shell/index.html", file_69, sizeof file_69 },
    { "shell/keyed.js", file_70, sizeof file_70 },
    { "shell/language.js", file_71, sizeof file_71 },
    { "shell/list.js", file_72, sizeof file_72 },
    { "shell/live.js", file_73, sizeof file_73 },
    { "shell/mark.js", file_74, sizeof file_74 },
    { "shell/menu.js", file_75, sizeof file_75 },
    { "shell/numbers.js", file_76, sizeof file_76 },
    { "shell/order.js", file_77, sizeof file_77 },
    { "shell/press.js", file_78, sizeof file_78 },
    { "shell/problem.js", file_79, sizeof file_79 },
    { "shell/router.js", file_80, sizeof file_80 },
    { "shell/screens.js", file_81, sizeof file_81 },
    { "shell/session.js", file_82, sizeof file_82 },
    { "shell/status.js", file_83, sizeof file_83 },
    { "shell/storage.js", file_84, sizeof file_84 },
    { "shell/style.css", file_85, sizeof file_85 },
    { "shell/symbols.js", file_86, sizeof file_86 },
    { "shell/texts.js", file_87, sizeof file_87 },
    { "shell/time.js", file_88, sizeof file_88 },
    { "shell/toast.js", file_89, sizeof file_89 },
    { "shell/words.js", file_90, sizeof file_90 },
    { "signal/byhand.js", file_91, sizeof file_91 },
    { "signal/identity.js", file_92, sizeof file_92 },
    { "signal/meter.js", file_93, sizeof file_93 },
    { "signal/model.js", file_94, sizeof file_94 },
    { "signal/panel.js", file_95, sizeof file_95 },
    { "signal/picker.js", file_96, sizeof file_96 },
    { "signal/places.js", file_97, sizeof file_97 },
    { "signal/sources.js", file_98, sizeof file_98 },
    { "signal/style.css", file_99, sizeof file_99 },
    { "signal/texts.js", file_100, sizeof file_100 },
    { "signal/view.js", file_101, sizeof file_101 },
    { "start/texts.js", file_102, sizeof file_102 },
    { "start/view.js", file_103, sizeof file_103 },
    { "tables/assignments.js", file_104, sizeof file_104 },
    { "tables/beaconform.js", file_105, sizeof file_105 },
    { "tables/beaconlist.js", file_106, sizeof file_106 },
    { "tables/choosebeacon.js", file_107, sizeof file_107 },
    { "tables/deletions.js", file_108, sizeof file_108 },
    { "tables/directory.js", file_109, sizeof file_109 },
    { "tables/drafts.js", file_110, sizeof file_110 },
    { "tables/model.js", file_111, sizeof file_111 },
    { "tables/names.js", file_112, sizeof file_112 },
    { "tables/parts.js", file_113, sizeof file_113 },
    { "tables/pull.js", file_114, sizeof file_114 },
    { "tables/registration.js", file_115, sizeof file_115 },
    { "tables/report.js", file_116, sizeof file_116 },
    { "tables/signals.js", file_117, sizeof file_117 },
    { "tables/style.css", file_118, sizeof file_118 },
    { "tables/swipe.js", file_119, sizeof file_119 },
    { "tables/tabledetail.js", file_120, sizeof file_120 },
    { "tables/tableform.js", file_121, sizeof file_121 },
    { "tables/tablelist.js", file_122, sizeof file_122 },
    { "tables/tablerow.js", file_123, sizeof file_123 },
    { "tables/texts.js", file_124, sizeof file_124 },
    { "tables/trouble.js", file_125, sizeof file_125 },
    { "tables/view.js", file_126, sizeof file_126 },
    { "till/account.js", file_127, sizeof file_127 },
    { "till/askpin.js", file_128, sizeof file_128 },
    { "till/badge.js", file_129, sizeof file_129 },
    { "till/balance.js", file_130, sizeof file_130 },
    { "till/cart.js", file_131, sizeof file_131 },
    { "till/chart.js", file_132, sizeof file_132 },
    { "till/errors.js", file_133, sizeof file_133 },
    { "till/history.js", file_134, sizeof file_134 },
    { "till/icons.js", file_135, sizeof file_135 },
    { "till/kiosk.js", file_136, sizeof file_136 },
    { "till/leave.js", file_137, sizeof file_137 },
    { "till/model.js", file_138, sizeof file_138 },
    { "till/money.js", file_139, sizeof file_139 },
    { "till/openbooking.js", file_140, sizeof file_140 },
    { "till/orders.js", file_141, sizeof file_141 },
    { "till/pinpad.js", file_142, sizeof file_142 },
    { "till/profile.js", file_143, sizeof file_143 },
    { "till/reset.js", file_144, sizeof file_144 },
    { "till/shop.js", file_145, sizeof file_145 },
    { "till/spending.js", file_146, sizeof file_146 },
    { "till/start.js", file_147, sizeof file_147 },
    { "till/style.css", file_148, sizeof file_148 },
    { "till/texts.js", file_149, sizeof file_149 },
    { "till/tile.js", file_150, sizeof file_150 },
    { "till/view.js", file_151, sizeof file_151 },
    { "till/who.js", file_152, sizeof file_152 },
};

const perch_named_file_t *perch_console_files(size_t *count)
{
    *count = sizeof files / sizeof files[0];
    return files;
}
