import { hex } from '@scure/base'
import { invalidParams, isRecord, param, readRecord } from '../../wallet/params.js'
import { addressFor, addressesFor, type BitcoinCore, type MethodTable } from '../core.js'
import type { OwnAddress } from '../keys.js'
import { namesOf } from '../networks.js'
import * as operations from '../operations.js'

/** The one address that a site sees, as a list. */
export function directAddresses(core: BitcoinCore, addresses: readonly OwnAddress[]): string[] {
  return addresses
    .filter(({ purpose }) => purpose === core.directPurpose)
    .slice(0, 1)
    .map(({ address }) => address)
}

export function chainInfo(core: BitcoinCore) {
  const { unisat, livenet } = namesOf(core.person.getState().network)
  return { ...unisat, network: livenet }
}

/** UniSat's methods (docs.unisat.io, UniSat Wallet API). Parameters are those of the call, in a list. */
export const unisatMethods: MethodTable = {
  requestAccounts: {
    kind: 'connect',
    method: (core, { origin }) => {
      const { run, ...asked } = operations.connect(core, { origin })
      return { ...asked, run: () => (run(), directAddresses(core, addressesFor(core, origin))) }
    },
  },
  getAccounts: { method: (core, { origin }) => ({ run: () => directAddresses(core, addressesFor(core, origin)) }) },
  getPublicKey: {
    method: (core, { origin }) => {
      const { compressedKey } = current(core, origin)
      return { run: () => hex.encode(compressedKey) }
    },
  },
  getBalance: {
    method: (core, { origin }) => {
      const { address } = current(core, origin)
      return {
        async run() {
          const { confirmed, unconfirmed } = await core.esplora().balance(address)
          return { confirmed: Number(confirmed), unconfirmed: Number(unconfirmed), total: Number(confirmed + unconfirmed) }
        },
      }
    },
  },
  getNetwork: { method: (core) => ({ run: () => chainInfo(core).network }) },
  getChain: { method: (core) => ({ run: () => chainInfo(core) }) },
  getVersion: { method: () => ({ run: () => '1.6.0' }) },
  switchNetwork: {
    method: (core, { params }) => {
      const { run, ...asked } = operations.switchNetwork(core, param(params, 0))
      return { ...asked, run: () => (run(), chainInfo(core).network) }
    },
  },
  switchChain: {
    method: (core, { params }) => {
      const { run, ...asked } = operations.switchNetwork(core, param(params, 0))
      return { ...asked, run: () => (run(), chainInfo(core)) }
    },
  },
  disconnect: {
    kind: 'disconnect',
    method: (core, { origin }) => ({ run: () => core.person.person.disconnect({ origin }) }),
  },
  signMessage: {
    kind: 'signMessage',
    method: (core, { origin, params }) => {
      const [message, type = 'ecdsa'] = listOf(params)
      if (typeof message !== 'string') throw invalidParams('The message must be text.')
      if (type !== 'ecdsa' && type !== 'bip322-simple') throw invalidParams(`The type must be 'ecdsa' or 'bip322-simple'.`)
      const protocol = type === 'ecdsa' ? 'ecdsa' : 'bip322'
      const { run, ...asked } = operations.signMessage({ own: current(core, origin), message, protocol })
      return { ...asked, run: () => run().signature }
    },
  },
  signPsbt: {
    kind: 'signPsbt',
    method: (core, { origin, params }) => {
      const [psbt, options] = listOf(params)
      const { run, ...asked } = operations.signPsbt(core, readPsbtRequest(core, origin, psbt, options))
      return { ...asked, run: async () => hex.encode((await run()).psbt) }
    },
  },
  signPsbts: {
    kind: 'signPsbt',
    method: (core, { origin, params }) => {
      const [psbts, options] = listOf(params)
      const all = listOf(psbts).map((psbt, index) => operations.signPsbt(core, readPsbtRequest(core, origin, psbt, listOf(options)[index])))
      if (all.length === 0) throw invalidParams('There is nothing to sign.')
      return {
        ask: all.map(({ ask }) => ask).join('; '),
        run: () => Promise.all(all.map(async ({ run }) => hex.encode((await run()).psbt))),
      }
    },
  },
  pushPsbt: { method: (core, { origin, params }) => operations.push(core, origin, readHex(param(params, 0), 'The PSBT')) },
  pushTx: {
    method: (core, { origin, params }) => {
      const given = param(params, 0)
      const transaction = readHex(isRecord(given) ? given['rawtx'] : given, 'The transaction')
      current(core, origin)
      return { run: () => core.esplora().send(transaction) }
    },
  },
  sendBitcoin: {
    kind: 'sendTransfer',
    method: (core, { origin, params }) => {
      const [to, satoshis, options] = listOf(params)
      const recipients = operations.readRecipients([{ address: to, amount: satoshis }])
      const feeRate = operations.readFeeRate(isRecord(options) ? options['feeRate'] : undefined)
      return operations.sendTransfer(core, { own: current(core, origin), recipients, feeRate })
    },
  },
}

/** OKX (web3.okx.com, Injected Bitcoin Provider API): UniSat's methods, and a `connect` of its own. */
export const okxMethods: MethodTable = {
  ...unisatMethods,
  connect: {
    kind: 'connect',
    method: (core, { origin }) => {
      const { run, ...asked } = operations.connect(core, { origin })
      return { ...asked, run: () => (run(), okxAccount(current(core, origin))) }
    },
  },
}

export function okxAccount({ address, publicKey, compressedKey }: OwnAddress) {
  return { address, publicKey, compressedPublicKey: hex.encode(compressedKey) }
}

/** @throws ProviderRpcError 4100 when the site is not connected */
function current(core: BitcoinCore, origin: string): OwnAddress {
  return addressFor(core, origin, core.directPurpose)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function readHex(value: unknown, name: string): Uint8Array {
  try {
    return hex.decode(String(value))
  } catch {
    throw invalidParams(`${name} must be hexadecimal.`)
  }
}

function readPsbtRequest(core: BitcoinCore, origin: string, psbt: unknown, options: unknown): operations.PsbtParameters {
  const { autoFinalized, toSignInputs } = options === undefined || options === null ? {} : readRecord(options, 'The options')
  const own = current(core, origin)
  const inputs =
    Array.isArray(toSignInputs) && toSignInputs.length > 0
      ? toSignInputs.map((input: unknown) => {
          const { index, address, publicKey, sighashTypes } = readRecord(input, 'An input to sign')
          if (typeof index !== 'number') throw invalidParams('An input to sign needs its index.')
          const isOwn = publicKey === own.publicKey || publicKey === hex.encode(own.compressedKey)
          return {
            index,
            address: address ?? (isOwn ? own.address : undefined),
            sighashTypes: operations.readNumbers(sighashTypes),
          }
        })
      : undefined
  return { origin, psbt: readHex(psbt, 'The PSBT'), inputs, finalize: autoFinalized !== false }
}
