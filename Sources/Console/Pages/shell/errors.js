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
};
