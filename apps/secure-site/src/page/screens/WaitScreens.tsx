import { Actions, Button, ButtonLink } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { arrowUpRight, check, clock, shield } from '@portico/ui/glyphs'
import { Medal } from '@portico/ui/medal'
import { Shell, useWords } from './parts.js'
import type { Screen } from './stage.js'

export function CheckingScreen({ origin, isNext, isElsewhere, onReject }: Omit<Extract<Screen, { kind: 'checking' }>, 'kind'>) {
  const t = useWords()
  const before = isElsewhere ? t.elsewhere : isNext ? t.earlier : undefined
  return (
    <Shell title={t.title.working} origin={origin} onClose={onReject} middle asks>
      <Columns />
      {before ? (
        <div role="status">
          <h2 className="po-title">{before.title}</h2>
          <p className="po-text">{before.text}</p>
        </div>
      ) : (
        <p className="po-text" role="status">
          {t.checking}
        </p>
      )}
    </Shell>
  )
}

export function WorkingScreen({ step }: Pick<Extract<Screen, { kind: 'working' }>, 'step'>) {
  const t = useWords()
  return (
    <Shell title={t.title.working} middle>
      <Columns />
      <div role="status">
        <h2 className="po-title">{step === 'meeting' ? t.known.meeting : t[step]}</h2>
        {step === 'sending' && <p className="po-text">{t.sendingHint}</p>}
      </div>
    </Shell>
  )
}

/** Sent: what was asked is done, and the modal closes by itself. */
export function SentScreen({ explorer, onClose }: Omit<Extract<Screen, { kind: 'sent' }>, 'kind'>) {
  const t = useWords()
  return (
    <Shell
      title={t.title.ended}
      onClose={onClose}
      middle
      foot={
        <Actions>
          {explorer !== undefined && (
            <ButtonLink href={explorer} after={arrowUpRight}>
              {t.sent.explorer}
            </ButtonLink>
          )}
          <Button variant="primary" data-role="done" onClick={onClose}>
            {t.button.done}
          </Button>
        </Actions>
      }
    >
      <Medal glyph={check} tone="ok" />
      <div role="status">
        <h2 className="po-title">{t.sent.title}</h2>
        <p className="po-text">{t.sent.text}</p>
      </div>
    </Shell>
  )
}

/** The last screen of a window. */
export function EndedScreen({ outcome, onClose }: Omit<Extract<Screen, { kind: 'ended' }>, 'kind'>) {
  const t = useWords()
  const [title, text] = t.ended[outcome]
  const bad = outcome === 'gone' || outcome === 'unasked' || outcome === 'failed'
  return (
    <Shell title={t.title.ended} middle foot={onClose && <Button onClick={onClose}>{t.button.close}</Button>}>
      <Medal glyph={outcome === 'approved' ? check : bad ? clock : shield} tone={outcome === 'approved' ? 'ok' : bad ? 'bad' : 'accent'} />
      <div role="status">
        <h2 className="po-title">{title}</h2>
        <p className="po-text">{text}</p>
      </div>
    </Shell>
  )
}
