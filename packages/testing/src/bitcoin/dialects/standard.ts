import { base64 } from '@scure/base'
import type { StandardAccount } from '../../shared/standard.js'
import { rpcError, rpcErrorCodes } from '../../wallet/errors.js'
import { invalidParams, isRecord, param, readRecord } from '../../wallet/params.js'
import { addressesFor, ownAddress, type BitcoinCore, type MethodTable } from '../core.js'
import type { OwnAddress } from '../keys.js'
import { findNetwork, namesOf } from '../networks.js'
import * as operations from '../operations.js'
import type { BitcoinFeatureName } from '../types.js'

/** Features that an account has: those that act for one. */
const accountFeatures = [
  'bitcoin:signMessage',
  'bitcoin:signTransaction',
  'bitcoin:signAndSendTransaction',
  'bitcoin:sendTransfer',
] as const

/** The methods of the features, in the order of the list. `on` and `disconnect` are the face's own. */
export const featureMethods: Readonly<Record<BitcoinFeatureName, string>> = {
  'standard:connect': 'connect',
  'standard:disconnect': 'disconnect',
  'standard:events': 'on',
  'bitcoin:connect': 'connect',
  'bitcoin:disconnect': 'disconnect',
  'bitcoin:events': 'on',
  'bitcoin:signMessage': 'signMessage',
  'bitcoin:signTransaction': 'signTransaction',
  'bitcoin:signAndSendTransaction': 'signAndSendTransaction',
  'bitcoin:sendTransfer': 'sendTransfer',
}

/** An address as a Wallet Standard account. */
export function standardAccount(core: BitcoinCore, features: readonly BitcoinFeatureName[]) {
  return ({ address, type, publicKey, purpose, index }: OwnAddress): StandardAccount => ({
    address,
    publicKey: Uint8Array.from(publicKey.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
    chains: [namesOf(core.person.getState().network).chain],
    features: accountFeatures.filter((feature) => features.includes(feature)),
    label: `Account ${index + 1}, ${purpose} (${type})`,
  })
}

/** `standard:*` and the `bitcoin:*` features of github.com/ExodusMovement/bitcoin-wallet-standard. */
export function standardMethods(features: readonly BitcoinFeatureName[]): MethodTable {
  const accountsFor = (core: BitcoinCore, origin: string) => addressesFor(core, origin).map(standardAccount(core, features))
  return {
    'standard:connect': {
      kind: 'connect',
      method: (core, { origin, params }) => {
        const accounts = () => ({ accounts: accountsFor(core, origin) })
        if (readRecord(param(params, 0) ?? {}, 'The input')['silent'] === true) return { run: accounts }
        const { run, ...asked } = operations.connect(core, { origin })
        return { ...asked, run: () => (run(), accounts()) }
      },
    },
    'bitcoin:connect': {
      kind: 'connect',
      method: (core, { origin, params }) => {
        const purposes = operations.readPurposes(readRecord(param(params, 0), 'The input')['purposes'] ?? [])
        const { run, ...asked } = operations.connect(core, { origin, purposes })
        return {
          ...asked,
          run() {
            run()
            const seen = addressesFor(core, origin).filter(({ purpose }) => purposes?.includes(purpose))
            return { accounts: seen.map(standardAccount(core, features)) }
          },
        }
      },
    },
    // By the Wallet Standard the page lets go of its accounts, and permission stays.
    'standard:disconnect': { kind: 'disconnect', method: () => ({ run: () => undefined }) },
    'bitcoin:signMessage': {
      kind: 'signMessage',
      method: (core, { origin, params }) => {
        const inputs = readInputs(params).map(({ account, message }) => {
          if (!(message instanceof Uint8Array)) throw invalidParams('The message must be bytes.')
          return { message, ...operations.signMessage({ own: ownAddress(core, origin, addressOf(account)), message }) }
        })
        return {
          ask: inputs.map(({ ask }) => ask).join('; '),
          run: () => inputs.map(({ message, run }) => ({ signedMessage: message, signature: base64.decode(run().signature) })),
        }
      },
    },
    'bitcoin:signTransaction': {
      kind: 'signPsbt',
      method: (core, { origin, params }) => {
        const inputs = readInputs(params).map((input) => operations.signPsbt(core, readTransaction(core, origin, input)))
        return {
          ask: inputs.map(({ ask }) => ask).join('; '),
          run: () => Promise.all(inputs.map(async ({ run }) => ({ signedPsbt: (await run()).psbt }))),
        }
      },
    },
    'bitcoin:signAndSendTransaction': {
      kind: 'signPsbt',
      method: (core, { origin, params }) => {
        const inputs = readInputs(params).map((input) =>
          operations.signPsbt(core, { ...readTransaction(core, origin, input), broadcast: true }),
        )
        return {
          ask: inputs.map(({ ask }) => ask).join('; '),
          run: () => Promise.all(inputs.map(async ({ run }) => ({ txId: (await run()).txid }))),
        }
      },
    },
    // Not in the Wallet Standard, but in wallets: `{ account, recipients: [{ address, amount }], feeRate? }` in, `{ txid }` out.
    'bitcoin:sendTransfer': {
      kind: 'sendTransfer',
      method: (core, { origin, params }) => {
        const inputs = readInputs(params).map(({ account, recipients, feeRate }) =>
          operations.sendTransfer(core, {
            own: ownAddress(core, origin, addressOf(account)),
            recipients: operations.readRecipients(recipients),
            feeRate: operations.readFeeRate(feeRate),
          }),
        )
        return {
          ask: inputs.map(({ ask }) => ask).join('; '),
          run: () => Promise.all(inputs.map(async ({ run }) => ({ txid: await run() }))),
        }
      },
    },
  }
}

function readInputs(params: unknown): Record<string, unknown>[] {
  if (!Array.isArray(params) || params.length === 0) throw invalidParams('There is nothing to do.')
  return params.map((input) => readRecord(input, 'The input'))
}

/** The face sends the address of an account that it knows; inside of inputs there is the account itself. */
function addressOf(account: unknown): unknown {
  return isRecord(account) ? account['address'] : account
}

function readTransaction(core: BitcoinCore, origin: string, input: Record<string, unknown>): operations.PsbtParameters {
  const { psbt, chain, inputsToSign } = input
  if (!(psbt instanceof Uint8Array)) throw invalidParams('The PSBT must be bytes.')
  if (chain !== undefined && findNetwork(chain, [core.person.getState().network]) === undefined) {
    throw rpcError(rpcErrorCodes.chainDisconnected)
  }
  if (inputsToSign === undefined) return { origin, psbt }
  if (!Array.isArray(inputsToSign)) throw invalidParams(`'inputsToSign' must be a list.`)
  const inputs = inputsToSign.flatMap((item: unknown) => {
    const { account, signingIndexes, sigHash } = readRecord(item, 'An input to sign')
    const indexes = operations.readNumbers(signingIndexes) ?? []
    return indexes.map((index) => ({ index, address: addressOf(account), sighashTypes: readFlag(sigHash) }))
  })
  return { origin, psbt, inputs }
}

/** Signature hash types by the names that the standard has for them (`BitcoinSigHashFlag`). */
const flags = new Map<unknown, number>([
  ['ALL', 0x01],
  ['NONE', 0x02],
  ['SINGLE', 0x03],
  ['ALL|ANYONECANPAY', 0x81],
  ['NONE|ANYONECANPAY', 0x82],
  ['SINGLE|ANYONECANPAY', 0x83],
])

/** @throws ProviderRpcError -32602 for what is no flag, as a number is none */
function readFlag(flag: unknown): number[] | undefined {
  if (flag === undefined) return undefined
  const type = flags.get(flag)
  if (type === undefined) throw invalidParams('A signature hash type was expected by its name.')
  return [type]
}
