'use client'
import { closeModal, findNetwork, shortAddress } from '@portico/core'
import { replaceView, resetView, showToast } from '@portico/core/kit'
import { nameFormStore, type NameForm } from '@portico/core/names'
import { useEffect } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Actions, Button } from '@portico/ui/button'
import { arrowUpRight, ok } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { safeText } from '@portico/ui/safe-text'
import { useCopy } from '../../hooks/useCopy.js'
import { useNames } from '../../hooks/names.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'

/** An address on one line: a line may break at an ellipsis. */
const unbroken = (address: string) => address.replace('…', '\u2060…\u2060')

/** ENSIP-19: an address of every EVM network. */
const everyNetwork = '2147483648'

/** The name is the account's. */
export default function RegisterAccountNameSuccessView() {
  const portico = usePortico()
  const t = useT()
  const form = usePorticoStore(nameFormStore, (state) => state)
  const isOnScreen = useOnScreen()
  const isNone = form.status !== 'success'
  useEffect(() => {
    if (isNone && isOnScreen()) replaceView(portico, { view: 'RegisterAccountName' })
  }, [portico, isNone, isOnScreen])
  return isNone ? <ViewFrame title={t('name.title')} /> : <Done form={form} />
}

function Done({ form: { name, address, networkId } }: { readonly form: Extract<NameForm, { readonly status: 'success' }> }) {
  const portico = usePortico()
  const t = useT()
  const { account, names } = useNames()
  const { copy } = useCopy()
  const toAccount = wayTo(portico, 'Account', resetView)
  const isEverywhere = names?.find((one) => one.name === name)?.addresses[everyNetwork] !== undefined
  const network = isEverywhere ? 'every' : safeText(findNetwork(portico, networkId)?.name)
  const share = async () => {
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ text: name })
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return // the visitor thought better of it
    }
    const done = await copy(name)
    showToast(portico, done ? { variant: 'success', message: t('name.copied') } : { variant: 'error', message: t('name.uncopied') })
  }
  return (
    <ViewFrame
      title={t('name.title')}
      foot={
        <Actions>
          <Button icon={arrowUpRight} onClick={() => void share()}>
            {t('name.share')}
          </Button>
          <Button variant="primary" data-autofocus onClick={() => (toAccount ? toAccount() : closeModal(portico))}>
            {t('name.done')}
          </Button>
        </Actions>
      }
    >
      <div className="po-hero po-mt4" role="status">
        <Avatar
          address={address}
          src={account.address === address ? account.profileImage : undefined}
          size={72}
          badge={<Icon glyph={ok} size={24} className="po-name__ok" />}
        />
        <h2 className="po-name__own po-mt4">
          <bdi dir="ltr">{name}</bdi>
        </h2>
        <p className="po-text">{t('name.yours', { address: unbroken(shortAddress(address)), network })}</p>
      </div>
      <div className="po-mt4" />
    </ViewFrame>
  )
}
