import { expect, test } from 'vitest'
import { createWallet } from './createWallet.js'
import { hostileWallets } from './hostile.js'
import type { HeadlessWallet } from './types.js'

const methods = ['eth_chainId', 'eth_accounts', 'eth_requestAccounts', 'personal_sign', 'wallet_switchEthereumChain']
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** What a site gets to see of a wallet: outcomes within a moment, events, and how often callbacks ran. */
async function observe(wallet: HeadlessWallet): Promise<unknown[]> {
  const seen: unknown[] = []
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect', 'connect', 'message']) {
    wallet.on(event, (payload) => seen.push([event, payload]))
  }
  for (const method of methods) {
    const params = method === 'personal_sign' ? ['hello', alice] : [{ chainId: '0xa' }]
    const answered = wallet.request({ method, params }).then(
      (value) => seen.push([method, 'answered', value]),
      (error: unknown) => seen.push([method, 'failed', error]),
    )
    const moment = new Promise((resolve) => setTimeout(resolve, 10))
    await Promise.race([answered, moment])
    await moment
  }
  return seen
}

function walletOf(): HeadlessWallet {
  return createWallet({ chains: { 1: 'http://127.0.0.1:1', 10: 'http://127.0.0.1:1' } })
}

test('R2: every hostile wallet differs from an honest one in what a site sees, and is honest again after a reset', async () => {
  const honest = await observe(walletOf())
  const outcomes = hostileWallets.map(async ({ name, apply }) => {
    const wallet = walletOf()
    apply(wallet)
    const hostile = await observe(wallet)
    wallet.reset()
    const after = wallet.request({ method: 'net_version' })
    return { name, differs: JSON.stringify(hostile) !== JSON.stringify(honest), after: /^\d+$/.test(String(await after)) }
  })
  expect(await Promise.all(outcomes)).toEqual(hostileWallets.map(({ name }) => ({ name, differs: true, after: true })))
})

test('no two hostile wallets have the same name', () => {
  expect(new Set(hostileWallets.map(({ name }) => name)).size).toBe(hostileWallets.length)
})
