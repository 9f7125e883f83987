'use client'
import type { Call } from '@portico/core'
import { transactionUrl } from '@portico/core/activity'
import type { CallBatch, CallStep } from '@portico/core/calls'
import { check, close } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { Link } from '@portico/ui/link'
import { Spinner } from '@portico/ui/spinner'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { useCallText } from './useCallText.js'

interface Props {
  readonly batch: CallBatch
  readonly call: Call
  readonly step: CallStep
  /** Its place, from 1. */
  readonly place: number
  readonly wallet: string
}

const looks = { waiting: 'next', asking: 'now', sent: 'now', confirmed: 'done', reverted: 'bad', failed: 'bad' } as const

/** One call of a batch: what it does, and how far it is. */
export function CallRow({ batch, call, step, place, wallet }: Props) {
  const portico = usePortico()
  const t = useT()
  const text = useCallText(batch, call)
  const look = looks[step.status]
  const mark = { next: place, now: <Spinner />, done: <Icon glyph={check} size={14} />, bad: <Icon glyph={close} size={14} /> }[look]
  const url = 'hash' in step ? transactionUrl(portico, { networkId: batch.networkId, hash: step.hash }) : undefined
  return (
    <li className={`is-${look}`} {...(look === 'now' && { 'aria-current': 'step' })}>
      <span className="po-calls__n">{mark}</span>
      <div className="po-grow">
        <div className="po-label po-calls__say">{text}</div>
        <div className="po-meta">
          {wordsOf()}
          {url && (
            <>
              {' '}
              <Link href={url}>{t('calls.explorer')}</Link>
            </>
          )}
        </div>
      </div>
    </li>
  )

  function wordsOf(): string {
    switch (step.status) {
      case 'waiting':
        return batch.state === 'ended' ? t('calls.unsent') : t('calls.waiting')
      case 'asking':
        return t('calls.asking', { wallet })
      case 'sent':
        return t('calls.sent')
      case 'confirmed':
        return t('calls.confirmed')
      case 'reverted':
        return t('calls.reverted')
      case 'failed':
        if (step.reason === 'declined') return t('calls.declined')
        if (step.reason === 'cancelled') return t('calls.cancelled', { wallet })
        return step.reason === 'unknown' ? t('calls.unknown') : t('calls.unsent')
    }
  }
}
