import { base58 } from '@scure/base'
import { createStandardFace } from '../shared/standard.js'
import { always, delay, garbage, never, reject, throws, twice, type Behaviour } from '../wallet/behaviours.js'
import type { RequestMatch } from '../wallet/types.js'
import { createKeys, testSeed } from './keys.js'
import { readTransaction } from './transaction.js'
import type { HeadlessSolanaWallet } from './types.js'

/** A way for a Solana wallet to misbehave. */
export interface HostileSolanaWallet {
  readonly name: string
  /** Makes the wallet misbehave from now on. @returns what it shows to sites, which need not be a wallet at all */
  apply(wallet: HeadlessSolanaWallet): { readonly wallet: unknown }
}

/**
 * Ways for a Solana wallet to misbehave, for tests that must hold with each of them (S34, R1, R2, R3).
 * @example
 * for (const { name, apply } of hostileSolanaWallets)
 *   test(name, async () => {
 *     const unregister = registerStandard(apply(createSolanaWallet()))
 *     await expect(pressConnect()).resolves.toMatch(/connected|try again/)
 *     unregister()
 *   })
 */
export const hostileSolanaWallets: readonly HostileSolanaWallet[] = [
  scripted('never answers what it asks the person', isAsking, never()),
  scripted('never answers anything', () => true, never()),
  scripted('answers everything twice', () => true, twice()),
  scripted('answers late', isAsking, delay(50)),
  scripted('declines late', isAsking, delay(50, reject())),
  scripted('says that a connection is pending, for ever', 'standard:connect', reject(-32002)),
  scripted('connects without accounts', 'standard:connect', garbage({ accounts: [] })),
  scripted('connects with nothing', 'standard:connect', garbage(undefined)),
  scripted('connects with null', 'standard:connect', garbage(null)),
  scripted('connects with a word', 'standard:connect', garbage('connected')),
  scripted('connects with accounts that are not a list', 'standard:connect', garbage({ accounts: { length: 1, 0: {} } })),
  scripted('connects with accounts that are null', 'standard:connect', garbage({ accounts: [null] })),
  scripted('connects with accounts that are numbers', 'standard:connect', garbage({ accounts: [42] })),
  scripted('throws a string', isAsking, throws('nope')),
  scripted('throws undefined', isAsking, throws(undefined)),
  scripted('throws null', isAsking, throws(null)),
  scripted('throws an object without a message', isAsking, throws({ code: 4001 })),
  scripted('throws an object whose code is text', isAsking, throws({ code: '4001', message: 42 })),
  scripted('throws an error without a code', isAsking, throws(new Error('Something went wrong'))),
  scripted('signs with nothing', isSigning, garbage(undefined)),
  scripted('signs with an empty list', isSigning, garbage([])),
  scripted('signs with a list of null', isSigning, garbage([null])),
  scripted('signs with text', isSigning, garbage([{ signature: 'x', signedMessage: 'x', signedTransaction: 'x' }])),
  scripted('signs with too few bytes', isSigning, garbage([short(3)])),
  scripted('signs with too many bytes', isSigning, garbage([short(1000)])),
  tampering('returns a signature that is wrong', (output) => flipped(flipped(output, 'signature', 0), 'signedTransaction', 1)),
  tampering('signs other message bytes than asked', (_output, { address }) => forged(address)),
  tampering('signs as another account', asStranger),
  tampering('returns a transaction without its signature', unsigned),
  tampering('returns a transaction with another message', (output) => flipped(output, 'signedTransaction', -1)),
  tampering('returns a signature of zeros', (output) => ({ ...Object(output), signature: new Uint8Array(64) })),
  accountsOf('has an address that is no address', { address: 'not base58: 0OIl' }),
  accountsOf('has an address that is markup', { address: '<img src=x onerror=alert(1)>' }),
  accountsOf('has an address named like a prototype', { address: '__proto__' }),
  accountsOf('has a public key that is not that of its address', { publicKey: new Uint8Array(32).fill(7) }),
  accountsOf('has a public key that is too short', { publicKey: new Uint8Array(3) }),
  accountsOf('has an account without chains', { chains: [] }),
  accountsOf('has an account of another chain', { chains: ['eip155:1'] }),
  accountsOf('has an account without features', { features: [] }),
  accountsOf('has a label that is endless', { label: 'x'.repeat(10_000) }),
  many('has ten thousand accounts'),
  ...['version', 'name', 'icon', 'chains', 'features', 'accounts'].flatMap((property) => [
    shown(`throws when its ${property} is read`, property, { get: () => fail() }),
    shown(`has undefined for its ${property}`, property, { value: undefined }),
    shown(`has a number for its ${property}`, property, { value: 42 }),
  ]),
  shown('has a name that is markup', 'name', { value: '<img src=x onerror=alert(1)>' }),
  shown('has a name that is endless', 'name', { value: 'x'.repeat(10_000) }),
  shown('has a page with a script for an icon', 'icon', { value: 'data:text/html,<script>alert(1)</script>' }),
  shown('is of a version to come', 'version', { value: '2.0.0' }),
  shown('is of another chain', 'chains', { value: ['eip155:1'] }),
  shown('has accounts that are null', 'accounts', { value: [null] }),
  featured('has features that are null', () => null),
  featured('has features without methods', () => ({ version: '1.0.0' })),
  featured('has methods that throw at once', () => fail),
  featured('has methods that answer without a promise', () => () => 42),
  featured('has methods that answer twice', () => () => ({ then: (answer: (value: unknown) => void) => [answer(1), answer(2)] })),
  { name: 'floods its listeners with changes whenever it asks the person', apply: (wallet) => whenAsked(wallet, flood) },
  { name: 'sends changes that are garbage whenever it asks the person', apply: (wallet) => whenAsked(wallet, sendGarbage) },
  { name: 'changes its account whenever it asks the person', apply: (wallet) => whenAsked(wallet, changeAccount) },
  { name: 'forgets the site whenever it asks the person to sign', apply: (wallet) => whenAsked(wallet, forget) },
]

function scripted(name: string, match: RequestMatch, behaviour: Behaviour): HostileSolanaWallet {
  return {
    name,
    apply(wallet) {
      wallet.script(match, always(behaviour))
      return wallet
    },
  }
}

function isAsking({ method, params }: { readonly method: string; readonly params: unknown }): boolean {
  const input: unknown = Array.isArray(params) ? params[0] : undefined
  return isSigning({ method }) || (method === 'standard:connect' && Reflect.get(Object(input), 'silent') !== true)
}

function isSigning({ method }: { readonly method: string }): boolean {
  return method.startsWith('solana:')
}

interface Asked {
  /** The account that was to sign, or the wallet's first. */
  readonly address: string
  readonly method: string
  readonly input: unknown
}

/** The outputs of what was signed are replaced on their way to the site. */
function tampering(name: string, tamper: (output: unknown, asked: Asked) => unknown): HostileSolanaWallet {
  return {
    name,
    apply(wallet) {
      const port = wallet.port(wallet.origin)
      const request: typeof port.request = async ({ method, params }) => {
        const answer = await port.request({ method, params })
        if (!isSigning({ method }) || !Array.isArray(answer)) return answer
        return answer.map((output: unknown, index) => {
          const input: unknown = Array.isArray(params) ? params[index] : undefined
          const account: unknown = Reflect.get(Object(input), 'account')
          const address = typeof account === 'string' ? account : (wallet.accounts[0] ?? '')
          return tamper(output, { address, method, input })
        })
      }
      return { wallet: createStandardFace(wallet.config, { request, on: port.on }) }
    },
  }
}

function short(length: number) {
  const bytes = new Uint8Array(length)
  return { signature: bytes, signedMessage: bytes, signedTransaction: bytes }
}

/** One bit of the byte at this place is another; -1 is the last one. */
function flipped(output: unknown, field: string, at: number): unknown {
  const bytes: unknown = Reflect.get(Object(output), field)
  if (!(bytes instanceof Uint8Array)) return output
  return { ...Object(output), [field]: bytes.with(at, (bytes.at(at) ?? 0) ^ 1) }
}

/** A right signature of the account, under a message that nobody asked for. */
function forged(address: string) {
  const keys = createKeys(undefined)
  const index = keys.indexOf(address, keys.max)
  const signer = index < 0 ? stranger() : keys.at(index)
  const signedMessage = new TextEncoder().encode('I owe the wallet everything.')
  return { signedMessage, signature: signer.sign(signedMessage), signedTransaction: signedMessage }
}

function stranger() {
  return createKeys([testSeed(200)]).at(0)
}

/** A right signature under the right message, of an account that nobody asked. */
function asStranger(output: unknown): unknown {
  const { address, publicKey, sign } = stranger()
  const signedMessage: unknown = Reflect.get(Object(output), 'signedMessage')
  if (!(signedMessage instanceof Uint8Array)) return output
  const account = { address, publicKey, chains: ['solana:mainnet'], features: ['solana:signMessage'] }
  return { ...Object(output), signature: sign(signedMessage), account }
}

function unsigned(output: unknown, { input }: Asked): unknown {
  const transaction: unknown = Reflect.get(Object(input), 'transaction')
  if (!(transaction instanceof Uint8Array)) return output
  const { signatures } = readTransaction(transaction)
  return { signedTransaction: transaction, signature: signatures[0] }
}

/** Accounts that differ from the true ones in this. */
function accountsOf(name: string, wrong: Readonly<Record<string, unknown>>): HostileSolanaWallet {
  return withAccounts(name, (accounts) => accounts.map((account) => ({ ...Object(account), ...wrong })))
}

function many(name: string): HostileSolanaWallet {
  return withAccounts(name, ([account]) =>
    Array.from({ length: 10_000 }, (_, index) => {
      const publicKey = new Uint8Array(32)
      new DataView(publicKey.buffer).setUint32(0, index + 1)
      return { ...Object(account), publicKey, address: base58.encode(publicKey) }
    }),
  )
}

function withAccounts(name: string, change: (accounts: readonly unknown[]) => unknown[]): HostileSolanaWallet {
  return {
    name,
    apply(wallet) {
      const port = wallet.port(wallet.origin)
      const changed = (value: unknown) => {
        const accounts: unknown = Reflect.get(Object(value), 'accounts')
        return Array.isArray(accounts) ? { ...Object(value), accounts: change(accounts) } : value
      }
      const face = createStandardFace(wallet.config, {
        request: async (request) => changed(await port.request(request)),
        on: (event, listener) => port.on(event, (payload) => listener(changed(payload))),
      })
      return { wallet: face }
    },
  }
}

/** The wallet's own properties, but for one. */
function shown(name: string, property: string, descriptor: PropertyDescriptor): HostileSolanaWallet {
  return {
    name,
    apply({ wallet }) {
      const properties = { ...Object.getOwnPropertyDescriptors(wallet), [property]: { ...descriptor, enumerable: true } }
      return { wallet: Object.freeze(Object.defineProperties({}, properties)) }
    },
  }
}

/** Every feature, or every method of a feature where this is a function, is replaced. */
function featured(name: string, make: () => unknown): HostileSolanaWallet {
  return {
    name,
    apply(wallet) {
      const features = Object.entries(wallet.config.features).map(([feature, { version, method }]): [string, unknown] => {
        const made = make()
        return [feature, typeof made === 'function' ? { version, [method]: made } : made]
      })
      return shown(name, 'features', { value: Object.fromEntries(features) }).apply(wallet)
    },
  }
}

function fail(): never {
  throw new Error('The wallet is hostile.')
}

/** As a script that lets every request go on: the match sees each of them, and says that it is not its own. */
function whenAsked(wallet: HeadlessSolanaWallet, act: (wallet: HeadlessSolanaWallet, method: string) => void) {
  const match: RequestMatch = (request) => {
    // Not with silent requests: a site may send one at each event, and that would never end.
    if (isAsking(request)) act(wallet, request.method)
    return false
  }
  wallet.script(match, always(never()))
  return wallet
}

function flood(wallet: HeadlessSolanaWallet): void {
  for (let count = 0; count < 1000; count += 1) wallet.emit('change', { features: wallet.wallet.features, count })
}

const garbageChanges: readonly unknown[] = [
  undefined,
  null,
  'accounts',
  42,
  {},
  { accounts: null },
  { accounts: [null] },
  { accounts: { length: 1 } },
  { accounts: [{ address: 7 }] },
  { chains: 7 },
  { features: null },
]

function sendGarbage(wallet: HeadlessSolanaWallet): void {
  for (const change of garbageChanges) wallet.emit('change', change)
}

function changeAccount(wallet: HeadlessSolanaWallet): void {
  const active = wallet.state.exposed[0] ?? 0
  if (wallet.state.count < 2) wallet.addAccount()
  wallet.selectAccount(active === 0 ? 1 : 0)
}

function forget(wallet: HeadlessSolanaWallet, method: string): void {
  if (isSigning({ method })) wallet.forget()
}
