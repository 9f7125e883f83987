'use client'
import { mailLifetime, resendCode } from '@portico/core/embedded'
import { currentDevice } from '@portico/core/kit'
import { Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { clock, desktop, mail, phone } from '@portico/ui/glyphs'
import { Help } from '@portico/ui/help'
import { Hero } from '@portico/ui/hero'
import { KeyValue } from '@portico/ui/key-value'
import { Medal } from '@portico/ui/medal'
import { useT } from '../../i18n/useT.js'
import { useKeptFocus } from '../../modal/useKeptFocus.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { cooldownEnd } from '../../mail-code/cooldown.js'
import { LoginOutcome, useLoginState } from './LoginOutcome.js'
import { Mailed } from './Mailed.js'
import { Resend } from './Resend.js'
import { useLoginErrorText } from '../../mail-code/useLoginErrorText.js'

/** For how many minutes a mailed link works (S30). */
const validFor = mailLifetime / 60_000

/** Waits until the visitor has opened the mailed link and confirmed there that this browser is theirs. Goes on by itself. */
export default function EmailVerifyDeviceView() {
  const portico = usePortico()
  const t = useT()
  const errorText = useLoginErrorText()
  const browser = useBrowserName()
  const login = useLoginState()
  const kept = useKeptFocus(login.status === 'device' ? login.step : login.status)
  const send = () => void resendCode(portico)
  return (
    <ViewFrame title={t('device.title')} lead="back" offline={t('connect.offline')}>
      <div ref={kept}>
        {login.status !== 'device' ? (
          <LoginOutcome login={login.status === 'connecting' || login.status === 'failed' ? login : { status: 'idle' }} method="email" />
        ) : login.step === 'expired' ? (
          <>
            <div className="po-mt2" role="alert">
              <Hero lead={<Medal glyph={clock} tone="warn" />} title={t('device.expired.title')}>
                <Mailed to={login.email}>{t('device.expired.text', { n: validFor })}</Mailed>
              </Hero>
            </div>
            <div className="po-mt5">
              <Button variant="primary" icon={mail} onClick={send}>
                {t('device.again')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <div className="po-mt2" role="status">
              <Hero lead={<Medal glyph={currentDevice().mobile ? phone : desktop} tone="accent" />} title={t('device.hero')}>
                <Mailed to={login.email}>{t('device.sent')}</Mailed>
              </Hero>
            </div>
            <div className="po-mt5">
              <Card>
                <KeyValue
                  items={[
                    [t('device.browser'), browser],
                    [t('device.valid'), t('device.minutes', { n: validFor })],
                  ]}
                />
              </Card>
            </div>
            {login.match && <Match digits={login.match}>{t('device.match')}</Match>}
            {login.error && cooldownEnd(login.error) === undefined && <Help tone="bad">{errorText(login.error)}</Help>}
            <Resend at={login.resendAt} busy={login.step === 'resending'} onPress={send}>
              {t('device.resend')}
            </Resend>
          </>
        )}
      </div>
    </ViewFrame>
  )
}

/** Two digits to compare with those of another page. `children` says where they are. */
const Match = ({ digits, children }: { readonly digits: string; readonly children: string }) => (
  <div className="po-mt4 po-center">
    <p className="po-meta">{children}</p>
    <p className="po-match">
      <bdi dir="ltr">{digits}</bdi>
    </p>
  </div>
)

const browsers: Readonly<Record<string, string>> = { chrome: 'Chrome', safari: 'Safari', firefox: 'Firefox', edge: 'Edge' }
const platforms: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android', mac: 'macOS', windows: 'Windows', linux: 'Linux' }

/** The browser as its owner knows it: 'Firefox on Linux'. */
function useBrowserName(): string {
  const t = useT()
  const device = currentDevice()
  const [browser, platform] = [browsers[device.browser], platforms[device.platform]]
  return browser && platform ? t('device.on', { browser, platform }) : (browser ?? platform ?? t('device.this'))
}
