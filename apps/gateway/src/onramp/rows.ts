import { digest } from '@portico/service/secrets'
import type { OnrampSession } from './sessions.js'
import type { OnrampStatus } from './types.js'

const statuses: Readonly<Record<OnrampStatus, string>> = {
  created: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  paid: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  processing: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  settled: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  failed: 'ONRAMP_TRANSACTION_STATUS_FAILED',
  refunded: 'ONRAMP_TRANSACTION_STATUS_FAILED',
  expired: 'ONRAMP_TRANSACTION_STATUS_FAILED',
}

/**
 * A purchase as a row of an account's history. Anybody may read it who knows the account, so it says no more than the chain will: no
 * money, no provider, and in the place of the session's id, which opens it, a digest of that.
 */
export function onrampRow({ id, kind, status, network, address, asset, purchaseAmount, hash, createdAt }: OnrampSession) {
  const isSale = kind === 'sell'
  return {
    id: digest(id),
    metadata: {
      operationType: isSale ? 'sell' : 'bought',
      hash: hash ?? '',
      minedAt: new Date(createdAt).toISOString(),
      sentFrom: isSale ? address : '',
      sentTo: isSale ? '' : address,
      status: statuses[status],
      nonce: 0,
      chain: network,
      application: { name: null, iconUrl: null },
    },
    transfers: [
      {
        fungible_info: {
          name: asset.symbol,
          symbol: asset.symbol,
          icon: null,
          ...(asset.address !== '' && { address: `${network}:${asset.address}` }),
        },
        direction: isSale ? 'out' : 'in',
        quantity: { numeric: purchaseAmount?.amount ?? '0' },
        value: null,
        price: null,
      },
    ],
  }
}
