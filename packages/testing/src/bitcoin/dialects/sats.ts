import { base64 } from '@scure/base'
import { rpcError, rpcErrorCodes } from '../../wallet/errors.js'
import { invalidParams, isRecord, readRecord } from '../../wallet/params.js'
import { addressFor, addressesFor, ownAddress, usableBy, type BitcoinCore, type MethodTable } from '../core.js'
import type { OwnAddress } from '../keys.js'
import { namesOf } from '../networks.js'
import * as operations from '../operations.js'
import type { AddressPurpose, MessageProtocol } from '../types.js'

/** Addresses as the `addresses` of sats-connect have them. */
export function satsAddress({ address, publicKey, purpose, type }: OwnAddress) {
  return { address, publicKey, purpose, addressType: type, walletType: 'software' }
}

export function satsNetwork(core: BitcoinCore) {
  const { network } = core.person.getState()
  return { bitcoin: { name: namesOf(network).sats }, stacks: { name: 'mainnet' }, spark: { name: 'mainnet' } }
}

/** The `request` methods of sats-connect (docs.xverse.app/sats-connect, WBIP-002). What they answer goes into a JSON-RPC response. */
export const satsMethods: MethodTable = {
  getInfo: {
    method: (core) => ({
      run: () => ({ version: '1.6.0', platform: 'web', methods: core.methodsOf('sats'), supports: [] }),
    }),
  },
  getAddresses: {
    kind: 'connect',
    method: (core, { origin, params }) =>
      connecting(core, origin, readPurposes(params, 'purposes'), (addresses) => ({ addresses, network: satsNetwork(core) })),
  },
  getAccounts: {
    kind: 'connect',
    method: (core, { origin, params }) => connecting(core, origin, readPurposes(params, 'purposes'), (addresses) => addresses),
  },
  wallet_requestPermissions: {
    kind: 'connect',
    method: (core, { origin }) => connecting(core, origin, undefined, () => true),
  },
  wallet_connect: {
    kind: 'connect',
    method: (core, { origin, params }) => {
      const { network } = isRecord(params) ? params : {}
      const wanted = network === undefined ? undefined : operations.readNetwork(core, network)
      return connecting(core, origin, readPurposes(params, 'addresses'), (addresses) => account(core, addresses), wanted)
    },
  },
  wallet_getAccount: {
    method: (core, { origin }) => {
      if (usableBy(core, origin).length === 0) throw rpcError(rpcErrorCodes.unauthorized, 'Access denied.')
      return { run: () => account(core, addressesFor(core, origin).map(satsAddress)) }
    },
  },
  wallet_getWalletType: { method: () => ({ run: () => 'software' }) },
  wallet_getNetwork: { method: (core) => ({ run: () => satsNetwork(core) }) },
  wallet_changeNetwork: {
    method: (core, { params }) => {
      const { run, ...asked } = operations.switchNetwork(core, readRecord(params, 'The parameters')['name'])
      return { ...asked, run: () => (run(), null) }
    },
  },
  wallet_disconnect: { kind: 'disconnect', method: leave },
  wallet_renouncePermissions: { kind: 'disconnect', method: leave },
  getBalance: {
    method: (core, { origin }) => {
      const own = addressFor(core, origin, 'payment')
      return {
        async run() {
          const { confirmed, unconfirmed } = await core.esplora().balance(own.address)
          return { confirmed: String(confirmed), unconfirmed: String(unconfirmed), total: String(confirmed + unconfirmed) }
        },
      }
    },
  },
  signMessage: {
    kind: 'signMessage',
    method: (core, { origin, params }) => {
      const { address, message, protocol } = readRecord(params, 'The parameters')
      if (typeof message !== 'string') throw invalidParams('The message must be text.')
      const own = ownAddress(core, origin, address)
      const { run, ...asked } = operations.signMessage({ own, message, protocol: readProtocol(protocol) })
      return {
        ...asked,
        run() {
          const signed = run()
          return { ...signed, protocol: signed.protocol.toUpperCase(), address: own.address }
        },
      }
    },
  },
  signPsbt: {
    kind: 'signPsbt',
    method: (core, { origin, params }) => {
      const { psbt, signInputs, broadcast } = readRecord(params, 'The parameters')
      const inputs = readSignInputs(signInputs)
      const { run, ...asked } = operations.signPsbt(core, {
        origin,
        psbt: readBase64(psbt),
        inputs,
        broadcast: broadcast === true,
      })
      return {
        ...asked,
        async run() {
          const { psbt: signed, txid } = await run()
          return { psbt: base64.encode(signed), ...(txid !== undefined && { txid }) }
        },
      }
    },
  },
  sendTransfer: {
    kind: 'sendTransfer',
    method: (core, { origin, params }) => {
      const recipients = operations.readRecipients(readRecord(params, 'The parameters')['recipients'])
      const { run, ...asked } = operations.sendTransfer(core, { own: addressFor(core, origin, 'payment'), recipients })
      return { ...asked, run: async () => ({ txid: await run() }) }
    },
  },
}

function leave(core: BitcoinCore, { origin }: { readonly origin: string }) {
  return {
    run() {
      core.person.person.disconnect({ origin })
      return null
    },
  }
}

function account(core: BitcoinCore, addresses: readonly unknown[]) {
  const { exposed } = core.person.getState()
  return { id: `${core.person.info.uuid}/${exposed[0] ?? 0}`, addresses, walletType: 'software', network: satsNetwork(core) }
}

function connecting(
  core: BitcoinCore,
  origin: string,
  purposes: readonly AddressPurpose[] | undefined,
  answer: (addresses: readonly ReturnType<typeof satsAddress>[]) => unknown,
  network?: ReturnType<typeof operations.readNetwork>,
) {
  const { run, ...asked } = operations.connect(core, { origin, purposes, network })
  return {
    ...asked,
    run() {
      run()
      const seen = addressesFor(core, origin).filter(({ purpose }) => !purposes || purposes.includes(purpose))
      return answer(seen.map(satsAddress))
    },
  }
}

function readPurposes(params: unknown, name: string): readonly AddressPurpose[] | undefined {
  return operations.readPurposes(isRecord(params) ? params[name] : undefined)
}

function readProtocol(value: unknown): MessageProtocol | undefined {
  if (value === undefined) return undefined
  if (value === 'ECDSA') return 'ecdsa'
  if (value === 'BIP322') return 'bip322'
  throw invalidParams(`The protocol must be 'ECDSA' or 'BIP322'.`)
}

/** Addresses, and the inputs that each signs. */
function readSignInputs(value: unknown): operations.AskedInput[] | undefined {
  if (value === undefined) return undefined
  return Object.entries(readRecord(value, `'signInputs'`)).flatMap(([address, indexes]) =>
    (operations.readNumbers(indexes) ?? []).map((index) => ({ index, address })),
  )
}

function readBase64(value: unknown): Uint8Array {
  try {
    return base64.decode(String(value))
  } catch {
    throw invalidParams('The PSBT must be base64.')
  }
}

/** Codes of sats-connect for those of the wallet. */
const satsCodes = new Map<number, number>([
  [rpcErrorCodes.userRejected, -32000],
  [rpcErrorCodes.unauthorized, -32002],
  [rpcErrorCodes.unsupportedMethod, -32601],
  [rpcErrorCodes.alreadyPending, -32600],
  [rpcErrorCodes.disconnected, -32603],
  [rpcErrorCodes.chainDisconnected, -32603],
])

export function satsCode(code: number): number {
  return satsCodes.get(code) ?? code
}
