'use client'
import type { Portico } from '@portico/core'
import {
  cancelEmailUpdate,
  embeddedStore,
  resendEmailUpdate,
  submitPrimaryOtp,
  submitSecondaryOtp,
  type EmailUpdateState,
} from '@portico/core/embedded'
import { currentEntry, goBack, resetView, routerStore, showToast } from '@portico/core/kit'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Button } from '@portico/ui/button'
import { Hero } from '@portico/ui/hero'
import { StepBar } from '@portico/ui/step-bar'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { useBack } from '../../modal/useBack.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { CodeEntry } from '../../mail-code/CodeEntry.js'
import { cooldownEnd } from '../../mail-code/cooldown.js'
import { typedIn } from '../../mail-code/email.js'
import { Mailed } from '../../mail-code/Mailed.js'
import { useLoginErrorText } from '../../mail-code/useLoginErrorText.js'

/** The change of address that is under way, or none. */
export const useEmailUpdate = (): EmailUpdateState => usePorticoStore(embeddedStore, (state) => state.emailUpdate)

export interface UpdateStepProps {
  /** From 1. */
  readonly step: 1 | 2 | 3
  readonly title: string
  readonly text: ReactNode
  readonly children: ReactNode
}

/** One of the three steps of changing an address. */
export function UpdateStep({ step, title, text, children }: UpdateStepProps) {
  const t = useT()
  return (
    <ViewFrame title={t('email.title')} lead="back" offline={t('connect.offline')}>
      <div className="po-mt2">
        <StepBar step={step} of={3} label={t('email.step', { n: step, of: 3 })} />
      </div>
      <div className="po-mt5">
        <Hero title={title}>{text}</Hero>
      </div>
      <div className="po-mt5">{children}</div>
    </ViewFrame>
  )
}

/** A step that takes a code: from the old address first, then from the new one (S33). */
export function UpdateCodeStep({ which }: { readonly which: 'primary' | 'secondary' }) {
  const portico = usePortico()
  const t = useT()
  const errorText = useLoginErrorText()
  const back = useBack()
  const update = useEmailUpdate()
  useEffect(() => {
    if (update.status !== 'done') return
    typedIn(portico).update = ''
    showToast(portico, { variant: 'success', message: t('email.done') })
    leave(portico)
    // Said once: `t` is another function each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [portico, update.status])
  const title = which === 'primary' ? t('email.primary') : t('email.secondary')
  const step = which === 'primary' ? 2 : 3
  if (update.status === 'done')
    return (
      <UpdateStep step={3} title={t('email.done')} text={<bdi dir="ltr">{update.email}</bdi>}>
        {null}
      </UpdateStep>
    )
  if (update.status !== which) {
    const failed = update.status === 'failed'
    return (
      <UpdateStep step={step} title={failed ? t('email.failed') : t('email.none')} text={failed ? errorText(update.error) : undefined}>
        <Button
          onClick={() => {
            cancelEmailUpdate(portico)
            back()
          }}
        >
          {t('common.back')}
        </Button>
      </UpdateStep>
    )
  }
  const submit = which === 'primary' ? submitPrimaryOtp : submitSecondaryOtp
  return (
    <UpdateStep step={step} title={title} text={<Mailed to={update.sentTo}>{t('email.sent')}</Mailed>}>
      <CodeEntry
        step={update.step}
        resendAt={update.resendAt}
        problem={update.error && cooldownEnd(update.error) === undefined ? errorText(update.error) : undefined}
        onCode={(otp) => void submit(portico, { otp })}
        onResend={() => void resendEmailUpdate(portico)}
      />
    </UpdateStep>
  )
}

/** Back to where the change was begun, past its steps. */
function leave(portico: Portico) {
  const current = () => currentEntry(routerStore(portico).getState())?.view
  cancelEmailUpdate(portico) // its own view goes back
  if (current() === 'UpdateEmailWallet') goBack(portico)
  else if (current()?.startsWith('UpdateEmail')) wayTo(portico, 'Settings', resetView)?.()
}
