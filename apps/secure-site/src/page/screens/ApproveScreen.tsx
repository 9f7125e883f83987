import { useEffect, useRef, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Checkbox } from '@portico/ui/checkbox'
import { afterDrawing } from '../guard/patience.js'
import { watchRequest } from '../guard/watch.js'
import { sayWarning } from './effects.js'
import { Shell, useWords } from './parts.js'
import { kindOf, Reduce, RequestBody } from './RequestBody.js'
import type { Screen } from './stage.js'

type ApproveProps = Omit<Extract<Screen, { kind: 'approve' }>, 'kind'>

/** Milliseconds of drawing after which a request that cannot be seen here for long enough to be armed is offered a window instead. */
const hiddenAfter = 3_000

/** Asks the visitor. Approve counts only once all of this has been seen, unchanged, for a moment (S10). */
export function ApproveScreen({ view, by, onApprove, onReject, onReduce, onHidden }: ApproveProps) {
  const t = useWords()
  const root = useRef<HTMLElement>(null)
  const approve = useRef<HTMLButtonElement>(null)
  const [status, setStatus] = useState<'unseen' | 'arming' | 'armed'>('unseen')
  const [understood, setUnderstood] = useState(false)
  const latest = useRef({ onApprove, onHidden, blocked: false })
  const { title, approve: label, anyway } = kindOf(view, t)
  const grave = view.warnings.some((warning) => sayWarning(warning, t).grave)
  const blocked = grave && !understood

  useEffect(() => {
    latest.current = { onApprove, onHidden, blocked }
  })
  useEffect(() => {
    if (!root.current || !approve.current || blocked) return
    let patience = () => {}
    const wait = () => {
      patience = afterDrawing(hiddenAfter, () => latest.current.onHidden?.())
    }
    let armed = false
    const guard = watchRequest({
      root: root.current,
      approve: approve.current,
      by,
      onChange(next) {
        // Also once it was armed: what came over it then may stay.
        if (next === 'armed') patience()
        else if (armed) wait()
        armed = next === 'armed'
        setStatus(next)
      },
      onApprove: () => latest.current.blocked || latest.current.onApprove(),
    })
    wait()
    return () => {
      patience()
      guard.stop()
      setStatus('unseen')
    }
  }, [by, blocked, view])

  const armed = status === 'armed' && !blocked
  const approveButton = (
    <Button
      key="approve"
      ref={approve}
      variant={grave ? 'ghost' : 'primary'}
      data-arming={blocked ? 'unseen' : status}
      data-role="approve"
      aria-disabled={!armed}
      aria-describedby="po-sight"
    >
      {grave ? anyway : label}
    </Button>
  )
  const rejectButton = (
    <Button key="reject" variant={grave ? 'primary' : 'secondary'} data-role="reject" onClick={onReject}>
      {t.button.reject}
    </Button>
  )
  return (
    <Shell
      title={title}
      origin={view.origin}
      onClose={onReject}
      pageRef={root}
      asks
      foot={
        <>
          {/* Where there is danger the safe answer is the main one. */}
          <Actions>{grave ? [approveButton, rejectButton] : [rejectButton, approveButton]}</Actions>
          <p className="po-caption po-sight" id="po-sight">
            <span className="po-sight__wait">{blocked ? t.tickFirst : t.sightWait}</span>
            <span className="po-sight__keys">{t.keys}</span>
          </p>
        </>
      }
    >
      <RequestBody view={view} reduce={onReduce && view.reducible && <Reduce symbol={symbolOf(view)} onReduce={onReduce} />}>
        {grave && (
          <Checkbox checked={understood} onChange={(event) => setUnderstood(event.target.checked)}>
            {t.understood}
          </Checkbox>
        )}
      </RequestBody>
    </Shell>
  )
}

export const symbolOf = ({ effects }: Pick<ApproveProps['view'], 'effects'>): string =>
  (effects.find(({ values }) => values['unlimited'] === 'true') ?? effects.find(({ values }) => values['symbol']))?.values['symbol'] ?? ''
