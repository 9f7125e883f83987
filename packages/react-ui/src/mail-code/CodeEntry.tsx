'use client'
import { showToast } from '@portico/core/kit'
import { useEffect, useId, useState } from 'react'
import { Columns } from '@portico/ui/columns'
import { Help } from '@portico/ui/help'
import { Otp } from '@portico/ui/otp'
import { useT } from '../i18n/useT.js'
import { usePortico } from '../PorticoProvider.js'
import { Resend } from './Resend.js'

/** How far the entry of a mailed code is. */
export type CodeStep = 'typing' | 'checking' | 'resending' | 'resent' | 'wrong' | 'expired' | 'tooMany'

export interface CodeEntryProps {
  readonly step: CodeStep
  /** When another mail can be asked for, in milliseconds since 1970. */
  readonly resendAt: number
  /** Why the last attempt failed where the step does not say so: no answer, no connection. */
  readonly problem: string | undefined
  /** Called with the six digits, as soon as there are six. */
  readonly onCode: (otp: string) => void
  readonly onResend: () => void
}

/** Six boxes for a mailed code, what became of it, and the way to another one. */
export function CodeEntry({ step, resendAt, problem, onCode, onResend }: CodeEntryProps) {
  const portico = usePortico()
  const t = useT()
  const id = useId()
  const [code, setCode] = useState('')
  const checking = step === 'checking'
  useEffect(() => {
    if (step !== 'checking' && step !== 'wrong' && step !== 'typing') setCode('') // no code of before works any more
    if (step === 'resent') showToast(portico, { variant: 'success', message: t('otp.resent') })
    // Said once: `t` is another function each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [portico, step])

  const over = { expired: t('otp.expired'), tooMany: t('otp.many') }[step as 'expired' | 'tooMany'] as string | undefined
  const wrong = step === 'wrong'
  return (
    <>
      <Otp
        label={t('otp.code')}
        value={code}
        bad={wrong}
        busy={checking || step === 'resending'}
        data-autofocus
        {...((wrong || over || problem) && { 'aria-describedby': id })}
        onChange={setCode}
        onComplete={onCode}
      />
      {wrong ? (
        <Help id={id} tone="bad">
          {t('otp.wrong')}
        </Help>
      ) : over ? (
        <Help id={id} tone="warn" role="alert">
          {over}
        </Help>
      ) : (
        problem && (
          <Help id={id} tone="bad">
            {problem}
          </Help>
        )
      )}
      <div className="po-flex po-g2 po-checking" role="status">
        {checking && (
          <>
            <Columns />
            <span className="po-meta">{t('otp.checking')}</span>
          </>
        )}
      </div>
      <Resend at={resendAt} busy={step === 'resending'} off={checking} onPress={onResend} />
    </>
  )
}
