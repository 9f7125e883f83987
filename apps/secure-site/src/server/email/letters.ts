import type { Letter, MailLocale, MailPart } from '@portico/service/mail'

const text = (line: string): MailPart => ({ kind: 'text', text: line })

/** What a mail names a site by: the host, and the scheme where it is not https. */
export function siteName(origin: string): string {
  return origin.replace(/^https:\/\//, '')
}

/** The code of a login. @param origin of the site that the visitor logs in to */
export function codeLetter(locale: MailLocale, { code, origin }: { code: string; origin: string }): Letter {
  const site = siteName(origin)
  return locale === 'de'
    ? {
        locale,
        subject: `Ihr Code für ${site}`,
        parts: [
          text(`Geben Sie diesen Code ein, um sich bei ${site} mit Ihrer Wallet anzumelden:`),
          { kind: 'code', code },
          text('Der Code gilt zehn Minuten und nur in dem Browser, in dem Sie ihn angefordert haben.'),
          text('Geben Sie ihn niemandem weiter. Wenn Sie sich nicht anmelden wollten, brauchen Sie nichts zu tun.'),
        ],
      }
    : {
        locale,
        subject: `Your code for ${site}`,
        parts: [
          text(`Enter this code to log in to ${site} with your wallet:`),
          { kind: 'code', code },
          text('It works for ten minutes, and only in the browser that you asked for it in.'),
          text('Give it to nobody. If you did not want to log in, there is nothing to do.'),
        ],
      }
}

/** The link that confirms a browser. */
export function linkLetter(locale: MailLocale, { url, origin, browser }: { url: string; origin: string; browser: string }): Letter {
  const site = siteName(origin)
  return locale === 'de'
    ? {
        locale,
        subject: `Neuen Browser für ${site} bestätigen`,
        parts: [
          text(`Jemand möchte sich mit dieser Adresse bei ${site} anmelden, in einem Browser, den wir noch nicht kennen: ${browser}.`),
          text('Wenn Sie das sind, öffnen Sie den Link, und vergleichen Sie die beiden Ziffern:'),
          { kind: 'link', url, label: 'Browser bestätigen' },
          text('Der Link gilt zehn Minuten und nur einmal. Wenn Sie sich nicht anmelden wollten, öffnen Sie ihn nicht.'),
        ],
      }
    : {
        locale,
        subject: `Confirm a new browser for ${site}`,
        parts: [
          text(`Somebody wants to log in to ${site} with this address, in a browser that we do not know yet: ${browser}.`),
          text('If it is you, open the link and compare the two digits:'),
          { kind: 'link', url, label: 'Confirm this browser' },
          text('The link works for ten minutes, and once. If you did not want to log in, do not open it.'),
        ],
      }
}

/** The code of a change of address: to the old one first, then to the new one. */
export function changeCodeLetter(
  locale: MailLocale,
  { code, step, newEmail }: { code: string; step: 'primary' | 'secondary'; newEmail: string },
): Letter {
  const german =
    step === 'primary'
      ? `Geben Sie diesen Code ein, um die E-Mail-Adresse Ihrer Wallet in ${newEmail} zu ändern:`
      : 'Geben Sie diesen Code ein, um diese Adresse für Ihre Wallet zu verwenden:'
  const english =
    step === 'primary'
      ? `Enter this code to change the e-mail address of your wallet to ${newEmail}:`
      : 'Enter this code to use this address for your wallet:'
  return locale === 'de'
    ? {
        locale,
        subject: 'Ihr Code zum Ändern der E-Mail-Adresse',
        parts: [
          text(german),
          { kind: 'code', code },
          text('Der Code gilt zehn Minuten. Wenn Sie das nicht wollten, geben Sie ihn niemandem.'),
        ],
      }
    : {
        locale,
        subject: 'Your code to change your e-mail address',
        parts: [text(english), { kind: 'code', code }, text('It works for ten minutes. If you did not ask for it, give it to nobody.')],
      }
}

/** Told to both addresses once it is done. */
export function changedLetter(locale: MailLocale, { to, newEmail }: { to: 'old' | 'new'; newEmail: string }): Letter {
  const old = to === 'old'
  return locale === 'de'
    ? {
        locale,
        subject: 'Die E-Mail-Adresse Ihrer Wallet wurde geändert',
        parts: [
          text(
            old
              ? `Ihre Wallet verwendet ab jetzt ${newEmail}. Mit dieser Adresse hier können Sie sich nicht mehr anmelden.`
              : 'Sie melden sich ab jetzt mit dieser Adresse an.',
          ),
          text('Wenn Sie das nicht waren, melden Sie sich bei der Website, auf der Sie Ihre Wallet verwenden.'),
        ],
      }
    : {
        locale,
        subject: 'The e-mail address of your wallet was changed',
        parts: [
          text(
            old
              ? `Your wallet uses ${newEmail} from now on. You can't log in with this address any more.`
              : 'You log in with this address from now on.',
          ),
          text('If it was not you, tell the site that you use your wallet on.'),
        ],
      }
}
