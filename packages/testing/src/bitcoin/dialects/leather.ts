import { hex } from '@scure/base'
import { rpcError, rpcErrorCodes } from '../../wallet/errors.js'
import { invalidParams, isRecord, readRecord } from '../../wallet/params.js'
import { addressFor, addressesFor, type BitcoinCore, type MethodTable } from '../core.js'
import type { OwnAddress } from '../keys.js'
import * as operations from '../operations.js'

/** An address as Leather tells it. */
function leatherAddress({ address, type, compressedKey, index, script }: OwnAddress) {
  const [account, form] = type === 'p2tr' ? [index, 86] : [index, type === 'p2sh' ? 49 : 84]
  return {
    symbol: 'BTC',
    type: type === 'p2sh' ? 'p2wpkh-p2sh' : type,
    address,
    publicKey: hex.encode(compressedKey),
    derivationPath: `m/${form}'/0'/${account}'/0/0`,
    // The output key is what a taproot script holds after its first two bytes.
    ...(type === 'p2tr' && { tweakedPublicKey: hex.encode(script.subarray(2)) }),
  }
}

/** Leather's `request` methods (leather.gitbook.io/developers). What they answer goes into a JSON-RPC response. */
export const leatherMethods: MethodTable = {
  getInfo: {
    method: (core) => ({
      run: () => ({
        version: '6.60.0',
        platform: 'extension',
        supportedMethods: core.methodsOf('leather').map((name) => ({ name })),
      }),
    }),
  },
  getAddresses: {
    kind: 'connect',
    method: (core, { origin, params }) => {
      const { run, ...asked } = operations.connect(core, { origin, network: readNetwork(core, params) })
      return { ...asked, run: () => (run(), { addresses: addressesFor(core, origin).map(leatherAddress) }) }
    },
  },
  signMessage: {
    kind: 'signMessage',
    method: (core, { origin, params }) => {
      const { message, paymentType } = readRecord(params, 'The parameters')
      assertOnNetwork(core, params)
      if (typeof message !== 'string') throw invalidParams('The message must be text.')
      const own = addressFor(core, origin, paymentType === 'p2tr' ? 'ordinals' : 'payment')
      const { run, ...asked } = operations.signMessage({ own, message, protocol: 'bip322' })
      return { ...asked, run: () => ({ signature: run().signature, address: own.address, message }) }
    },
  },
  signPsbt: {
    kind: 'signPsbt',
    method: (core, { origin, params }) => {
      const { hex: text, signAtIndex, allowedSighash, broadcast } = readRecord(params, 'The parameters')
      assertOnNetwork(core, params)
      const psbt = readHex(text)
      const sighashTypes = operations.readNumbers(allowedSighash)
      const indexes = operations.readNumbers(signAtIndex)
      const inputs = indexes?.map((index) => ({ index, address: operations.signerOf(core, origin, psbt, index), sighashTypes }))
      const request = { origin, psbt, inputs, sighashTypes, broadcast: broadcast === true }
      const { run, ...asked } = operations.signPsbt(core, request)
      return {
        ...asked,
        async run() {
          const { psbt: signed, txid } = await run()
          return { hex: hex.encode(signed), ...(txid !== undefined && { txid }) }
        },
      }
    },
  },
  sendTransfer: {
    kind: 'sendTransfer',
    method: (core, { origin, params }) => {
      const { recipients, address, amount } = readRecord(params, 'The parameters')
      assertOnNetwork(core, params)
      // The older form has one recipient beside the rest.
      const all = operations.readRecipients(recipients ?? [{ address, amount }])
      const { run, ...asked } = operations.sendTransfer(core, { own: addressFor(core, origin, 'payment'), recipients: all })
      return { ...asked, run: async () => ({ txid: await run() }) }
    },
  },
}

/** The network that a request names. @throws ProviderRpcError -32602 when the wallet does not know it */
function readNetwork(core: BitcoinCore, params: unknown) {
  const { network } = isRecord(params) ? params : {}
  return network === undefined ? undefined : operations.readNetwork(core, network)
}

/** @throws ProviderRpcError 4901 when the request names another network than the wallet is on */
function assertOnNetwork(core: BitcoinCore, params: unknown): void {
  const network = readNetwork(core, params)
  if (network !== undefined && network !== core.person.getState().network) throw rpcError(rpcErrorCodes.chainDisconnected)
}

function readHex(value: unknown): Uint8Array {
  try {
    return hex.decode(String(value))
  } catch {
    throw invalidParams('The PSBT must be hexadecimal.')
  }
}

export function leatherCode(code: number): number {
  return code === rpcErrorCodes.unsupportedMethod ? -32601 : code
}
