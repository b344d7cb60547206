export const texts = {
  title: { en: 'This browser has no session', de: 'Dieser Browser hat keine Sitzung' },
  text: {
    en: 'Run this on the gateway’s machine, then scan the code or open the link on this device:',
    de: 'Auf dem Rechner des Gateways ausführen, dann den Code scannen oder den Link auf diesem Gerät öffnen:',
  },
  once: {
    en: 'The link works once, within 15 minutes. The session lasts 12 hours, or until the gateway restarts; that of a till 400 days.',
    de: 'Der Link gilt einmal, 15 Minuten lang. Die Sitzung dauert 12 Stunden oder bis das Gateway neu startet, die einer Kasse 400 Tage.',
  },
  certificate: {
    en: 'If the browser warned, the gateway made its certificate itself. `perch console` prints the certificate’s SHA-256 fingerprint: compare it once with the one that the browser shows. If they are the same, the connection is as private as with any other certificate.',
    de: 'Hat der Browser gewarnt, dann hat das Gateway sein Zertifikat selbst erstellt. `perch console` zeigt den SHA-256-Fingerabdruck des Zertifikats: einmal mit dem vergleichen, den der Browser zeigt. Sind beide gleich, ist die Verbindung so vertraulich wie mit jedem anderen Zertifikat.',
  },
  plain: {
    en: 'This address is reachable from this machine only, so it needs no certificate.',
    de: 'Diese Adresse ist nur von diesem Rechner aus erreichbar und braucht deshalb kein Zertifikat.',
  },
  menu: { en: 'Menu', de: 'Menü' },
};
