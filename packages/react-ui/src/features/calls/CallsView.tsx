'use client'
import { activeConnection, closeModal, connectionStore, UserRejectedError } from '@portico/core'
import { callsErrorStore, callsStore, continueCalls, findBatch, nextCall, statusOf, stopCalls, type CallBatch } from '@portico/core/calls'
import { useEffect } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { Empty } from '@portico/ui/empty'
import { pulse } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { CallRow } from './CallRow.js'

/** How far a batch is that is sent one by one: each call in a sentence, what happened and what did not, and whether to go on. */
export default function CallsView({ params: { id } }: { readonly params: { readonly id: string } }) {
  const portico = usePortico()
  const t = useT()
  const batch = usePorticoStore(callsStore, (all) => all.find((one) => one.id === id))
  useEffect(() => void findBatch(portico, id), [portico, id])
  if (batch) return <Progress batch={batch} />
  return (
    <ViewFrame title={t('calls.title')}>
      <Empty glyph={pulse} title={t('calls.gone')} />
    </ViewFrame>
  )
}

function Progress({ batch }: { readonly batch: CallBatch }) {
  const portico = usePortico()
  const t = useT()
  const { id, calls, steps, state, namespace } = batch
  const wallet = useWalletName()(usePorticoStore(connectionStore, (all) => activeConnection(all, namespace)?.connector))
  const text = useProgressText(batch, wallet)
  const status = statusOf(batch)
  const [total, done] = [calls.length, steps.filter((step) => step.status === 'confirmed').length]
  const title = status === 200 ? t('calls.done', { total }) : t('calls.count', { done, total })
  const isBad = state === 'paused' || status >= 400
  const foot =
    state === 'paused' ? (
      <Actions>
        <Button onClick={() => stopCalls(portico, id)}>{t('calls.stop')}</Button>
        <Button variant="primary" onClick={() => void continueCalls(portico, id)}>
          {t('calls.continue')}
        </Button>
      </Actions>
    ) : status === 100 ? undefined : (
      <Button variant="primary" onClick={() => closeModal(portico)}>
        {t('calls.close')}
      </Button>
    )
  return (
    <ViewFrame title={t('calls.title')} foot={foot}>
      <div className="po-mt2" role={isBad ? 'alert' : 'status'}>
        <Hero title={title}>{text}</Hero>
      </div>
      <Card className="po-mt4">
        <ol className="po-calls" role="list">
          {calls.map((call, at) => {
            const step = steps[at] ?? { status: 'waiting' }
            return <CallRow key={at} batch={batch} call={call} step={step} place={at + 1} wallet={wallet} />
          })}
        </ol>
      </Card>
    </ViewFrame>
  )
}

/** What is to do, or what happened and what did not. */
function useProgressText(batch: CallBatch, wallet: string): string {
  const t = useT()
  const errorText = useErrorText()
  const error = usePorticoStore(callsErrorStore, (errors) => errors[batch.id])
  const { steps, state } = batch
  const at = nextCall(batch)
  const step = steps[at]
  const place = at + 1
  const status = statusOf(batch)
  const reverted = steps.findIndex((one) => one.status === 'reverted') + 1
  switch (status) {
    case 200:
      return t('calls.done.text')
    case 500:
      return t('calls.none.reverted')
    case 400:
      return t('calls.none')
    case 600:
      return reverted > 0 ? t('calls.part.reverted', { place: reverted }) : t('calls.part')
    case 100:
      break
  }
  if (step?.status === 'asking') return t('calls.ask', { wallet, place })
  if (state !== 'paused') return t('calls.wait')
  if (step?.status === 'failed') {
    if (step.reason === 'declined') return t('calls.paused.declined', { place })
    if (step.reason === 'unsent') return t('calls.paused.unsent', { wallet, place })
    if (step.reason === 'unknown') return t('calls.paused.unknown', { wallet, place })
  }
  const isTold = error !== undefined && !(error instanceof UserRejectedError)
  return isTold ? t('calls.paused.failed', { problem: errorText(error).replace(/\.$/, '') }) : t('calls.paused', { place })
}
