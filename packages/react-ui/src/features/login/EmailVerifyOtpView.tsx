'use client'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { SecureSlot } from '../../secure-slot/SecureSlot.js'
import { LoginOutcome, useLoginState } from './LoginOutcome.js'

/** Where the secure frame asks for the code that was mailed, or shows the way to the window that knows this browser. This page never has it, and shows what came of it. */
export default function EmailVerifyOtpView() {
  const t = useT()
  const login = useLoginState()
  if (login.status === 'code') return <SecureSlot title={t('otp.title')} lead="back" purposes={['code']} />
  if (login.status === 'known') return <SecureSlot title={t('known.title')} lead="back" purposes={['code']} />
  const ended = login.status === 'connecting' || login.status === 'failed' ? login : ({ status: 'idle' } as const)
  return (
    <ViewFrame title={t('otp.title')} lead="back" offline={t('connect.offline')}>
      <LoginOutcome login={ended} method="email" />
    </ViewFrame>
  )
}
