import { Actions, Button } from '@portico/ui/button'
import { shield } from '@portico/ui/glyphs'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import { fill } from '../i18n/index.js'
import { Shell, useWords } from './parts.js'
import type { Screen } from './stage.js'

/** Whether the account may be upgraded for what a site asks. Agreeing signs nothing: the request itself is approved after it, with the upgrade in it. */
export function UpgradeScreen({ origin, networkName, foreign, onAgree, onReject }: Omit<Extract<Screen, { kind: 'upgrade' }>, 'kind'>) {
  const t = useWords()
  return (
    <Shell
      title={t.control.upgradeRow}
      origin={origin}
      onClose={onReject}
      asks
      foot={
        <Actions>
          <Button data-role="reject" onClick={onReject}>
            {t.control.refuse}
          </Button>
          <Button variant="primary" data-role="agree" onClick={onAgree}>
            {t.control.agree}
          </Button>
        </Actions>
      }
    >
      <Medal glyph={shield} tone="accent" />
      <h2 className="po-title">{t.control.askTitle}</h2>
      <p className="po-text">{fill(t.control.askWhy, { network: networkName })}</p>
      <UpgradeTerms foreign={foreign} />
    </Shell>
  )
}

/** What an upgrade is, in words. */
export function UpgradeTerms({ foreign }: { readonly foreign: boolean }) {
  const { control } = useWords()
  return (
    <>
      <ul className="po-card po-effects">
        {[control.stays, control.code, control.back].map((term) => (
          <li key={term}>
            <p className="po-text">{term}</p>
          </li>
        ))}
      </ul>
      {foreign && <Note tone="warn">{control.foreign}</Note>}
    </>
  )
}
