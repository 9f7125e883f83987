'use client'
import { replaceView, showToast } from '@portico/core/kit'
import {
  checkNameAgain,
  chooseName,
  nameFormStore,
  NameRegistrationError,
  NamesUnavailableError,
  setNameText,
  startName,
  submitName,
  type NameForm,
} from '@portico/core/names'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { Field } from '@portico/ui/field'
import { at, clock, info, plus, sign } from '@portico/ui/glyphs'
import { Help } from '@portico/ui/help'
import { Hero } from '@portico/ui/hero'
import { Icon } from '@portico/ui/icon'
import { List, ListItem } from '@portico/ui/list-item'
import { SectionTitle } from '@portico/ui/section-title'
import { Spinner } from '@portico/ui/spinner'
import { useNames } from '../../hooks/names.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'
import { NamesAway, useNamesAway } from './NamesAway.js'
import { useNameText } from './useNameText.js'
import { useNameWallet } from './useNameWallet.js'

const formId = 'po-name-form'
const helpId = 'po-name-help'
/** Longest name that the button says, in characters: it stays on one line. */
const mostOnButton = 28

/** Choosing a name: whether it is free, others that are, and the signature for it. */
export default function RegisterAccountNameView() {
  const portico = usePortico()
  const t = useT()
  const { account, isOffered, names, form, zone, zoneError, refetch } = useNames()
  const { isAway, ...away } = useNamesAway(zoneError, refetch)
  const text = useNameText()
  const input = useRef<HTMLInputElement>(null)
  const [touched, setTouched] = useState(false)
  const isOnScreen = useOnScreen()
  const { status } = form

  useEffect(() => {
    if (nameFormStore(portico).getState().status === 'success') startName(portico) // that of the last one
  }, [portico])
  useEffect(() => {
    if (status === 'success' && isOnScreen()) replaceView(portico, { view: 'RegisterAccountNameSuccess' })
  }, [portico, status, isOnScreen])
  const hasName = (names?.length ?? 0) > 0 && status !== 'signing' && status !== 'success'
  useEffect(() => {
    if (hasName && isOnScreen()) replaceView(portico, { view: 'AccountName' }) // an account has one
  }, [portico, hasName, isOnScreen])
  const failed = status === 'error' && form.error instanceof NameRegistrationError ? form.error : undefined
  useEffect(() => {
    if (!failed) return
    showToast(portico, { variant: 'error', message: t('name.failed', { name: failed.of.split('.')[0] ?? '' }) })
    // Another signature would not do: others are offered.
    if (['taken', 'reserved', 'lookalike'].includes(failed.reason ?? '')) checkNameAgain(portico)
  }, [portico, failed, t])

  const openWallet = useNameWallet(status === 'signing')
  if (account.address === undefined) return <ConnectFirst title={t('name.title')} namespace="eip155" />
  if (!isOffered || isAway) {
    const isNone = !isOffered || zoneError instanceof NamesUnavailableError
    return (
      <ViewFrame title={t('name.title')} lead="back">
        {isNone ? (
          <Empty glyph={at} title={t('name.not')}>
            {t('name.not.text')}
          </Empty>
        ) : (
          <NamesAway {...away} />
        )}
      </ViewFrame>
    )
  }

  const isSigning = status === 'signing' || status === 'success'
  const isBad = status === 'taken' || status === 'error' || (status === 'invalid' && (form.problem !== 'too-short' || touched))
  const canSubmit = status === 'free' || status === 'error' || status === 'unknown'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (isSigning) return
    if (status === 'unknown') return checkNameAgain(portico)
    if (!canSubmit) return input.current?.focus()
    void submitName(portico)
  }
  const type = (typed: string) => {
    setTouched(false)
    setNameText(portico, typed)
  }
  const choose = (name: string) => {
    chooseName(portico, name)
    input.current?.focus()
  }
  const others = status === 'free' || status === 'taken' ? form.others : []
  return (
    <ViewFrame
      title={t('name.title')}
      lead="back"
      foot={
        <div className="po-col po-g2">
          {openWallet}
          <Button
            variant={openWallet ? 'secondary' : 'primary'}
            type="submit"
            form={formId}
            busy={isSigning}
            disabled={!canSubmit && !isSigning}
          >
            {isSigning
              ? t('name.registering')
              : status === 'error' || status === 'unknown'
                ? t('name.again')
                : status === 'free' && form.name.length <= mostOnButton
                  ? t('name.claim.named', { name: form.name })
                  : t('name.claim')}
          </Button>
        </div>
      }
    >
      <div className="po-mt2">
        <Hero lead={<Avatar address={account.address} src={account.profileImage} size={56} />} title={t('name.claim.title')}>
          {t('name.claim.text')}
        </Hero>
      </div>
      <form id={formId} className="po-mt5" noValidate onSubmit={submit}>
        {/* Name and parent are one word, which runs from left to right. */}
        <div dir="ltr">
          <Field
            ref={input}
            label={t('name.title')}
            placeholder={t('name.placeholder')}
            className={isBad ? 'is-bad' : undefined}
            value={form.text}
            readOnly={isSigning}
            autoCapitalize="none"
            autoCorrect="off"
            inputMode="url"
            data-autofocus
            {...(isBad && { 'aria-invalid': true })}
            aria-describedby={helpId}
            end={
              <>
                {zone && !form.text.endsWith(`.${zone}`) && <span className="po-name__zone po-clip">.{zone}</span>}
                {status === 'checking' && <Spinner />}
              </>
            }
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onBlur={() => setTouched(form.text !== '')}
          />
        </div>
        <div id={helpId} aria-live="polite">
          <FormHelp form={form} isBad={isBad} text={text} />
        </div>
      </form>
      {others.length > 0 && (
        <div className="po-mt3">
          <SectionTitle>{status === 'free' ? t('name.others.free') : t('name.others.taken')}</SectionTitle>
          <List label={status === 'free' ? t('name.others.free') : t('name.others.taken')}>
            {others.map((name) => (
              <ListItem key={name} compact badge={<Icon glyph={plus} />} onClick={() => choose(name)}>
                <NameText name={name} />
              </ListItem>
            ))}
          </List>
        </div>
      )}
    </ViewFrame>
  )
}

/** A name whose parent steps back. */
function NameText({ name }: { readonly name: string }) {
  const dot = name.indexOf('.')
  return (
    <bdi dir="ltr">
      {name.slice(0, dot)}
      <span className="po-dim">{name.slice(dot)}</span>
    </bdi>
  )
}

interface FormHelpProps {
  readonly form: NameForm
  readonly isBad: boolean
  readonly text: ReturnType<typeof useNameText>
}

/** What is to be known of what stands in the field. */
function FormHelp({ form, isBad, text }: FormHelpProps) {
  const t = useT()
  switch (form.status) {
    case 'empty':
      return <Help icon={info}>{t('name.rules')}</Help>
    case 'invalid':
      return isBad ? <Help tone="bad">{text.problem(form.problem)}</Help> : <Help icon={info}>{t('name.rules')}</Help>
    case 'checking':
      return <Help icon={clock}>{t('name.checking')}</Help>
    case 'free':
      return <Help tone="ok">{t('name.free', { name: form.name })}</Help>
    case 'taken':
      return <Help tone="bad">{text.refusal(form.refusal, form.name)}</Help>
    case 'unknown':
      return <Help tone="bad">{text.failure(form.error)}</Help>
    case 'signing':
    case 'success':
      return <Help icon={sign}>{t('name.sign')}</Help>
    case 'error':
      return <Help tone="bad">{text.failure(form.error)}</Help>
  }
}
