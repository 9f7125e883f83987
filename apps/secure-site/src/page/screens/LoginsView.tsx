import { fill } from '../i18n/index.js'
import { dayOf } from './figures.js'
import { loginGlyph } from './loginGlyph.js'
import { useLanguage, useWords } from './parts.js'
import { RemovableView } from './RemovableView.js'
import type { Safety } from './stage.js'

/** What logs in to the account, and the end of one that somebody has added or that is not used any more. The last one stays. */
export function LoginsView({ safety, onBack }: { readonly safety: Pick<Safety, 'logins' | 'removeLogin'>; readonly onBack: () => void }) {
  const t = useWords()
  const locale = useLanguage()
  return (
    <RemovableView
      title={t.logins.title}
      why={t.logins.why}
      removeWhy={t.logins.removeWhy}
      read={safety.logins}
      remove={safety.removeLogin}
      show={(known) =>
        known.map(({ id, name, addedAt }) => ({
          id,
          glyph: loginGlyph(name),
          name,
          sub: addedAt === null ? undefined : fill(t.logins.added, { date: dayOf(addedAt * 1000, locale, 'UTC') }),
          kept: known.length === 1,
          question: fill(t.browsers.removeTitle, { name }),
          removed: fill(t.browsers.removed, { name }),
        }))
      }
      onBack={onBack}
    />
  )
}
