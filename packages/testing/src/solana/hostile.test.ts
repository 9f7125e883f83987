import { ed25519 } from '@noble/curves/ed25519.js'
import bs58 from 'bs58'
import { expect, test } from 'vitest'
import { createSolanaWallet } from './createSolanaWallet.js'
import { hostileSolanaWallets } from './hostile.js'
import { bytesOf, legacyTransfer } from './site.test.helper.js'
import type { HeadlessSolanaWallet } from './types.js'

const message = new TextEncoder().encode('Hello')

function read(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((found: unknown, key) => Reflect.get(Object(found), key), value)
}

/** What a site gets to see of a wallet: its properties, changes, and outcomes within a moment. */
async function observe(shown: unknown, address: string): Promise<string> {
  const seen: unknown[] = []
  const attempt = async (name: string, work: () => unknown) => {
    const settle = async () => {
      try {
        seen.push([name, await work()])
      } catch (error) {
        seen.push([name, 'failed', error, String(error)])
      }
    }
    await Promise.race([settle(), new Promise((resolve) => setTimeout(resolve, 10))])
  }
  const call = (feature: string, method: string, ...inputs: readonly unknown[]) =>
    attempt(feature, () => {
      const found = read(shown, 'features', feature, method)
      if (typeof found !== 'function') throw new TypeError(`No ${method}.`)
      return found(...inputs)
    })
  for (const property of ['version', 'name', 'icon', 'chains']) await attempt(property, () => read(shown, property))
  await attempt('features', () => Object.keys(Object(read(shown, 'features'))))
  let changes = 0
  await call('standard:events', 'on', 'change', (properties: unknown) => {
    changes += 1
    if (changes < 20) seen.push(['change', properties])
  })
  await call('standard:connect', 'connect')
  await attempt('accounts', () => read(shown, 'accounts'))
  const account = accountOf(shown)
  await call('solana:signMessage', 'signMessage', { account, message })
  await call('solana:signIn', 'signIn', { nonce: 'abcdefgh' })
  await call('solana:signTransaction', 'signTransaction', { account, transaction: bytesOf(legacyTransfer(address, address)) })
  // Some of it comes a moment later.
  await new Promise((resolve) => setTimeout(resolve, 20))
  return JSON.stringify([seen, changes])
}

function accountOf(shown: unknown): unknown {
  try {
    return read(shown, 'accounts', '0')
  } catch {
    return undefined
  }
}

function walletOf(): HeadlessSolanaWallet {
  return createSolanaWallet({ chains: { 'solana:devnet': 'http://127.0.0.1:1' } })
}

test('R2: every hostile wallet differs from an honest one in what a site sees', async () => {
  const { wallet, accounts } = walletOf()
  const [address = ''] = accounts
  const honest = await observe(wallet, address)
  expect(honest).toBe(await observe(walletOf().wallet, address))
  const outcomes = hostileSolanaWallets.map(async ({ name, apply }) => {
    const seen = await observe(apply(walletOf()).wallet, address)
    return { name, differs: seen !== honest }
  })
  const same = (await Promise.all(outcomes)).filter(({ differs }) => !differs)
  expect(same).toEqual([])
})

test('S34: what the liars return is well formed, so that only looking closely tells', async () => {
  const outcomes: Record<string, unknown> = {}
  for (const name of ['returns a signature that is wrong', 'signs other message bytes than asked', 'signs as another account']) {
    const headless = walletOf()
    const shown = hostileSolanaWallets.find((hostile) => hostile.name === name)?.apply(headless).wallet
    const connect = read(shown, 'features', 'standard:connect', 'connect')
    const sign = read(shown, 'features', 'solana:signMessage', 'signMessage')
    if (typeof connect !== 'function' || typeof sign !== 'function') return expect.unreachable('Both are methods.')
    await connect()
    const [output]: unknown[] = await sign({ account: accountOf(shown), message })
    const [signature, signedMessage] = [read(output, 'signature'), read(output, 'signedMessage')]
    if (!(signature instanceof Uint8Array) || !(signedMessage instanceof Uint8Array)) return expect.unreachable('Both are bytes.')
    const valid = ed25519.verify(signature, signedMessage, bs58.decode(headless.accounts[0] ?? ''))
    outcomes[name] = { valid, asAsked: new TextDecoder().decode(signedMessage) === 'Hello' }
  }
  expect(outcomes).toEqual({
    'returns a signature that is wrong': { valid: false, asAsked: true },
    'signs other message bytes than asked': { valid: true, asAsked: false },
    'signs as another account': { valid: false, asAsked: true },
  })
})

test('no two hostile wallets have the same name', () => {
  expect(new Set(hostileSolanaWallets.map(({ name }) => name)).size).toBe(hostileSolanaWallets.length)
})
