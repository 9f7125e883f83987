import { getAccount, type Portico } from '@portico/core'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PorticoProvider } from '../index.js'
import { solanaAddress, threeFamilies } from '../stories/chains.js'
import { walletHook, WalletNotSelectedError } from './index.js'

let root: Root
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  flushSync(() => root.unmount())
  document.querySelector('main')?.remove()
})

/** What `createWeb3jsSigner` is to a site, without its library. */
const signerOf = (portico: Portico) => ({
  get publicKey() {
    return getAccount(portico, { namespace: 'solana' }).address ?? null
  },
  signMessage: (message: Uint8Array) => Promise.resolve(message),
  signTransaction: (transaction: { id: number }) => Promise.resolve(transaction),
  signAllTransactions: (transactions: { id: number }[]) => Promise.resolve(transactions),
  sendTransaction: ({ id }: { id: number }) => Promise.resolve(`signature ${id}`),
})
const useWallet = walletHook(signerOf)

function show() {
  const portico = testPortico({ adapters: threeFamilies.map((one) => fakeAdapter(one)) })
  let answer: ReturnType<typeof useWallet> | undefined
  const Probe = () => {
    answer = useWallet()
    return null
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Probe />
      </PorticoProvider>,
    ),
  )
  return { portico, now: () => answer ?? expect.fail('The hook has not answered') }
}
const until = (check: () => unknown) => vi.waitFor(() => expect(check(), String(check)).toBeTruthy(), { timeout: 5000 })

test('a component of wallet-adapter selects, connects, sends and disconnects by the names that it knows', async () => {
  const { portico, now } = show()
  await until(() => now().wallets.length === 2)
  expect(now().wallets.map(({ adapter, readyState }) => [adapter.name, readyState])).toEqual([
    ['Solstice', 'Installed'],
    ['Juniper', 'Installed'],
  ])
  expect(now()).toMatchObject({ wallet: null, publicKey: null, connected: false, connecting: false, disconnecting: false })
  await expect(now().connect()).rejects.toThrow(WalletNotSelectedError)
  const { select, connect } = now()
  select('Juniper')
  await connect() // of the same render
  await until(() => now().connected)
  expect(now()).toMatchObject({ publicKey: solanaAddress, wallet: { adapter: { name: 'Juniper' } } })
  expect(getAccount(portico, { namespace: 'solana' }).wallet?.name).toBe('Juniper')
  expect(await now().sendTransaction({ id: 7 })).toBe('signature 7')
  await now().disconnect()
  await until(() => !now().connected && !now().disconnecting)
  expect(now()).toMatchObject({ publicKey: null, wallet: null })
})

test('a name that no wallet on the page has is none', async () => {
  const { now } = show()
  now().select('Nowhere')
  await expect(now().connect()).rejects.toThrow(WalletNotSelectedError)
})
