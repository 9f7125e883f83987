import { desktop } from '@portico/ui/glyphs'
import type { WalletBrowser } from '../keys/index.js'
import { fill } from '../i18n/index.js'
import { dayOf } from './figures.js'
import { useLanguage, useWords } from './parts.js'
import { RemovableView } from './RemovableView.js'
import type { Safety } from './stage.js'

/** Browsers that can sign, and the end of one that was lost: it counts at once, also for copies of what it has kept. */
export function BrowsersView({
  safety,
  onBack,
}: {
  readonly safety: Pick<Safety, 'browsers' | 'removeBrowser'>
  readonly onBack: () => void
}) {
  const t = useWords()
  const locale = useLanguage()
  return (
    <RemovableView
      title={t.browsers.title}
      why={t.browsers.why}
      removeWhy={t.browsers.removeWhy}
      read={safety.browsers}
      remove={safety.removeBrowser}
      show={(known) =>
        known
          .toSorted((one, other) => Number(other.here) - Number(one.here) || other.usedAt - one.usedAt)
          .map(({ id, here, name = t.browsers.unknown, usedAt }: WalletBrowser) => ({
            id,
            glyph: desktop,
            name,
            sub: here ? t.browsers.here : fill(t.browsers.used, { date: dayOf(usedAt, locale, 'UTC') }),
            kept: here,
            question: fill(t.browsers.removeTitle, { name }),
            removed: fill(t.browsers.removed, { name }),
          }))
      }
      note={({ length }) => length === 0 && <p className="po-meta">{t.browsers.none}</p>}
      onBack={onBack}
    />
  )
}
