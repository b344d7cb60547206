export const texts = {
  title: { en: 'This browser has no session', de: 'Dieser Browser hat keine Sitzung' },
  text: {
    en: 'Run this on the gateway’s machine, then scan the code or open the link on this device:',
    de: 'Auf dem Rechner des Gateways ausführen, dann den Code scannen oder den Link auf diesem Gerät öffnen:',
  },
  once: {
    en: 'The link works once, within 15 minutes. The session lasts 12 hours, or until the gateway restarts.',
    de: 'Der Link gilt einmal, 15 Minuten lang. Die Sitzung dauert 12 Stunden oder bis das Gateway neu startet.',
  },
  plain: {
    en: 'This address is reachable from this machine only, so it needs no certificate.',
    de: 'Diese Adresse ist nur von diesem Rechner aus erreichbar und braucht deshalb kein Zertifikat.',
  },
  tillTitle: { en: 'This session is for the till', de: 'Diese Sitzung ist für die Kasse' },
  tillText: {
    en: 'The till is not part of this version. Ask for a link with the role crew.',
    de: 'Die Kasse gehört nicht zu dieser Version. Um einen Link mit der Rolle crew bitten.',
  },
  menu: { en: 'Menu', de: 'Menü' },
};
