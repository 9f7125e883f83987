'use client'
import { goBack, showToast } from '@portico/core/kit'
import { setNameAttributes, type NameRecord } from '@portico/core/names'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent, HTMLAttributes } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Button } from '@portico/ui/button'
import { Field } from '@portico/ui/field'
import { Hero } from '@portico/ui/hero'
import { Note } from '@portico/ui/note'
import { SectionTitle } from '@portico/ui/section-title'
import { useAction } from '../../hooks/useAction.js'
import { useNames } from '../../hooks/names.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'
import { nameTexts, type NameTextKey } from './nameTexts.js'
import { useNameText } from './useNameText.js'
import { useNameWallet } from './useNameWallet.js'

/** What the gateway takes of a text, in characters. */
const longest = 2048

/** What a name says of its owner, for everybody who looks it up: a picture, some words, where else they are. */
export default function EditAccountNameView({ params: { name } }: { readonly params: { readonly name: string } }) {
  const t = useT()
  const { account, names } = useNames()
  const record = names?.find((each) => each.name === name)
  if (account.address === undefined) return <ConnectFirst title={t('name.edit')} namespace="eip155" />
  if (!record) return <ViewFrame title={t('name.edit')} lead="back" />
  return <Form key={record.updatedAt} record={record} address={account.address} />
}

function Form({ record: { name, attributes }, address }: { readonly record: NameRecord; readonly address: string }) {
  const portico = usePortico()
  const t = useT()
  const text = useNameText()
  const formId = useId()
  const edit = useAction(setNameAttributes)
  const openWallet = useNameWallet(edit.isPending)
  const isOnScreen = useOnScreen()
  const failed = useRef<HTMLDivElement>(null)
  // The fields are more than the view shows at once.
  useEffect(() => {
    if (edit.isError) failed.current?.scrollIntoView({ block: 'nearest' })
  }, [edit.isError])
  const [typed, setTyped] = useState<Partial<Record<NameTextKey, string>>>({})
  const [touched, setTouched] = useState(false)
  const at = (key: NameTextKey): string => typed[key] ?? attributes[key] ?? ''
  const changed = nameTexts.filter(({ key }) => at(key).trim() !== (attributes[key] ?? ''))
  const bad = nameTexts.filter(({ key, form }) => at(key).trim() !== '' && form && !form.test(at(key).trim()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    const [first] = bad
    if (first) return event.currentTarget.querySelector<HTMLInputElement>(`[name="${first.key}"]`)?.focus()
    if (edit.isPending || changed.length === 0) return
    // An empty one is taken away, the others stay.
    const wanted = Object.fromEntries(changed.map(({ key }) => [key, at(key).trim()]))
    void edit.mutateAsync({ name, attributes: wanted }).then(
      () => {
        showToast(portico, { variant: 'success', message: t('name.edited', { name }) })
        if (isOnScreen()) goBack(portico)
      },
      () => undefined, // the state says it
    )
  }
  const avatar = bad.some(({ key }) => key === 'avatar') ? undefined : at('avatar').trim()
  return (
    <ViewFrame
      title={t('name.edit')}
      lead="back"
      foot={
        <div className="po-col po-g2">
          {openWallet}
          <Button
            variant={openWallet ? 'secondary' : 'primary'}
            type="submit"
            form={formId}
            busy={edit.isPending}
            disabled={changed.length === 0}
          >
            {t('name.edit.save')}
          </Button>
        </div>
      }
    >
      <div className="po-mt2">
        <Hero lead={<Avatar address={address} src={avatar} size={64} />} title={<bdi dir="ltr">{name}</bdi>}>
          {t('name.edit.text')}
        </Hero>
      </div>
      <form id={formId} noValidate onSubmit={submit}>
        {nameTexts.map(({ key, isAddress }) => (
          <div key={key} className="po-mt3">
            <SectionTitle>{text.label(key)}</SectionTitle>
            <Field
              name={key}
              label={text.label(key)}
              placeholder={isAddress ? 'https://' : undefined}
              {...(isAddress && asAddress)}
              value={at(key)}
              maxLength={longest}
              readOnly={edit.isPending}
              error={touched && bad.some((each) => each.key === key) ? text.badText(key) : undefined}
              onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [key]: value }))}
              onBlur={() => setTouched(true)}
            />
          </div>
        ))}
      </form>
      {edit.isError && (
        <div ref={failed} className="po-mt3">
          <Note tone="bad">{text.failure(edit.error as Error)}</Note>
        </div>
      )}
    </ViewFrame>
  )
}

/** An address reads from left to right, and no keyboard mends it. */
const asAddress = { dir: 'ltr', inputMode: 'url', autoCapitalize: 'none', autoCorrect: 'off' } satisfies HTMLAttributes<HTMLInputElement>
