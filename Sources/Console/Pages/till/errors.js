import { errors } from '../shell/errors.js';

/**
 * The till's errors, as in the shell's table. The texts of the club's server and of its briefing stay word for word, such
 * as "Client-Fehler (404)": for them, the sentence is null.
 */
const own = {
  'till-unreachable': {
    en: ['The club’s server cannot be reached. Nothing can be booked now.', 'The cart is kept. Try again later.'],
    de: ['Der Server des Vereins ist nicht erreichbar. Jetzt lässt sich nichts buchen.', 'Der Warenkorb bleibt. Später noch einmal versuchen.'],
  },
  'till-failed': {
    en: [null, 'The cart is kept. Try again later.'],
    de: [null, 'Der Warenkorb bleibt. Später noch einmal versuchen.'],
  },
  'till-not-json': {
    en: [null, 'The cart is kept. The gateway’s network may need a login.'],
    de: [null, 'Der Warenkorb bleibt. Vielleicht verlangt das Netz des Gateways eine Anmeldung.'],
  },
  'till-malformed': {
    en: [null, 'The club’s server uses another version of its API. Tell those who look after the gateway.'],
    de: [null, 'Der Server des Vereins spricht eine andere Fassung der API. Den Betreuern des Gateways melden.'],
  },
  'till-untrusted': {
    en: [null, 'Book nothing here. Tell those who look after the gateway.'],
    de: [null, 'Hier nichts buchen. Den Betreuern des Gateways melden.'],
  },
  'till-logged-out': {
    en: ['Your login has expired. The cart is kept.', 'Log in again.'],
    de: ['Anmeldung erforderlich', 'Die Anmeldung ist abgelaufen. Neu anmelden; der Warenkorb bleibt.'],
  },
  'till-not-logged-in': {
    en: ['Nobody is logged in. The cart is kept.', 'Log in.'],
    de: ['Anmeldung erforderlich', 'Anmelden; der Warenkorb bleibt.'],
  },
  'till-login-needed': {
    en: ['Your login has expired. The cart is kept.', 'Log in again.'],
    de: ['Anmeldung erforderlich', 'Neu anmelden; der Warenkorb bleibt.'],
  },
  'till-idle': {
    en: [null, 'Log in again.'],
    de: ['Die Kasse hat abgemeldet, weil sie nicht benutzt wurde.', 'Neu anmelden; der Warenkorb bleibt.'],
  },
  'too-many-logins': {
    en: [null, null],
    de: ['Es gab zu viele falsche Anmeldungen.', 'In ein paar Minuten noch einmal versuchen.'],
  },
  'too-many-members': {
    en: [null, null],
    de: ['Es sind zu viele Mitglieder angemeldet.', 'Noch einmal versuchen, wenn sich jemand abgemeldet hat.'],
  },
  'badge-away': {
    en: [null, null],
    de: ['Der Badge ist nicht in der Nähe.', 'Zur Kasse bringen oder mit der PIN anmelden.'],
  },
  'badge-closed': {
    en: [null, null],
    de: ['Für diesen Badge ist keine Anmeldung vorgemerkt.', 'Mit der PIN anmelden.'],
  },
  'badge-taken': {
    en: [null, null],
    de: ['Diesen Badge hat ein anderes Mitglied.', 'Einen anderen wählen.'],
  },
  'till-login-refused': {
    en: [null, 'Check e-mail, mobile number and PIN. Wrong PINs lock the account.'],
    de: [null, 'E-Mail, Mobilnummer und PIN prüfen. Falsche PINs sperren das Konto.'],
  },
  'till-forbidden': {
    en: [null, 'If you have no PIN yet, set it. If the account is locked, reset the PIN.'],
    de: [null, 'Ohne PIN: die PIN festlegen. Bei gesperrtem Konto: die PIN zurücksetzen.'],
  },
  'till-refused': {
    en: [null, 'The club’s server refused this.'],
    de: [null, 'Der Server des Vereins hat das abgelehnt.'],
  },
  'till-not-found': {
    en: [null, 'The list of products is read again. The cart is kept.'],
    de: [null, 'Die Produkte werden neu geladen. Der Warenkorb bleibt.'],
  },
  'unknown-product': {
    en: ['This product is no longer sold.', 'Choose another one. The cart is kept.'],
    de: ['Dieses Produkt ist nicht mehr im Verkauf.', 'Ein anderes wählen. Der Warenkorb bleibt.'],
  },
  'till-not-sold': {
    en: [null, 'Remove it from the cart, or choose another one.'],
    de: ['Ein Produkt ist nicht mehr im Verkauf. Nichts wurde gebucht.', 'Aus dem Warenkorb entfernen oder ein anderes wählen.'],
  },
  'till-busy': {
    en: ['Another till books for you now.', 'Try again in a moment.'],
    de: ['Eine andere Kasse bucht gerade für dieses Konto.', 'Gleich noch einmal versuchen.'],
  },
  'booking-unknown': {
    en: ['The outcome of an earlier booking is not known yet.', 'Wait until the till has looked it up. Nothing else was booked.'],
    de: ['Der Ausgang einer früheren Buchung ist noch unbekannt.', 'Warten, bis die Kasse nachgesehen hat. Sonst wurde nichts gebucht.'],
  },
  'not-booked': {
    en: ['The club’s server did not get the booking.', 'Book again.'],
    de: ['Die Buchung ist beim Server des Vereins nicht angekommen.', 'Noch einmal buchen.'],
  },
  'till-pin-needed': {
    en: ['This booking needs your PIN.', 'Book again and enter the PIN.'],
    de: ['Diese Buchung braucht die PIN.', 'Noch einmal buchen und die PIN eingeben.'],
  },
  'full-cart': {
    en: ['The cart is full.', 'Book it first.'],
    de: ['Der Warenkorb ist voll.', 'Zuerst buchen.'],
  },
};

Object.assign(errors, own);
