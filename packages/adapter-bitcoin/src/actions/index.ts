import { BalanceUnavailableError, InvalidOptionError, type Portico } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import { chainOf } from '../implementation/chains.js'
import type { Connections } from '../implementation/connections.js'
import { isTxid, parseAddress } from '../implementation/parse.js'
import type { BitcoinOptions } from '../options.js'
import { createEsplora } from './esplora.js'
import { feeRatesOf, speedsOf } from './fees.js'
import { pageOf } from './history.js'
import { chooseTransfer, getMaximum, sendTransaction } from './send.js'
import { signMessage, signPsbt } from './sign.js'
import { switchNetwork } from './switchNetwork.js'
import { waitForReceipt } from './waitForReceipt.js'

export type Actions = Pick<
  Required<Adapter>,
  | 'switchNetwork'
  | 'signMessage'
  | 'signPsbt'
  | 'getBalance'
  | 'getTransactions'
  | 'getFeeRates'
  | 'getFeeSpeeds'
  | 'getMaximum'
  | 'estimateFee'
  | 'sendTransaction'
  | 'inspectRecipient'
  | 'waitForReceipt'
>

/** Addresses that were made without a key, to burn what is sent there. */
const burnAddresses = ['1111111111111111111114oLvT2', '1BitcoinEaterAddressDontSendf59kuE', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr']

/** What can be done once a wallet is connected. A chunk of its own: a visitor connects before anything else. */
export function createActions({
  portico,
  options,
  connections,
}: {
  readonly portico: Portico
  readonly options: BitcoinOptions
  readonly connections: Connections
}): Actions {
  const esplora = createEsplora({ portico, options })
  return {
    switchNetwork: (request) => switchNetwork(connections, request),
    signMessage: (request) => signMessage(connections, request),
    signPsbt: (request) => signPsbt(esplora, connections, request),

    async getBalance({ address, networkId, signal }) {
      const own = await parseAddress(address, 'address', chainOf(networkId))
      try {
        return await esplora.balance(networkId, own.address, signal)
      } catch (cause) {
        throw new BalanceUnavailableError({ cause })
      }
    },

    async getTransactions({ address, networkId, cursor, signal }) {
      const own = await parseAddress(address, 'address', chainOf(networkId))
      if (cursor !== undefined && !isTxid(cursor))
        throw new InvalidOptionError({ option: 'cursor', problem: 'expected the one of the page before' })
      return pageOf(await esplora.transactions(networkId, own.address, cursor, signal), own.address, cursor)
    },

    getFeeSpeeds: async ({ networkId, signal }) => speedsOf(await esplora.feeEstimates(networkId, signal)),
    getFeeRates: async ({ networkId, signal }) => feeRatesOf(await esplora.feeEstimates(networkId, signal)),

    getMaximum: (request) => getMaximum(esplora, request),

    async estimateFee(request) {
      const {
        selection: { fee },
      } = await chooseTransfer(esplora, request)
      return { expected: fee, maximum: fee }
    },

    sendTransaction: (request) => sendTransaction(esplora, connections, request),

    inspectRecipient: ({ address }) => Promise.resolve(burnAddresses.includes(address) ? 'burn' : 'account'),

    async waitForReceipt({ hash, networkId, signal }) {
      if (!isTxid(hash)) throw new InvalidOptionError({ option: 'hash', problem: 'expected 64 hex digits' })
      return waitForReceipt(esplora, { hash, networkId, signal })
    },
  }
}
