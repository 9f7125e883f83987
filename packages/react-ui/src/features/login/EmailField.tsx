'use client'
import { embeddedConnector, embeddedStore } from '@portico/core/embedded'
import { useId, useMemo, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Field } from '@portico/ui/field'
import { clock, mail } from '@portico/ui/glyphs'
import { Help } from '@portico/ui/help'
import { Go } from '@portico/ui/social'
import { useT } from '../../i18n/useT.js'
import { useOnline } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { cooldownEnd } from '../../mail-code/cooldown.js'
import { emailOf, isEmail, typedIn } from '../../mail-code/email.js'
import { useSecondsLeft } from '../../mail-code/useSecondsLeft.js'
import { useLoginErrorText } from '../../mail-code/useLoginErrorText.js'
import { startEmail, warmUpLogin } from './start.js'

/** Where a visitor without a wallet types an address. Says in its place what is wrong, and how long to wait. */
export function EmailField() {
  const portico = usePortico()
  const t = useT()
  const errorText = useLoginErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const online = useOnline() // the view says so
  const login = usePorticoStore(embeddedStore, (state) => state.login)
  const [email, setEmail] = useState(() => typedIn(portico).login)
  const [invalid, setInvalid] = useState(false)
  const [rejected, setRejected] = useState<Error>()
  const opening = login.status === 'connecting' // this browser is known, and needs no code
  const sending = login.status === 'sending' || opening
  const error = login.status === 'failed' && login.method === 'email' ? login.error : login.status === 'idle' ? rejected : undefined
  const until = useMemo(() => cooldownEnd(error), [error])
  const seconds = useSecondsLeft(until)
  const cooling = until !== undefined && seconds > 0
  const trimmed = emailOf(email)
  const ready = isEmail(trimmed) && !cooling && online

  const type = (text: string) => {
    typedIn(portico).login = text
    setEmail(text)
    setInvalid(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending || cooling || !online) return
    setInvalid(!isEmail(trimmed))
    if (!isEmail(trimmed)) return input.current?.focus()
    setRejected(undefined)
    startEmail(portico, trimmed).catch(setRejected)
  }
  const warmUp = () => {
    embeddedConnector(portico)?.embedded?.prepare()
    warmUpLogin(portico)
  }
  // That the frame did not come, the view says, as long as it is so; nothing is wrong with the address.
  const isOwn = error !== undefined && error.name !== 'FrameLoadError' && until === undefined
  const problem = invalid ? t('login.invalid') : isOwn && !sending ? errorText(error) : undefined
  return (
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
        end={<Go label={t('login.go')} ready={ready} busy={sending} />}
        onFocus={warmUp}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        {...(cooling && { 'aria-describedby': id })}
      />
      {cooling && (
        <Help id={id} icon={clock}>
          {t('login.cooldown', { n: seconds })}
        </Help>
      )}
      <span className="po-sr" role="status">
        {opening ? t('login.opening') : sending ? t('login.sending') : cooling ? t('login.cooling') : ''}
      </span>
    </form>
  )
}
