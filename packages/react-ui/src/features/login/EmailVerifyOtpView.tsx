'use client'
import { resendCode, submitOtp } from '@portico/core/embedded'
import { mail } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Medal } from '@portico/ui/medal'
import { useT } from '../../i18n/useT.js'
import { useKeptFocus } from '../../modal/useKeptFocus.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { CodeEntry } from '../../mail-code/CodeEntry.js'
import { cooldownEnd } from '../../mail-code/cooldown.js'
import { LoginOutcome, useLoginState } from './LoginOutcome.js'
import { Mailed } from '../../mail-code/Mailed.js'
import { useLoginErrorText } from '../../mail-code/useLoginErrorText.js'

/** Takes the six digits that were mailed, and sends them off at the sixth. */
export default function EmailVerifyOtpView() {
  const portico = usePortico()
  const t = useT()
  const errorText = useLoginErrorText()
  const login = useLoginState()
  const kept = useKeptFocus(login.status)
  return (
    <ViewFrame title={t('otp.title')} lead="back" offline={t('connect.offline')}>
      <div ref={kept}>
        {login.status === 'otp' ? (
          <>
            <div className="po-mt2">
              <Hero lead={<Medal glyph={mail} tone="accent" />} title={t('otp.hero')}>
                <Mailed to={login.email}>{t('otp.sent')}</Mailed>
              </Hero>
            </div>
            <div className="po-mt5">
              <CodeEntry
                step={login.step}
                resendAt={login.resendAt}
                problem={login.error && cooldownEnd(login.error) === undefined ? errorText(login.error) : undefined}
                onCode={(otp) => void submitOtp(portico, { otp })}
                onResend={() => void resendCode(portico)}
              />
            </div>
          </>
        ) : (
          <LoginOutcome login={login.status === 'connecting' || login.status === 'failed' ? login : { status: 'idle' }} method="email" />
        )}
      </div>
    </ViewFrame>
  )
}
