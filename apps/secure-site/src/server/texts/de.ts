import type { Texts } from './en.js'

export const de: Texts = {
  email: {
    asked:
      'Angefordert wurde er auf {site}, in diesem Browser: {browser}. Wenn Sie das nicht sind, geben Sie den Code niemandem und tippen Sie ihn nirgends ein.',
    code: {
      subject: 'Ihr Code für {site}',
      before: 'Geben Sie diesen Code ein, um sich bei {site} mit Ihrer Wallet anzumelden:',
      after: 'Der Code gilt zehn Minuten und nur in diesem Browser, in der Wallet, die die Website zeigt.',
    },
    link: {
      subject: 'Neuen Browser für {site} bestätigen',
      who: 'Jemand möchte sich mit dieser Adresse bei {site} anmelden, in einem Browser, den wir noch nicht kennen: {browser}.',
      compare: 'Wenn Sie das sind, öffnen Sie den Link, und vergleichen Sie die beiden Ziffern:',
      label: 'Browser bestätigen',
      after: 'Der Link gilt zehn Minuten und nur einmal. Wenn Sie sich nicht anmelden wollten, öffnen Sie ihn nicht.',
    },
    change: {
      subject: 'Ihr Code zum Ändern der E-Mail-Adresse',
      primary: 'Geben Sie diesen Code ein, um die E-Mail-Adresse Ihrer Wallet in {email} zu ändern:',
      secondary: 'Geben Sie diesen Code ein, um diese Adresse für Ihre Wallet zu verwenden:',
      after: 'Der Code gilt zehn Minuten.',
    },
    changed: {
      subject: 'Die E-Mail-Adresse Ihrer Wallet wurde geändert',
      old: 'Ihre Wallet verwendet ab jetzt {email}. Mit dieser Adresse hier können Sie sich nicht mehr anmelden.',
      new: 'Sie melden sich ab jetzt mit dieser Adresse an.',
      after: 'Wenn Sie das nicht waren, melden Sie sich bei der Website, auf der Sie Ihre Wallet verwenden.',
    },
    linked: {
      subject: 'Ein weiteres Konto meldet sich bei Ihrer Wallet an',
      text: 'Ab jetzt meldet sich auch ein Konto von {provider} bei Ihrer Wallet an. Es wurde auf {site} hinzugefügt, in diesem Browser: {browser}.',
    },
    unlinked: {
      subject: 'Ein Konto meldet sich nicht mehr bei Ihrer Wallet an',
      text: '{name} meldet sich nicht mehr bei Ihrer Wallet an. Das wurde auf {site} entfernt, in diesem Browser: {browser}.',
    },
  },
  device: {
    question: {
      title: 'Sind Sie das?',
      site: 'Website',
      browser: 'Browser',
      match: 'Ziffern',
      hint: 'Bestätigen Sie nur, wenn Sie sich gerade selbst anmelden und dort dieselben Ziffern stehen.',
      yes: 'Ja, bestätigen',
      no: 'Nein, das bin ich nicht',
    },
    confirmed: {
      title: 'Bestätigt',
      text: 'Wir haben Ihnen einen Code geschickt. Geben Sie ihn dort ein, wo Sie sich anmelden. Sie können diese Seite schließen.',
    },
    declined: {
      title: 'Abgelehnt',
      text: 'Niemand wurde angemeldet. Sie können diese Seite schließen.',
    },
    over: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er wurde schon verwendet, oder er ist abgelaufen. Fordern Sie dort, wo Sie sich anmelden, einen neuen an.',
    },
  },
  words: {
    notice: {
      subject: 'Die geheimen Wörter Ihrer Wallet wurden angefordert',
      text: 'Auf {origin} hat jemand unter Ihrem Namen die geheimen Wörter Ihrer Wallet angefordert. Wer die Wörter hat, hat die Wallet.\nSie können ab {when} UTC angezeigt werden.',
      label: 'Das war ich nicht: abbrechen',
      end: 'Wenn Sie es waren, ist nichts zu tun.',
    },
    code: {
      subject: 'Code für die geheimen Wörter Ihrer Wallet',
      text: 'Geben Sie diesen Code auf {origin} ein, um die geheimen Wörter Ihrer Wallet zu sehen:',
      end: 'Er gilt 10 Minuten. Sagen Sie ihn niemandem: Mit ihm und Ihrer Anmeldung können die Wörter gelesen werden.',
    },
    done: {
      subject: 'Die geheimen Wörter Ihrer Wallet wurden angezeigt',
      text: 'Die geheimen Wörter Ihrer Wallet wurden auf {origin} angezeigt. Wenn Sie das nicht waren, übertragen Sie das Guthaben jetzt auf eine andere Wallet.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Anzeige der Wörter abbrechen',
      text: 'Jemand hat die geheimen Wörter Ihrer Wallet angefordert. Wenn Sie das nicht waren, brechen Sie es hier ab und melden Sie andere Browser ab.',
      confirm: 'Abbrechen',
    },
    exportStopped: {
      title: 'Abgebrochen',
      text: 'Die Wörter werden nicht angezeigt. Sie können diese Seite schließen.',
    },
    exportOver: {
      title: 'Nichts abzubrechen',
      text: 'Dieser Link gilt nicht mehr: Niemand wartet auf die Wörter.',
    },
  },
  social: {
    confirmTitle: 'Auf dieser Seite anmelden?',
    confirmText: 'Sie sind bei {provider} angemeldet.',
    confirmNamed: 'Sie sind bei {provider} als {name} angemeldet.',
    matchText: 'Fahren Sie nur fort, wenn Ihnen die Seite dieselbe Zahl zeigt:',
    confirm: 'Fortfahren',
    confirmWarning:
      'Hat Sie jemand hierher geschickt? Dann schließen Sie dieses Fenster: Wer Ihnen das zeigt, könnte in Ihr Konto gelangen.',
    doneTitle: 'Sie sind angemeldet',
    doneText: 'Schließen Sie dieses Fenster und gehen Sie zur Seite zurück.',
    cancelledTitle: 'Sie sind nicht angemeldet',
    cancelledText: 'Sie haben bei {provider} abgebrochen. Schließen Sie dieses Fenster, um sich anders anzumelden.',
    failedTitle: 'Die Anmeldung hat nicht geklappt',
    failedText:
      '{provider} hat keine Antwort gegeben, die wir prüfen konnten. Schließen Sie dieses Fenster und versuchen Sie es noch einmal.',
    overTitle: 'Diese Anmeldung ist vorbei',
    overText:
      'Sie wurde schon benutzt, dauerte länger als zehn Minuten oder begann in einem anderen Browser. Schließen Sie dieses Fenster und melden Sie sich neu an.',
    back: 'Zurück zur Seite',
  },
  browser: {
    on: '{browser} auf {system}',
    other: 'Browser',
  },
  window: {
    frame: 'Wallet',
    approve: 'Bestätigen',
    export: 'Wallet exportieren',
    security: 'Sicherheit der Wallet',
    recover: 'Wallet wiederherstellen',
    continue: 'Weiter zu einer Website',
  },
}
