import { always, delay, garbage, never, reject, throws, twice, wrongChain, type Behaviour } from './behaviours.js'
import { askingMethods } from './methods/index.js'
import type { HeadlessWallet, RequestMatch } from './types.js'

/** A way for a wallet to misbehave. */
export interface HostileWallet {
  readonly name: string
  /** Makes the wallet misbehave from now on, until `wallet.reset()`. */
  apply(wallet: HeadlessWallet): void
}

/**
 * Ways for a wallet to misbehave, for tests that must hold with each of them (S34, R1, R2, R3).
 * @example for (const { name } of hostileWallets) console.log(name)
 */
export const hostileWallets: readonly HostileWallet[] = [
  scripted('never answers what it asks the person', isAsking, never()),
  scripted('never answers anything', () => true, never()),
  scripted('answers everything twice', () => true, twice()),
  scripted('declines twice', isAsking, twice(reject())),
  scripted('answers late', isAsking, delay(50)),
  scripted('declines late', isAsking, delay(50, reject())),
  scripted('says that a connection is pending, for ever', 'eth_requestAccounts', reject(-32002)),
  scripted('switches to another chain than asked', 'wallet_switchEthereumChain', wrongChain(0x7a69)),
  scripted('claims a switch and stays', 'wallet_switchEthereumChain', garbage(null)),
  scripted('switches to a chain that is a word', 'wallet_switchEthereumChain', wrongChain('banana')),
  scripted('changes the chain while connecting', 'eth_requestAccounts', wrongChain(0x7a69)),
  scripted('has a word as chain id', 'eth_chainId', garbage('banana')),
  scripted('has an empty chain id', 'eth_chainId', garbage('0x')),
  scripted('has a chain id beyond all integers', 'eth_chainId', garbage(`0x${'f'.repeat(64)}`)),
  scripted('has no chain id', 'eth_chainId', garbage(undefined)),
  scripted('has accounts that are not text', isAboutAccounts, garbage([42, null, {}])),
  scripted('has accounts that are not a list', isAboutAccounts, garbage({ length: 1, 0: '0x' })),
  scripted('has accounts that are markup', isAboutAccounts, garbage(['<img src=x onerror=alert(1)>'])),
  scripted('has accounts named like prototypes', isAboutAccounts, garbage(['__proto__', 'constructor'])),
  scripted('connects without accounts', isAboutAccounts, garbage([])),
  scripted('has undefined for accounts', isAboutAccounts, garbage(undefined)),
  scripted('has null for accounts', isAboutAccounts, garbage(null)),
  scripted('signs with something else than text', isSigning, garbage({ signature: true })),
  scripted('signs with nothing', isSigning, garbage(undefined)),
  scripted('throws a string', isAsking, throws('nope')),
  scripted('throws undefined', isAsking, throws(undefined)),
  scripted('throws null', isAsking, throws(null)),
  scripted('throws an object without a message', isAsking, throws({ code: 4001 })),
  scripted('throws an object whose code is text', isAsking, throws({ code: '4001', message: 42 })),
  scripted('throws an error without a code', isAsking, throws(new Error('Something went wrong'))),
  scripted('throws an error in an error', isAsking, throws({ code: -32603, data: { originalError: { code: 4001 } } })),
  { name: 'sends events that are garbage whenever it asks the person', apply: sendGarbage },
]

function scripted(name: string, match: RequestMatch, behaviour: Behaviour): HostileWallet {
  return { name, apply: (wallet) => void wallet.script(match, always(behaviour)) }
}

function isAsking({ method }: { readonly method: string }): boolean {
  return askingMethods.includes(method)
}

function isAboutAccounts({ method }: { readonly method: string }): boolean {
  return method === 'eth_requestAccounts' || method === 'eth_accounts'
}

function isSigning({ method }: { readonly method: string }): boolean {
  return method === 'personal_sign' || method === 'eth_signTypedData_v4' || method === 'eth_sendTransaction'
}

const garbageEvents: readonly (readonly [event: string, payload: unknown])[] = [
  ['accountsChanged', undefined],
  ['accountsChanged', 'none'],
  ['accountsChanged', [null]],
  ['chainChanged', {}],
  ['chainChanged', '0x'],
  ['chainChanged', '1e999'],
  ['disconnect', undefined],
  ['connect', null],
  ['message', { type: 7 }],
]

/** As a script that lets every request go on: the match sees each of them, and says that it is not its own. */
function sendGarbage(wallet: HeadlessWallet): void {
  const match: RequestMatch = (request) => {
    // Not with reads: a site may read again at each event, and that would never end.
    if (isAsking(request)) for (const [event, payload] of garbageEvents) wallet.emit(event, payload)
    return false
  }
  wallet.script(match, always(never()))
}
