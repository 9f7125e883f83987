'use client'
import { embeddedConnector, startEmailUpdate } from '@portico/core/embedded'
import { useMemo, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Field } from '@portico/ui/field'
import { clock, mail } from '@portico/ui/glyphs'
import { Help } from '@portico/ui/help'
import { useT } from '../../i18n/useT.js'
import { useBack } from '../../modal/useBack.js'
import { usePortico } from '../../PorticoProvider.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'
import { cooldownEnd } from '../../mail-code/cooldown.js'
import { emailOf, isEmail, typedIn } from '../../mail-code/email.js'
import { UpdateStep, useEmailUpdate } from './UpdateEmail.js'
import { useEmbeddedState } from '../../hooks/useEmbeddedState.js'
import { useSecondsLeft } from '../../mail-code/useSecondsLeft.js'
import { useLoginErrorText } from '../../mail-code/useLoginErrorText.js'

/** Takes the new address. Nothing changes before both addresses have been confirmed (S33). */
export default function UpdateEmailWalletView() {
  const portico = usePortico()
  const t = useT()
  const errorText = useLoginErrorText()
  const back = useBack()
  const input = useRef<HTMLInputElement>(null)
  const { user } = useEmbeddedState(embeddedConnector(portico)?.embedded)
  const update = useEmailUpdate()
  const [email, setEmail] = useState(() => typedIn(portico).update)
  const [touched, setTouched] = useState(false)
  const [rejected, setRejected] = useState<Error>()
  const sending = update.status === 'sending'
  const error = update.status === 'failed' ? update.error : update.status === 'idle' ? rejected : undefined
  const until = useMemo(() => cooldownEnd(error), [error])
  const seconds = useSecondsLeft(until)
  const cooling = until !== undefined && seconds > 0

  const trimmed = emailOf(email)
  const same = user?.email?.toLowerCase() === trimmed.toLowerCase() && trimmed !== ''
  const ready = isEmail(trimmed) && !same
  const type = (text: string) => {
    typedIn(portico).update = text
    setEmail(text)
    setTouched(false)
    setRejected(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending || cooling) return
    setTouched(true)
    if (!ready) return input.current?.focus()
    setRejected(undefined)
    startEmailUpdate(portico, { email: trimmed }).catch(setRejected)
  }
  if (!user) return <ConnectFirst title={t('email.title')} />
  const problem = same
    ? t('email.same')
    : touched && !isEmail(trimmed)
      ? t('login.invalid')
      : error && until === undefined && !sending
        ? errorText(error)
        : undefined
  return (
    <UpdateStep step={1} title={t('email.new')} text={t('email.new.text')}>
      <form noValidate onSubmit={submit}>
        <Field
          ref={input}
          icon={mail}
          label={t('login.email')}
          placeholder={t('login.placeholder')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          dir={email ? 'ltr' : undefined}
          value={email}
          readOnly={sending}
          error={problem}
          data-autofocus
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        {cooling && <Help icon={clock}>{t('login.cooldown', { n: seconds })}</Help>}
        <div className="po-mt4">
          <Actions>
            <Button onClick={back}>{t('email.cancel')}</Button>
            <Button type="submit" variant="primary" busy={sending} disabled={!sending && (!ready || cooling)}>
              {t('email.continue')}
            </Button>
          </Actions>
        </div>
      </form>
    </UpdateStep>
  )
}
