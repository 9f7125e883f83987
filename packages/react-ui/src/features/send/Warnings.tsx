'use client'
import { addressEnd, findNetwork, shortAddress, type Network } from '@portico/core'
import type { Recipient, RecipientWarning } from '@portico/core/send'
import { user } from '@portico/ui/glyphs'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'

interface Props {
  readonly recipient: Recipient
  readonly network: Network | undefined
}

/** What there is to say about a recipient, the worst first (S17). */
export function Warnings({ recipient, network }: Props) {
  if (recipient.status !== 'found') return null
  return recipient.warnings.map((warning) => (
    <div key={warning.kind} className="po-mt3">
      <Warning warning={warning} address={recipient.address} network={network} />
    </div>
  ))
}

function Warning({ warning, address, network }: { readonly warning: RecipientWarning; readonly address: string } & Pick<Props, 'network'>) {
  const portico = usePortico()
  const t = useT()
  switch (warning.kind) {
    case 'lookAlike': {
      const { known } = warning
      return (
        <Note
          tone="bad"
          title={t('send.alike.title', { name: known.name === undefined ? shortAddress(known.address) : safeText(known.name) })}
        >
          {t('send.alike.text')}
          <dl className="po-alike po-mt1">
            <dt>{t('send.alike.known')}</dt>
            <dd>
              <Difference address={known.address} other={address} />
            </dd>
            <dt>{t('send.alike.this')}</dt>
            <dd>
              <Difference address={address} other={known.address} />
            </dd>
          </dl>
        </Note>
      )
    }
    case 'firstTime':
      return (
        <Note tone="warn" icon={user} title={t('send.first.title')}>
          {t('send.first.text')}
        </Note>
      )
    case 'otherNetwork': {
      const other = findNetwork(portico, warning.networkId)?.name ?? warning.networkId
      return (
        <Note tone="warn" title={t('send.other.title', { network: safeText(other) })}>
          {t('send.other.text', { here: safeText(network?.name) })}
        </Note>
      )
    }
    case 'contract':
      return (
        <Note tone="warn" title={t('send.contract.title')}>
          {t('send.contract.text')}
        </Note>
      )
    case 'token':
      return (
        <Note tone="bad" title={t('send.token.title')}>
          {t('send.token.text')}
        </Note>
      )
    case 'burn':
      return (
        <Note tone="bad" title={t('send.burn.title')}>
          {t('send.burn.text')}
        </Note>
      )
    case 'ownAddress':
      return (
        <Note tone="warn" title={t('send.own.title')}>
          {t('send.own.text')}
        </Note>
      )
  }
}

/** How much of what is different is shown. */
const shownDifference = 8

/** An address, the first of what is different in it set off from what is the same. The whole one stands in the field. */
function Difference({ address, other }: { readonly address: string; readonly other: string }) {
  const isSame = (at: number) => address.at(at)?.toLowerCase() === other.at(at)?.toLowerCase()
  let start = 0
  while (start < address.length && isSame(start)) start += 1
  return (
    <bdi className="po-addr" dir="ltr">
      {address.slice(0, start)}
      <mark>{address.slice(start, start + shownDifference)}</mark>…{address.slice(-addressEnd)}
    </bdi>
  )
}
