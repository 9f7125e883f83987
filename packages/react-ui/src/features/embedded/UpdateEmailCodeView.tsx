'use client'
import { cancelEmailUpdate } from '@portico/core/embedded'
import { currentEntry, goBack, resetView, routerStore, showToast } from '@portico/core/kit'
import type { Portico } from '@portico/core'
import { Button } from '@portico/ui/button'
import { useEffect } from 'react'
import { useT } from '../../i18n/useT.js'
import { typedIn } from '../../mail-code/email.js'
import { useLoginErrorText } from '../../mail-code/useLoginErrorText.js'
import { useBack } from '../../modal/useBack.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { SecureSlot } from '../../secure-slot/SecureSlot.js'
import { UpdateStep, useEmailUpdate } from './UpdateEmail.js'

/** Where the secure frame asks for the codes of a change: from the old address first, then from the new one (S33). */
export default function UpdateEmailCodeView() {
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
  if (update.status === 'code') return <SecureSlot title={t('email.title')} lead="back" purposes={['code']} />
  if (update.status === 'done')
    return (
      <UpdateStep step={3} title={t('email.done')} text={<bdi dir="ltr">{update.email}</bdi>}>
        {null}
      </UpdateStep>
    )
  const failed = update.status === 'failed'
  return (
    <UpdateStep step={2} title={failed ? t('email.failed') : t('email.none')} text={failed ? errorText(update.error) : undefined}>
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

/** Back to where the change was begun, past its steps. */
function leave(portico: Portico) {
  const current = () => currentEntry(routerStore(portico).getState())?.view
  cancelEmailUpdate(portico) // its own view goes back
  if (current() === 'UpdateEmailWallet') goBack(portico)
  else if (current()?.startsWith('UpdateEmail')) wayTo(portico, 'Settings', resetView)?.()
}
