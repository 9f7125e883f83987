import type { Texts } from './en.js'

export const de: Texts = {
  recover: {
    subject: '{match}: Ihre Wallet in einem neuen Browser öffnen',
    text: '{browser} auf {origin} möchte Ihre Wallet benutzen. Wenn Sie das sind und dort die Ziffern {match} stehen, öffnen Sie diese Seite und bestätigen Sie:',
    label: 'Bestätigungsseite öffnen',
    end: 'Der Link gilt 10 Minuten. Wenn Sie das nicht sind, öffnen Sie die Seite und lehnen Sie ab: Jemand ist unter Ihrem Namen angemeldet.',
  },
  delay: {
    subject: 'Ihre Wallet öffnet sich später in einem neuen Browser',
    text: 'Weil Ihre Wallet viel enthält, öffnet sie sich im neuen Browser erst ab {when} UTC. Bis dahin können Sie es noch abbrechen:',
    label: 'Abbrechen',
  },
  released: {
    subject: 'Ihre Wallet wurde in einem neuen Browser geöffnet',
    text: '{browser} auf {origin} kann Ihre Wallet jetzt benutzen. Wenn Sie das nicht waren, übertragen Sie das Guthaben auf eine andere Wallet.',
  },
  security: {
    subject: 'Die Wiederherstellung Ihrer Wallet wurde geändert',
    passkey: 'Ihrem Passkey',
    passkeys: 'einem Ihrer {count} Passkeys',
    recoveryCode: 'Ihrem Wiederherstellungscode',
    passphrase: 'Ihrer Passphrase',
    mail: 'einer Mail an diese Adresse',
    or: ' oder ',
    text: 'Ihre Wallet wird ab jetzt wiederhergestellt mit {ways}.',
    alone: '{text} Niemand sonst kann sie wiederherstellen: Ohne das ist sie verloren.',
    end: 'Wenn Sie das nicht waren, übertragen Sie das Guthaben auf eine andere Wallet.',
  },
  owner: {
    subject: 'Die Wiederherstellungs-Mails Ihrer Wallet sollen woandershin gehen',
    text: 'Die Adresse Ihrer Anmeldung wurde auf {email} geändert. Mails, mit denen Ihre Wallet wiederhergestellt wird, gehen ab {when} ebenfalls dorthin, oder sobald Sie zustimmen. Wenn Sie das nicht waren, lehnen Sie ab:',
    label: 'Zustimmen oder ablehnen',
  },
  identity: {
    subject: 'Ein {name}-Konto soll Ihre Wallet öffnen',
    text: 'Ein Browser, der Ihre Wallet hat, hat ein {name}-Konto hinzugefügt. Dieses Konto öffnet Ihre Wallet in neuen Browsern ab {when}, oder sobald Sie zustimmen. Wenn Sie das nicht waren, lehnen Sie ab:',
    label: 'Zustimmen oder ablehnen',
  },
  pages: {
    recover: {
      title: 'Darf dieser Browser Ihre Wallet benutzen?',
      text: 'Jemand ist unter Ihrem Namen angemeldet und möchte Ihre Wallet in einem neuen Browser benutzen. Fahren Sie nur fort, wenn dort dieselben zwei Ziffern stehen:',
      confirm: 'Ja, das bin ich',
      decline: 'Nein, das bin ich nicht',
    },
    recoverConfirmed: {
      title: 'Fertig',
      text: 'Ihre Wallet öffnet sich in dem Browser, der gefragt hat. Sie können diese Seite schließen.',
    },
    recoverDeclined: {
      title: 'Abgelehnt',
      text: 'Der andere Browser bekommt Ihre Wallet nicht. Ändern Sie das Passwort Ihres Postfachs, wenn Sie glauben, dass es jemand mitliest.',
    },
    recoverOver: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er wurde schon benutzt oder ist älter als zehn Minuten. Fordern Sie bei Bedarf einen neuen an.',
    },
    owner: {
      title: 'Wiederherstellungs-Mails an eine andere Adresse?',
      text: 'Die E-Mail-Adresse Ihrer Anmeldung wurde geändert. Die Mails, mit denen Ihre Wallet wiederhergestellt wird, gingen künftig an:',
      confirm: 'Ja, ändern',
      decline: 'Nein, diese Adresse behalten',
    },
    ownerConfirmed: {
      title: 'Geändert',
      text: 'Die Mails gehen an die neue Adresse. Sie können diese Seite schließen.',
    },
    ownerDeclined: {
      title: 'Behalten',
      text: 'Die Mails kommen weiter an diese Adresse.',
    },
    ownerOver: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Die Änderung wurde schon beantwortet.',
    },
    identity: {
      title: 'Darf dieses Konto Ihre Wallet öffnen?',
      text: 'Ein Browser, der Ihre Wallet hat, hat ein Konto hinzugefügt, das sie in neuen Browsern öffnen würde:',
      confirm: 'Ja, erlauben',
      decline: 'Nein, entfernen',
    },
    identityAdded: {
      title: 'Hinzugefügt',
      text: 'Das Konto öffnet Ihre Wallet in neuen Browsern. Sie können diese Seite schließen.',
    },
    identityRefused: {
      title: 'Entfernt',
      text: 'Das Konto öffnet Ihre Wallet nicht.',
    },
    identityShown: {
      title: 'Fertig',
      text: 'Ihre Wallet kennt dieses Konto jetzt. Sie können diese Seite schließen und zur Website zurückkehren.',
    },
    identityFailed: {
      title: 'Dieses Konto öffnet die Wallet nicht',
      text: 'Kehren Sie zur Website zurück und versuchen Sie es mit dem Konto, das Sie Ihrer Wallet hinzugefügt haben.',
    },
    identityDeclined: {
      title: 'Nichts wurde geändert',
      text: 'Sie sind zurückgegangen, bevor Sie angemeldet waren. Sie können diese Seite schließen.',
    },
    identityOver: {
      title: 'Diese Seite gilt nicht mehr',
      text: 'Sie wurde schon benutzt oder ist älter als zehn Minuten. Beginnen Sie dort neu, woher Sie kamen.',
    },
  },
  facts: {
    account: 'Konto',
    address: 'Adresse',
    origin: 'Website',
    browser: 'Browser',
  },
}
