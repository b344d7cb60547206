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
  'missing-property': {
    en: [null, 'Take another beacon.'],
    de: ['Dieses Gerät lässt sich nicht einrichten.', 'Einen anderen Beacon nehmen.'],
  },
  'not-heard': {
    en: [null, 'Go nearer, or wake the beacon: press its button, or take its battery out and put it back.'],
    de: ['Das Gerät war nicht zu hören.', 'Näher herangehen oder es wecken: Taste drücken oder Batterie herausnehmen und wieder einsetzen.'],
  },
  'not-connectable': {
    en: [null, 'Press its button, or take its battery out and put it back.'],
    de: ['Der Beacon nimmt keine Verbindung an.', 'Taste drücken oder Batterie herausnehmen und wieder einsetzen.'],
  },
  'no-connection': {
    en: [null, 'Go nearer, and check that no phone is connected to the beacon.'],
    de: ['Der Beacon war zu hören, antwortete aber nicht.', 'Näher herangehen und prüfen, ob ein Telefon mit dem Beacon verbunden ist.'],
  },
  'no-slot': {
    en: [null, 'End other connections on the screen Gateway, or wait for them to end.'],
    de: ['Der Dongle hatte keine Verbindung frei.', 'Andere Verbindungen unter Gateway beenden oder ihr Ende abwarten.'],
  },
  'passwords-refused': {
    en: [null, 'The beacon has a password of its own. Take another beacon, or add the password to the gateway’s profile.'],
    de: ['Der Beacon nimmt keines der Passwörter an.', 'Er hat ein eigenes Passwort. Einen anderen Beacon nehmen oder das Passwort im Profil des Gateways ergänzen.'],
  },
  'step-refused': {
    en: [null, 'Try again, or take another beacon.'],
    de: ['Der Beacon hat einen Schritt abgelehnt.', 'Noch einmal versuchen oder einen anderen Beacon nehmen.'],
  },
  'no-reply': {
    en: [null, 'Try again, or take another beacon.'],
    de: ['Der Beacon hat auf einen Schritt nicht geantwortet.', 'Noch einmal versuchen oder einen anderen Beacon nehmen.'],
  },
  'step-timed-out': {
    en: [null, 'Go nearer, then try again.'],
    de: ['Der Beacon hat nicht rechtzeitig geantwortet.', 'Näher herangehen, dann noch einmal versuchen.'],
  },
  'mtu-too-small': {
    en: [null, 'Take another beacon.'],
    de: ['Dieses Gerät nimmt zu kleine Stücke an und lässt sich so nicht einrichten.', 'Einen anderen Beacon nehmen.'],
  },
  'not-seen': {
    en: [null, 'Go nearer, or take its battery out and put it back: many beacons change only when they restart.'],
    de: ['Der Beacon war mit seiner neuen Identität nicht zu hören.', 'Näher herangehen oder die Batterie herausnehmen und wieder einsetzen: Viele Beacons ändern sich erst beim Neustart.'],
  },
  'seen-before': {
    en: [null, 'Take the battery out, check that the identity falls silent, and put it back.'],
    de: ['Diese Identität war schon vorher zu hören. Das beweist nichts.', 'Batterie herausnehmen, prüfen, ob die Identität verstummt, und wieder einsetzen.'],
  },
  'seen-elsewhere': {
    en: [null, 'Take the battery out of the beacon. If that device falls silent, it is the beacon: put the battery back.'],
    de: ['Die neue Identität kommt von einer anderen Adresse.', 'Batterie des Beacons herausnehmen. Verstummt die Adresse, ist es dieser Beacon: Batterie wieder einsetzen.'],
  },
  stopped: {
    en: [null, null],
    de: ['Der Vorgang wurde angehalten.', null],
  },
  'run-interrupted': {
    en: [null, null],
    de: ['Das Gateway wurde dabei beendet.', null],
  },
  'dongle-lost': {
    en: [null, 'Plug the dongle in.'],
    de: ['Die Verbindung zum Dongle ging verloren.', 'Den Dongle einstecken.'],
  },
  'journal-failed': {
    en: [null, 'Free space on the gateway’s disk.'],
    de: ['Das Protokoll war nicht zu schreiben, deshalb geschah nichts weiter.', 'Platz auf der Platte des Gateways schaffen.'],
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
