'use client'
import { InsufficientFundsError, InvalidOptionError } from '@portico/core'
import type { SendToken } from '@portico/core/send'
import { LinkButton } from '@portico/ui/link'
import { Note } from '@portico/ui/note'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useAssetName } from './useAmountText.js'

/** What stays as it is, however often it is asked for. */
const final = ['AmountTooSmallError', 'InsufficientFundsError', 'InvalidOptionError', 'ItemNotHeldError']

/** Whether asking for the fee again changes nothing. */
export const isFinal = (error: Error | undefined): boolean => error !== undefined && final.includes(error.name)

/** That there is not enough: of a token, less of it would not pay the fee. */
export function useShortText() {
  const t = useT()
  return (token: SendToken | undefined) => (token?.address === undefined ? t('send.short') : t('error.InsufficientFundsError'))
}

interface Props {
  readonly error: Error
  readonly token: SendToken | undefined
  /** Asks for the fee again. */
  readonly renew: () => void
}

/** Why there is no fee: what is wrong with the transfer, or that nobody answered. */
export function FeeNote({ error, token, renew }: Props) {
  const t = useT()
  const errorText = useErrorText()
  const nameOf = useAssetName()
  const shortText = useShortText()
  // Who receives it, or the token itself: an adapter tells only the site why.
  const isImpossible = error instanceof InvalidOptionError && ['to', 'token'].includes(error.option)
  return (
    <div className="po-mt3">
      <Note tone="warn">
        {isImpossible && token
          ? t('send.impossible', { symbol: nameOf(token) })
          : error instanceof InsufficientFundsError
            ? shortText(token)
            : errorText(error)}{' '}
        {!isFinal(error) && <LinkButton onClick={renew}>{t('common.again')}</LinkButton>}
      </Note>
    </div>
  )
}
