/**
 * Errors that crews meet, in the console's languages, by code: sentence and next step. The gateway tells all errors in
 * English; codes that are not here are shown in its words. `null` keeps the gateway's sentence or next step.
 */
export const errors = {
  'gateway-unreachable': {
    en: ['The gateway does not answer.', 'Check that this device is in the gateway’s network. The console tries again by itself.'],
    de: ['Das Gateway antwortet nicht.', 'Prüfen, ob dieses Gerät im Netz des Gateways ist. Die Konsole versucht es von selbst weiter.'],
  },
  unauthorized: {
    en: ['This session has ended.', 'Open a new link from `perch console`.'],
    de: ['Diese Sitzung ist beendet.', 'Einen neuen Link von `perch console` öffnen.'],
  },
  'role-not-sufficient': {
    en: ['This session may not do that.', 'Ask for a link with another role.'],
    de: ['Diese Sitzung darf das nicht.', 'Um einen Link mit einer anderen Rolle bitten.'],
  },
  'no-such-service': {
    en: ['This device is not a CP28.', ''],
    de: ['Dieses Gerät ist kein CP28.', ''],
  },
  'payfrit-unreachable': {
    en: ['Payfrit cannot be reached.', 'Check the gateway’s internet connection, then try again.'],
    de: ['Payfrit ist nicht erreichbar.', 'Die Internetverbindung des Gateways prüfen, dann noch einmal versuchen.'],
  },
  'logged-out': {
    en: ['Your Payfrit login has expired.', 'Log in again.'],
    de: ['Die Anmeldung bei Payfrit ist abgelaufen.', 'Neu anmelden.'],
  },
  'not-logged-in': {
    en: ['Nobody is logged in to Payfrit.', 'Log in.'],
    de: ['Niemand ist bei Payfrit angemeldet.', 'Anmelden.'],
  },
  'no-business': {
    en: ['No business is chosen.', 'Choose a business.'],
    de: ['Es ist kein Betrieb gewählt.', 'Einen Betrieb wählen.'],
  },
  'invalid-alias': {
    en: null,
    de: ['So kann ein Dongle nicht heißen.', '1 bis 32 Buchstaben, Ziffern, Bindestriche, Punkte und Unterstriche verwenden, nicht wie eine Kennung.'],
  },
  'alias-taken': {
    en: null,
    de: ['Dieser Name ist schon vergeben.', 'Einen anderen Namen wählen oder ihn dort zuerst entfernen.'],
  },
  'too-many': {
    en: null,
    de: ['Zu viele gleichzeitige Zugriffe.', 'Eine andere Ansicht schließen, dann noch einmal versuchen.'],
  },
  'payfrit-failed': {
    en: [null, null],
    de: [null, 'Später noch einmal versuchen. Bleibt es dabei: `payfrit.environment` und `payfrit.api` prüfen.'],
  },
  'payfrit-not-json': {
    en: [null, null],
    de: [null, 'Vielleicht hat die Anmeldeseite eines Gastnetzes geantwortet: in einem Browser dort anmelden. Sonst prüfen, ob `payfrit.environment` mit /api endet.'],
  },
  'payfrit-malformed': {
    en: [null, null],
    de: [null, 'Das Backend spricht eine andere Fassung der API. Den Betreuern des Gateways melden.'],
  },
  'payfrit-refused': {
    en: [null, null],
    de: [null, 'Payfrit hat das abgelehnt. Korrigieren und noch einmal versuchen.'],
  },
  'payfrit-not-in-this-api': {
    en: ['Payfrit’s older API cannot do that.', 'Use the app, or change `payfrit.api`.'],
    de: ['Payfrits ältere API kann das nicht.', 'Die App verwenden oder `payfrit.api` ändern.'],
  },
  'registration-under-way': {
    en: ['This registration is being delivered now.', 'Look again in a moment.'],
    de: ['Diese Registrierung wird gerade zugestellt.', 'Gleich noch einmal nachsehen.'],
  },
  'unknown-registration': {
    en: ['This registration is gone.', 'It was delivered or dropped.'],
    de: ['Diese Registrierung gibt es nicht mehr.', 'Sie wurde zugestellt oder aufgegeben.'],
  },
  'unknown-business': {
    en: ['You are not in this business.', 'Choose another one.'],
    de: ['Zu diesem Betrieb besteht kein Zugang.', 'Einen anderen wählen.'],
  },
};
