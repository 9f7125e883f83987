'use client'
import { addressEnd, addressStart } from '@portico/core'
import { resetView, showToast } from '@portico/core/kit'
import { transferName } from '@portico/core/names'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { Field } from '@portico/ui/field'
import { Hero } from '@portico/ui/hero'
import { Note } from '@portico/ui/note'
import { Spinner } from '@portico/ui/spinner'
import { WholeAddress } from '@portico/ui/whole-address'
import { useNames, useResolveName } from '../../hooks/names.js'
import { useAction } from '../../hooks/useAction.js'
import { useSettled } from '../../hooks/useSettled.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'
import { useNameText } from './useNameText.js'
import { useNameWallet } from './useNameWallet.js'

const formId = 'po-name-to'
/** How long a name is left alone before it is looked up, in milliseconds. */
const nameDelay = 500

/** To whom a name is handed over: an address, or a name that leads to one, which is shown whole (S17). */
export default function TransferAccountNameView({ params: { name } }: { readonly params: { readonly name: string } }) {
  const portico = usePortico()
  const t = useT()
  const text = useNameText()
  const { account } = useNames()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [touched, setTouched] = useState(false)
  const transfer = useAction(transferName)
  const openWallet = useNameWallet(transfer.isPending)
  const isOnScreen = useOnScreen()
  const trimmed = typed.trim()
  const isAddress = /^0x[\da-f]{40}$/i.test(trimmed)
  const [settled] = useSettled(trimmed, nameDelay)
  const isName = !isAddress && trimmed.includes('.')
  const { data, error } = useResolveName(isName ? settled : undefined)
  const isLooking = isName && (settled !== trimmed || (data === undefined && !error))
  const to = isAddress ? trimmed : isName && !isLooking ? (data ?? undefined) : undefined
  const isOwn = to !== undefined && to.toLowerCase() === account.address?.toLowerCase()
  const wrong =
    error && isName && !isLooking
      ? text.failure(error)
      : isOwn
        ? t('name.transfer.own')
        : to === undefined && !isLooking && trimmed !== '' && (touched || isName)
          ? t('name.transfer.bad')
          : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (transfer.isPending) return
    if (to === undefined || isOwn) return input.current?.focus()
    void transfer.mutateAsync({ name, to }).then(
      () => {
        showToast(portico, { variant: 'success', message: t('name.transferred', { name }) })
        if (isOnScreen()) wayTo(portico, 'Account', resetView)?.()
      },
      () => undefined, // the state says it
    )
  }
  if (account.address === undefined) return <ConnectFirst title={t('name.transfer')} namespace="eip155" />
  return (
    <ViewFrame
      title={t('name.transfer')}
      lead="back"
      foot={
        <div className="po-col po-g2">
          {openWallet}
          <Button
            variant={openWallet ? 'secondary' : 'primary'}
            type="submit"
            form={formId}
            busy={transfer.isPending}
            disabled={to === undefined || isOwn}
          >
            {t('name.transfer.do')}
          </Button>
        </div>
      }
    >
      <div className="po-mt2">
        <Hero title={<bdi dir="ltr">{name}</bdi>}>{t('name.transfer.text')}</Hero>
      </div>
      <form id={formId} className="po-mt5" noValidate onSubmit={submit}>
        <Field
          ref={input}
          label={t('name.transfer.to')}
          placeholder={t('name.transfer.placeholder')}
          dir="ltr"
          value={typed}
          readOnly={transfer.isPending}
          autoCapitalize="none"
          autoCorrect="off"
          data-autofocus
          error={wrong}
          end={isLooking ? <Spinner /> : undefined}
          onChange={({ currentTarget }) => {
            setTouched(false)
            setTyped(currentTarget.value.slice(0, 255))
          }}
          onBlur={() => setTouched(true)}
        />
      </form>
      {to !== undefined && !isOwn && (
        <Card className="po-mt3">
          <WholeAddress address={to} start={addressStart} end={addressEnd} />
        </Card>
      )}
      {transfer.isError && (
        <div className="po-mt3">
          <Note tone="bad">{text.failure(transfer.error as Error)}</Note>
        </div>
      )}
    </ViewFrame>
  )
}
