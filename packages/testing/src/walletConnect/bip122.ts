import { base64, hex } from '@scure/base'
import type { BitcoinCore, BitcoinExtra } from '../bitcoin/core.js'
import { createEsplora } from '../bitcoin/esplora.js'
import type { BitcoinKeys, OwnAddress } from '../bitcoin/keys.js'
import * as operations from '../bitcoin/operations.js'
import type { MessageProtocol } from '../bitcoin/types.js'
import type { PersonCore } from '../shared/person.js'
import type { Prepared } from '../wallet/core.js'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import { invalidParams, isRecord, readRecord } from '../wallet/params.js'
import type { WalletRequest } from '../wallet/types.js'
import { bitcoinNetworkOf } from './networks.js'

/** What sites may be granted. */
export const bitcoinMethods: readonly string[] = ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer']

export interface BitcoinSideOptions {
  readonly person: PersonCore<BitcoinExtra>
  readonly keys: BitcoinKeys
  readonly urlOf: (chain: string) => string | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
}

export interface BitcoinRequest {
  readonly request: WalletRequest
  /** CAIP-2. */
  readonly chain: string
  /** The accounts that the session covers there, by index. */
  readonly indexes: readonly number[]
}

/** The protocol's Bitcoin methods: an account is its payment address; messages are signed as hex, PSBTs are base64, amounts satoshi. */
export function createBitcoinSide({ person, keys, urlOf, fetch }: BitcoinSideOptions) {
  let queue: Promise<unknown> = Promise.resolve()

  return async function prepare({ request, chain, indexes }: BitcoinRequest): Promise<Prepared> {
    const { method, origin } = request
    const network = bitcoinNetworkOf(chain)
    const params = readRecord(request.params, 'The parameters')
    const account = indexes.map((index) => keys.at(index, 'payment', network)).find(({ address }) => address === params['account'])
    if (!account) throw rpcError(rpcErrorCodes.unauthorized)
    const ordinals = keys.at(account.index, 'ordinals', network)
    const core: BitcoinCore = {
      person: {
        ...person,
        getState: () => ({ ...person.getState(), exposed: [account.index], network, purposes: {} }),
        mayUse: (_origin, index) => index === account.index,
      },
      keys,
      networks: [network],
      directPurpose: 'payment',
      methodsOf: () => [],
      esplora: () => createEsplora(urlOf(chain), fetch),
      moveTo: () => {},
      inOrder(task) {
        const result = queue.then(task)
        queue = result.catch(() => {})
        return result
      },
    }
    const own = (address: unknown): OwnAddress => {
      const found = [account, ordinals].find((one) => one.address === (address ?? account.address))
      if (!found) throw rpcError(rpcErrorCodes.unauthorized)
      return found
    }

    switch (method) {
      case 'getAccountAddresses':
        return { run: () => accountAddresses(account, ordinals, params['intentions']) }
      case 'signMessage': {
        const { run, ...asked } = operations.signMessage({
          own: own(params['address']),
          message: params['message'],
          protocol: readProtocol(params['protocol']),
        })
        return {
          ...asked,
          run() {
            const { signature, messageHash } = run()
            return { address: own(params['address']).address, signature: hex.encode(base64.decode(signature)), messageHash }
          },
        }
      }
      case 'signPsbt': {
        const psbt = readBase64(params['psbt'])
        const { run, ...asked } = operations.signPsbt(core, {
          origin,
          psbt,
          inputs: readInputs(params['signInputs']),
          broadcast: params['broadcast'] === true,
        })
        return {
          ...asked,
          async run() {
            const { psbt: signed, txid } = await run()
            return { psbt: base64.encode(signed), ...(txid !== undefined && { txid }) }
          },
        }
      }
      case 'sendTransfer': {
        const { recipientAddress, amount, memo } = params
        if (memo !== undefined) throw invalidParams(`'memo' is not supported.`)
        const recipients = operations.readRecipients([{ address: recipientAddress, amount }])
        const { run, ...asked } = operations.sendTransfer(core, { own: account, recipients })
        return { ...asked, run: async () => ({ txid: await run() }) }
      }
    }
    throw rpcError(rpcErrorCodes.unsupportedMethod, `The method "${method}" is not supported.`)
  }
}

/** The addresses of an account as the protocol lists them. */
export function accountAddresses(payment: OwnAddress, ordinals: OwnAddress, intentions?: unknown): readonly object[] {
  const wanted: readonly unknown[] | undefined = Array.isArray(intentions) ? intentions : undefined
  const path = (form: number) => `m/${form}'/0'/${payment.index}'/0/0`
  return [
    { address: payment.address, publicKey: hex.encode(payment.compressedKey), path: path(84), intention: 'payment' },
    { address: ordinals.address, publicKey: hex.encode(ordinals.compressedKey), path: path(86), intention: 'ordinal' },
  ].filter(({ intention }) => wanted?.includes(intention) ?? true)
}

function readProtocol(value: unknown): MessageProtocol | undefined {
  if (value === undefined || value === null) return undefined
  if (value !== 'ecdsa' && value !== 'bip322') throw invalidParams(`'protocol' must be 'ecdsa' or 'bip322'.`)
  return value
}

function readBase64(value: unknown): Uint8Array {
  try {
    return base64.decode(String(value))
  } catch {
    throw invalidParams('The PSBT must be base64.')
  }
}

/** None: all that spend from the account. */
function readInputs(value: unknown): readonly operations.AskedInput[] | undefined {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined
  if (!Array.isArray(value)) throw invalidParams(`'signInputs' must be a list.`)
  return value.map((input: unknown) => {
    const { address, index, sighashTypes } = isRecord(input) ? input : {}
    if (typeof index !== 'number') throw invalidParams('An input to sign needs an index.')
    return { address, index, sighashTypes: operations.readNumbers(sighashTypes) }
  })
}
