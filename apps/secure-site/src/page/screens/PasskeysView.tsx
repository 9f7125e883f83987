import { key } from '@portico/ui/glyphs'
import type { WalletPasskey } from '../keys/index.js'
import { fill } from '../i18n/index.js'
import { dayOf, momentOf } from './figures.js'
import { useLanguage, useWords } from './parts.js'
import { RemovableView, type Removable } from './RemovableView.js'
import type { Safety } from './stage.js'

/** Passkeys that open the wallet, and the end of one that was lost. The last factor stays: nothing would bring the wallet back. */
export function PasskeysView({
  safety,
  onBack,
}: {
  readonly safety: Pick<Safety, 'passkeys' | 'removePasskey'>
  readonly onBack: () => void
}) {
  const t = useWords()
  const locale = useLanguage()
  const nameOf = ({ here }: WalletPasskey) => (here ? t.passkeys.here : t.passkeys.other)
  const addedOf = ({ addedAt, browser }: WalletPasskey, write: typeof dayOf) => {
    if (addedAt === undefined) return undefined
    const date = write(addedAt, locale)
    return browser === undefined ? fill(t.passkeys.added, { date }) : fill(t.passkeys.addedIn, { date, browser })
  }
  const show = (known: readonly WalletPasskey[]): Removable[] =>
    known
      .toSorted((one, other) => Number(other.here) - Number(one.here) || (other.addedAt ?? 0) - (one.addedAt ?? 0))
      .map((passkey) => {
        const name = nameOf(passkey)
        const day = addedOf(passkey, dayOf)
        // With the time of day where the date does not tell it from another one.
        const isAlone = known.every((other) => other === passkey || nameOf(other) !== name || addedOf(other, dayOf) !== day)
        const sub = isAlone ? day : addedOf(passkey, momentOf)
        return {
          id: passkey.id,
          glyph: key,
          name,
          sub,
          kept: !passkey.removable,
          question: t.passkeys.removeTitle,
          which: [name, sub].filter(Boolean).join(' · '),
          removed: t.passkeys.removed,
        }
      })
  return (
    <RemovableView
      title={t.passkeys.title}
      why={t.passkeys.why}
      removeWhy={t.passkeys.removeWhy}
      read={safety.passkeys}
      remove={safety.removePasskey}
      show={show}
      note={(rows) => rows.some(({ kept }) => kept) && <p className="po-meta">{t.error.last_passkey}</p>}
      onBack={onBack}
    />
  )
}
