import { base64, hex } from '@scure/base'
import { Transaction, p2wpkh } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { always, delay, garbage, never, reject, throws, twice, type Behaviour } from '../wallet/behaviours.js'
import type { Eip1193Provider, RequestMatch } from '../wallet/types.js'
import { MAX_ACCOUNTS, testSecrets } from './keys.js'
import { isMeant } from './names.js'
import { createBitcoinFace } from './standardFace.js'
import type { HeadlessBitcoinWallet } from './types.js'

/** A way for a Bitcoin wallet to misbehave, in every dialect. */
export interface HostileBitcoinWallet {
  readonly name: string
  /** Makes the wallet misbehave from now on. @returns the wallet to put into the page, on any of its faces */
  apply(wallet: HeadlessBitcoinWallet): HeadlessBitcoinWallet
}

const asking = ['connect', 'signMessage', 'signPsbt', 'sendTransfer'] as const
const isAsking: RequestMatch = (request) => asking.some((kind) => isMeant(kind, request)) && !isSilent(request.params)
const isActing: RequestMatch = (request) => asking.slice(1).some((kind) => isMeant(kind, request))

/**
 * Ways for a Bitcoin wallet to misbehave, for tests that must hold with each of them (S34, R1, R2, R3).
 * @example
 * for (const { name, apply } of hostileBitcoinWallets)
 *   test(name, async () => {
 *     const takeAway = registerUnisat(apply(createBitcoinWallet()))
 *     await expect(pressConnect()).resolves.toMatch(/connected|try again/)
 *     takeAway()
 *   })
 */
export const hostileBitcoinWallets: readonly HostileBitcoinWallet[] = [
  scripted('never answers what it asks the person', isAsking, never()),
  scripted('never answers anything', () => true, never()),
  scripted('answers everything twice', () => true, twice()),
  scripted('answers late', isAsking, delay(50)),
  scripted('declines late', isAsking, delay(50, reject())),
  scripted('says that a connection is pending, for ever', 'connect', reject(-32002)),
  scripted('throws a string', isAsking, throws('nope')),
  scripted('throws undefined', isAsking, throws(undefined)),
  scripted('throws null', isAsking, throws(null)),
  scripted('throws an object without a message', isAsking, throws({ code: 4001 })),
  scripted('throws an object whose code is text', isAsking, throws({ code: '4001', message: 42 })),
  scripted('throws an error without a code', isAsking, throws(new Error('Something went wrong'))),
  ...[undefined, null, true, 42, '', 'nope', [], [null], [42], {}, { result: null }, { error: null }, { error: 'nope' }].map((value) =>
    scripted(`connects with ${JSON.stringify(value)}`, 'connect', garbage(value)),
  ),
  ...[undefined, null, 42, '', 'zz', [], [null], {}, { result: {} }, [{ signature: 'x', signedPsbt: 'x', txid: 7 }]].map((value) =>
    scripted(`signs and sends with ${JSON.stringify(value)}`, isActing, garbage(value)),
  ),
  scripted('sends with an id that is markup', 'sendTransfer', garbage('<img src=x onerror=alert(1)>')),
  addressed('has an address that is no address', () => 'not an address'),
  addressed('has an address that is markup', () => '<img src=x onerror=alert(1)>'),
  addressed('has an address named like a prototype', () => '__proto__'),
  addressed('has an address of another chain', () => '0x742d35Cc6634C0532925a3b844Bc9e7595f8fE00'),
  addressed('has an address with a wrong checksum', (address) => `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`),
  addressed('has an address of another network', () => 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'),
  tampering('has a public key that is not that of its address', 'connect', ['publicKey', 'compressedPublicKey'], (key) =>
    key.with(5, (key[5] ?? 0) ^ 1),
  ),
  tampering('has a public key that is too short', 'connect', ['publicKey', 'compressedPublicKey'], (key) => key.subarray(0, 3)),
  tampering('returns a signature that is wrong', 'signMessage', ['signature'], (signature) => signature.with(9, (signature[9] ?? 0) ^ 1)),
  tampering('returns a signature that is endless', 'signMessage', ['signature'], () => new Uint8Array(100_000)),
  tampering('returns a PSBT without signatures', 'signPsbt', ['psbt', 'hex', 'signedPsbt'], (psbt) => rebuilt(psbt, { sign: false })),
  tampering('returns a PSBT that pays somebody else', 'signPsbt', ['psbt', 'hex', 'signedPsbt'], (psbt) =>
    rebuilt(psbt, { sign: true, script: strangerScript() }),
  ),
  tampering('returns a PSBT that is cut off', 'signPsbt', ['psbt', 'hex', 'signedPsbt'], (psbt) => psbt.subarray(0, 40)),
  { name: 'floods its listeners whenever it asks the person', apply: (wallet) => whenAsked(wallet, flood) },
  { name: 'sends events that are garbage whenever it asks the person', apply: (wallet) => whenAsked(wallet, sendGarbage) },
  { name: 'changes its account whenever it asks the person', apply: (wallet) => whenAsked(wallet, changeAccount) },
  { name: 'forgets the site whenever it asks the person', apply: (wallet) => whenAsked(wallet, (one) => one.forget()) },
]

function isSilent(params: unknown): boolean {
  return Array.isArray(params) && Reflect.get(Object(params[0]), 'silent') === true
}

function scripted(name: string, match: RequestMatch, behaviour: Behaviour): HostileBitcoinWallet {
  return {
    name,
    apply(wallet) {
      wallet.script(match, always(behaviour))
      return wallet
    },
  }
}

/** The wallet with another way in: what comes back, and what it says by itself, goes through `change` first. */
function changing(wallet: HeadlessBitcoinWallet, change: (value: unknown, method: string | undefined) => unknown): HeadlessBitcoinWallet {
  const port = (origin: string): Eip1193Provider => {
    const inner = wallet.port(origin)
    const listeners = new Map<(payload: unknown) => void, (payload: unknown) => void>()
    const changed: Eip1193Provider = {
      request: async (request) => change(await inner.request(request), request.method),
      on(event, listener) {
        const heard = listeners.get(listener) ?? ((payload: unknown) => listener(change(payload, undefined)))
        listeners.set(listener, heard)
        inner.on(event, heard)
        return changed
      },
      removeListener(event, listener) {
        inner.removeListener(event, listeners.get(listener) ?? listener)
        return changed
      },
    }
    return changed
  }
  const walletFor = (origin: string) => createBitcoinFace(wallet.config, port(origin))
  const own = { port, walletFor, wallet: walletFor(wallet.origin) }
  const shown: HeadlessBitcoinWallet = Object.create(wallet, Object.getOwnPropertyDescriptors(own))
  return shown
}

/** A copy in which every piece of text or bytes is another, where `change` says so. */
function mapped(value: unknown, change: (leaf: string | Uint8Array, key: string) => unknown, key = ''): unknown {
  if (typeof value === 'string' || value instanceof Uint8Array) return change(value, key)
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, change, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapped(item, change, name)]))
}

/** Every address that the wallet tells is another. */
function addressed(name: string, change: (address: string) => string): HostileBitcoinWallet {
  return {
    name,
    apply(wallet) {
      const own = new Set(wallet.accounts.flatMap(({ payment, ordinals }) => [payment.address, ordinals.address]))
      return changing(wallet, (value) => mapped(value, (leaf) => (typeof leaf === 'string' && own.has(leaf) ? change(leaf) : leaf)))
    },
  }
}

/** These fields of the answers to a kind of request are others; text keeps its encoding. */
function tampering(name: string, kind: string, keys: readonly string[], change: (bytes: Uint8Array) => Uint8Array): HostileBitcoinWallet {
  const isChanged = (key: string) => key === '' || keys.includes(key)
  const tamper = (leaf: string | Uint8Array, key: string): unknown => {
    if (!isChanged(key)) return leaf
    if (typeof leaf !== 'string') return change(leaf)
    const coder = /^[0-9a-f]+$/.test(leaf) ? hex : base64
    try {
      return coder.encode(change(coder.decode(leaf)))
    } catch {
      return leaf
    }
  }
  return {
    name,
    apply: (wallet) =>
      changing(wallet, (value, method) => {
        const isKind = method !== undefined && isMeant(kind, { id: 0, method, params: undefined, origin: '' })
        // UniSat tells its key apart from its connection.
        const isKey = kind === 'connect' && /:getPublicKey$/.test(method ?? '')
        return isKind || isKey ? mapped(value, tamper) : value
      }),
  }
}

/** The same spending, signed again: with these outputs, or not signed at all. */
function rebuilt(bytes: Uint8Array, { sign, script }: { readonly sign: boolean; readonly script?: Uint8Array }): Uint8Array {
  const before = Transaction.fromPSBT(bytes, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowLegacyWitnessUtxo: true,
  })
  const after = new Transaction({ allowUnknownInputs: true, allowUnknownOutputs: true, allowLegacyWitnessUtxo: true })
  for (let index = 0; index < before.inputsLength; index += 1) {
    const { txid, index: vout, sequence, witnessUtxo, redeemScript, tapInternalKey } = before.getInput(index)
    after.addInput({
      ...(txid && { txid }),
      ...(vout !== undefined && { index: vout }),
      ...(sequence !== undefined && { sequence }),
      ...(witnessUtxo && { witnessUtxo }),
      ...(redeemScript && { redeemScript }),
      ...(tapInternalKey && { tapInternalKey }),
    })
  }
  for (let index = 0; index < before.outputsLength; index += 1) {
    const output = before.getOutput(index)
    after.addOutput({ amount: output.amount ?? 0n, script: script ?? output.script ?? new Uint8Array() })
  }
  if (sign)
    for (let account = 0; account < MAX_ACCOUNTS; account += 1)
      for (const key of Object.values(testSecrets(account))) signWhatItCan(after, key)
  return after.toPSBT()
}

function signWhatItCan(transaction: Transaction, key: Uint8Array): void {
  try {
    transaction.sign(key)
  } catch {
    // None of the inputs is of this key.
  }
}

function strangerScript(): Uint8Array {
  return p2wpkh(pubECDSA(new Uint8Array(32).fill(0x5a))).script
}

/** As a script that lets every request go on: the match sees each of them, and says that it is not its own. */
function whenAsked(wallet: HeadlessBitcoinWallet, act: (wallet: HeadlessBitcoinWallet) => void): HeadlessBitcoinWallet {
  const match: RequestMatch = (request) => {
    if (typeof isAsking === 'function' && isAsking(request)) act(wallet)
    return false
  }
  wallet.script(match, always(never()))
  return wallet
}

const events = [
  'change',
  'sats:accountChange',
  'sats:networkChange',
  'unisat:accountsChanged',
  'unisat:networkChanged',
  'okx:accountChanged',
] as const

function flood(wallet: HeadlessBitcoinWallet): void {
  for (let count = 0; count < 1000; count += 1) for (const event of events) wallet.emit(event, { count })
}

const garbageEvents: readonly unknown[] = [
  undefined,
  null,
  'accounts',
  42,
  {},
  [],
  [null],
  { accounts: null },
  { accounts: [{ address: 7 }] },
  { addresses: 7 },
]

function sendGarbage(wallet: HeadlessBitcoinWallet): void {
  for (const event of events) for (const payload of garbageEvents) wallet.emit(event, payload)
}

function changeAccount(wallet: HeadlessBitcoinWallet): void {
  const active = wallet.state.exposed[0] ?? 0
  if (wallet.state.count < 2) wallet.addAccount()
  wallet.selectAccount(active === 0 ? 1 : 0)
}
