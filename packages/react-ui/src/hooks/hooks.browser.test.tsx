import { AdapterNotFoundError, CapabilityMissingError, UserRejectedError, type AccountTransaction } from '@portico/core'
import { fakeAdapter, fakeAddress, testPortico, type FakeAdapter, type FakeAdapterOptions } from '@portico/testing'
import { defineStore } from '@portico/core/kit'
import { StrictMode, useEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  PorticoProvider,
  useAccount,
  useBalance,
  useConnect,
  useConnections,
  useConnectors,
  useDisconnect,
  useModal,
  useNetwork,
  usePorticoEvent,
  useRecentWallets,
  useFeeRates,
  useNamespace,
  useNetworks,
  usePorticoStore,
  useSignAndSendTransaction,
  useSignMessage,
  useSignMessageWithProtocol,
  useSignPsbt,
  useSignTransactions,
  useSwitchConnection,
  useSwitchNetwork,
  useTheme,
  useTokenBalances,
  useTransactions,
} from '../index.js'
import {
  bitcoin,
  bitcoinAddress,
  juniperSolana,
  ordinalsAddress,
  solana,
  solanaAddress,
  solstice,
  threeFamilies,
} from '../stories/chains.js'
import { bitcoinConnected, connected, solanaConnected } from '../stories/states.js'
import { harbor, juniper } from '../stories/wallets.js'

let root: Root
let element: HTMLElement
beforeEach(() => {
  element = document.createElement('div')
  document.body.append(element)
  root = createRoot(element)
})
afterEach(() => {
  root.unmount()
  element.remove()
})

/** Renders a hook, and hands out what it answered last. */
function answerOf<T>(hook: () => T, adapters: FakeAdapter | readonly FakeAdapter[] = fakeAdapter({ connectors: [harbor, juniper] })) {
  const portico = testPortico({ adapters: [adapters].flat() })
  let answer: T | undefined
  const Probe = () => {
    answer = hook()
    return null
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Probe />
      </PorticoProvider>,
    ),
  )
  return {
    portico,
    get now() {
      if (answer === undefined) throw new Error('The hook has not answered')
      return answer
    },
  }
}
const useAll = () => ({
  connect: useConnect(),
  disconnect: useDisconnect(),
  connectors: useConnectors(),
  connections: useConnections(),
  account: useAccount(),
  recent: useRecentWallets(),
})

test('hooks alone are enough: list wallets, connect one, and disconnect it', async () => {
  const hooks = answerOf(useAll)
  await vi.waitFor(() => expect(hooks.now.connectors.map(({ name }) => name)).toEqual(['Harbor', 'Juniper']))
  hooks.now.connect.mutate({ connectorId: 'com.harbor' })
  await vi.waitFor(() => expect(hooks.now.account.status).toBe('connected'))
  expect(hooks.now.connect.data).toBe(`eip155:1:${fakeAddress}`)
  expect(hooks.now.account.address).toBe(fakeAddress)
  expect(hooks.now.recent).toEqual([{ id: 'com.harbor', name: 'Harbor', namespace: 'eip155' }])
  hooks.now.disconnect.mutate({})
  await vi.waitFor(() => expect(hooks.now.account.status).toBe('disconnected'))
  expect(hooks.now.connections).toEqual([])
})

test('an action says that it is pending, and what went wrong', async () => {
  const hooks = answerOf(useAll, fakeAdapter({ connect: () => Promise.reject(new UserRejectedError()) }))
  await vi.waitFor(() => expect(hooks.now.connectors).toHaveLength(1))
  hooks.now.connect.mutate({ connectorId: 'com.harbor' })
  await vi.waitFor(() => expect(hooks.now.connect.status).toBe('error'))
  expect(hooks.now.connect.error).toBeInstanceOf(UserRejectedError)
  hooks.now.connect.reset()
  await vi.waitFor(() => expect(hooks.now.connect.status).toBe('idle'))
})

test('R1: cancel settles the pending call', async () => {
  const hooks = answerOf(useAll, fakeAdapter({ connect: () => new Promise(() => undefined) }))
  await vi.waitFor(() => expect(hooks.now.connectors).toHaveLength(1))
  const connecting = hooks.now.connect.mutateAsync({ connectorId: 'com.harbor' })
  const settled = expect(connecting).rejects.toThrow('cancelled')
  await vi.waitFor(() => expect(hooks.now.connect.isPending).toBe(true))
  hooks.now.connect.cancel()
  await settled
})

test('the network, a switch of it, and a signature', async () => {
  const hooks = answerOf(
    () => ({ ...useAll(), network: useNetwork(), change: useSwitchNetwork(), sign: useSignMessage(), balance: useBalance() }),
    fakeAdapter({ signMessage: ({ message }) => Promise.resolve(`signed ${String(message)}`), getBalance: () => Promise.resolve(5n) }),
  )
  await vi.waitFor(() => expect(hooks.now.connectors).toHaveLength(1))
  await hooks.now.connect.mutateAsync({ connectorId: 'com.harbor' })
  await hooks.now.change.mutateAsync({ networkId: 'eip155:10' })
  await vi.waitFor(() => expect(hooks.now.network.network?.id).toBe('eip155:10'))
  expect(await hooks.now.sign.mutateAsync({ message: 'hello' })).toBe('signed hello')
  await vi.waitFor(() => expect(hooks.now.balance.balance?.units).toBe(5n))
})

test('the modal can be opened from code, and the theme changed', async () => {
  const heard: string[] = []
  const hooks = answerOf(() => {
    usePorticoEvent('modal.opened', ({ view }) => heard.push(view))
    return { modal: useModal(), theme: useTheme() }
  })
  hooks.now.modal.open({ view: 'Networks' })
  await vi.waitFor(() => expect(hooks.now.modal).toMatchObject({ isOpen: true, view: 'Networks' }))
  expect(heard).toEqual(['Networks'])
  hooks.now.modal.close()
  await vi.waitFor(() => expect(hooks.now.modal.isOpen).toBe(false))
  hooks.now.theme.setTheme({ themeMode: 'dark', themeVariables: { accent: 'crimson' } })
  await vi.waitFor(() => expect(hooks.now.theme).toMatchObject({ mode: 'dark', variables: { accent: 'crimson' } }))
  expect(() => hooks.now.theme.setTheme({ themeVariables: { accent: 'red; } body { display: none' } })).toThrow('themeVariables.accent')
})

/** Three chain families, with more of what one of them can do. */
const families = (more: Partial<Record<'eip155' | 'solana' | 'bip122', FakeAdapterOptions>> = {}) =>
  threeFamilies.map((family) => fakeAdapter({ ...family, ...more[(family.namespace ?? 'eip155') as keyof typeof more] }))
const useFamily = (family: FakeAdapter['namespace']) => ({
  account: useAccount({ namespace: family }),
  network: useNetwork({ namespace: family }),
  connections: useConnections({ namespace: family }),
})

test('each chain family has an account, a network and connections of its own, and without one named it is the active one', () => {
  const hooks = answerOf(
    () => ({
      evm: useFamily('eip155'),
      solana: useFamily('solana'),
      bitcoin: useFamily('bip122'),
      active: useAccount(),
      used: useNamespace(),
    }),
    families(),
  )
  flushSync(() => {
    connected()(hooks.portico)
    bitcoinConnected()(hooks.portico)
    solanaConnected()(hooks.portico)
  })
  expect(hooks.now.used).toMatchObject({ namespace: 'solana', namespaces: ['eip155', 'solana', 'bip122'] })
  expect(hooks.now.active).toMatchObject({ namespace: 'solana', address: solanaAddress, balanceSymbol: 'SOL' })
  expect(hooks.now.evm.account).toMatchObject({ status: 'connected', address: fakeAddress, accountId: `eip155:8453:${fakeAddress}` })
  expect(hooks.now.bitcoin.account).toMatchObject({
    address: bitcoinAddress,
    type: 'payment',
    allAccounts: [bitcoinAddress, ordinalsAddress],
  })
  expect(hooks.now.bitcoin.network.network?.id).toBe(bitcoin.id)
  expect(hooks.now.solana.connections.map(({ addresses: [address] }) => address)).toEqual([solanaAddress])
  flushSync(() => hooks.now.used.setNamespace('bip122'))
  expect(hooks.now.active.address).toBe(bitcoinAddress)
})

test('the balance of nobody is not on its way: what waits for it would wait until somebody connects', async () => {
  const hooks = answerOf(
    () => ({ evm: useBalance({ namespace: 'eip155' }), solana: useBalance({ namespace: 'solana' }) }),
    families({ eip155: { getBalance: () => Promise.resolve(7n) } }),
  )
  expect(hooks.now.evm).toMatchObject({ status: 'idle', balance: undefined })
  connected({ balance: 'none' })(hooks.portico)
  await vi.waitFor(() => expect(hooks.now.evm).toMatchObject({ status: 'ready', balance: { units: 7n } }))
  expect(hooks.now.solana.status).toBe('idle')
})

test('the balance of another chain family than the active one is read and kept apart', async () => {
  const hooks = answerOf(
    () => ({ evm: useBalance({ namespace: 'eip155' }), solana: useBalance({ namespace: 'solana' }) }),
    families({ eip155: { getBalance: () => Promise.resolve(7n) } }),
  )
  connected({ balance: 'none' })(hooks.portico)
  solanaConnected()(hooks.portico)
  await vi.waitFor(() => expect(hooks.now.evm.balance).toMatchObject({ units: 7n, symbol: 'ETH' }))
  await vi.waitFor(() => expect(hooks.now.solana.balance).toMatchObject({ units: 9_204_000_000n, symbol: 'SOL' }))
})

test('a wallet that speaks several chain families is one connector with its members, and one of each where a namespace is named', async () => {
  const hooks = answerOf(() => ({ all: useConnectors(), solana: useConnectors({ namespace: 'solana' }) }), families())
  await vi.waitFor(() => expect(hooks.now.all.map(({ name }) => name)).toEqual(['Harbor', 'Juniper', 'Cairn', 'Solstice', 'Bitloom']))
  expect(hooks.now.all.find(({ name }) => name === 'Juniper')).toMatchObject({
    kind: 'multiChain',
    namespaces: ['eip155', 'solana', 'bip122'],
  })
  expect(hooks.now.solana.map(({ id }) => id)).toEqual([solstice.id, juniperSolana.id])
})

test('connect, switch and disconnect of one chain family leave the others as they are', async () => {
  const hooks = answerOf(
    () => ({
      connect: useConnect({ namespace: 'solana' }),
      change: useSwitchConnection({ namespace: 'solana' }),
      leave: useDisconnect({ namespace: 'solana' }),
      ...useFamily('solana'),
      evm: useAccount({ namespace: 'eip155' }),
    }),
    families(),
  )
  flushSync(() => connected()(hooks.portico))
  await hooks.now.connect.mutateAsync({ connectorId: 'com.juniper' })
  await hooks.now.connect.mutateAsync({ connectorId: solstice.id })
  await vi.waitFor(() => expect(hooks.now.connections.map(({ connector }) => connector.id)).toEqual([solstice.id, juniperSolana.id]))
  await hooks.now.change.mutateAsync({ connectorId: juniperSolana.id })
  await vi.waitFor(() => expect(hooks.now.account.wallet?.id).toBe(juniperSolana.id))
  await hooks.now.leave.mutateAsync({})
  await vi.waitFor(() => expect(hooks.now.connections.map(({ connector }) => connector.id)).toEqual([solstice.id]))
  expect(hooks.now.evm.status).toBe('connected')
})

test('tokens and fees come from the chain of the namespace; a family without them answers empty, one without a wallet nothing', async () => {
  const token = { address: 'mint', symbol: 'USDC', units: 5n, decimals: 6 }
  const rates = { slow: 1, standard: 2, fast: 3 }
  const hooks = answerOf(
    () => ({
      solana: useTokenBalances({ namespace: 'solana' }),
      evm: useTokenBalances({ namespace: 'eip155' }),
      none: useTokenBalances({ namespace: 'bip122' }),
      fees: useFeeRates({ namespace: 'bip122' }),
      noFees: useFeeRates({ namespace: 'solana' }),
    }),
    families({
      solana: { getTokenBalances: () => Promise.resolve([token, { ...token, address: 'nft', decimals: 0 }]) },
      bip122: { getFeeRates: () => Promise.resolve(rates) },
    }),
  )
  flushSync(() => {
    connected()(hooks.portico)
    solanaConnected()(hooks.portico)
  })
  await vi.waitFor(() => expect(hooks.now.solana).toMatchObject({ status: 'ready', data: [token] }))
  await vi.waitFor(() => expect(hooks.now.evm).toMatchObject({ status: 'ready', data: [] }))
  await vi.waitFor(() => expect(hooks.now.fees).toMatchObject({ status: 'ready', data: rates }))
  await vi.waitFor(() => expect(hooks.now.noFees).toMatchObject({ status: 'ready', data: null }))
  expect(hooks.now.none).toMatchObject({ status: 'idle', data: undefined })
  await hooks.now.none.refresh()
  expect(hooks.now.none.status).toBe('idle')
})

test('tokens that could not be had are said so, and can be asked for again', async () => {
  let fails = true
  const getTokenBalances = () => (fails ? Promise.reject(new Error('down')) : Promise.resolve([]))
  const hooks = answerOf(() => useTokenBalances(), families({ solana: { getTokenBalances } }))
  solanaConnected()(hooks.portico)
  await vi.waitFor(() => expect(hooks.now).toMatchObject({ status: 'failed', error: { name: 'BalanceUnavailableError' } }))
  fails = false
  await hooks.now.refresh()
  await vi.waitFor(() => expect(hooks.now).toMatchObject({ status: 'ready', data: [] }))
})

test('the past comes a page at a time, until there is no more', async () => {
  const past = (hash: string): AccountTransaction => ({ hash, change: -1n })
  const getTransactions = ({ cursor }: { readonly cursor?: string }) =>
    Promise.resolve(cursor === undefined ? { transactions: [past('a')], cursor: 'next' } : { transactions: [past('b')] })
  const hooks = answerOf(
    () => ({ bitcoin: useTransactions({ namespace: 'bip122' }), evm: useTransactions({ namespace: 'eip155' }) }),
    families({ bip122: { getTransactions } }),
  )
  flushSync(() => {
    connected()(hooks.portico)
    bitcoinConnected()(hooks.portico)
  })
  await vi.waitFor(() => expect(hooks.now.bitcoin).toMatchObject({ status: 'ready', hasNext: true }))
  await hooks.now.bitcoin.fetchNext()
  await vi.waitFor(() => expect(hooks.now.bitcoin.data?.map(({ hash }) => hash)).toEqual(['a', 'b']))
  expect(hooks.now.bitcoin.hasNext).toBe(false)
  await hooks.now.bitcoin.fetchNext()
  await vi.waitFor(() => expect(hooks.now.evm.error).toBeInstanceOf(CapabilityMissingError))
})

test('what only some chain families can do is asked of the one that is named', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  const hooks = answerOf(
    () => ({
      sign: useSignTransactions({ namespace: 'solana' }),
      send: useSignAndSendTransaction({ namespace: 'solana' }),
      psbt: useSignPsbt({ namespace: 'bip122' }),
      message: useSignMessageWithProtocol({ namespace: 'bip122' }),
    }),
    families({
      solana: {
        signTransactions: ({ transactions }) => Promise.resolve(transactions),
        signAndSendTransaction: ({ networkId }) => Promise.resolve(`sent on ${networkId}`),
      },
      bip122: {
        signPsbt: ({ psbt }) => Promise.resolve({ psbt: `${psbt}!` }),
        signMessage: () => Promise.resolve({ signature: 'abc', protocol: 'bip322' as const }),
      },
    }),
  )
  bitcoinConnected()(hooks.portico)
  solanaConnected()(hooks.portico)
  expect(await hooks.now.sign.mutateAsync({ transactions: [bytes] })).toEqual([bytes])
  expect(await hooks.now.send.mutateAsync({ transaction: bytes })).toBe(`sent on ${solana.id}`)
  expect(await hooks.now.psbt.mutateAsync({ psbt: 'cHNidP8' })).toEqual({ psbt: 'cHNidP8!' })
  expect(await hooks.now.message.mutateAsync({ message: 'hello' })).toEqual({ signature: 'abc', protocol: 'bip322' })
})

test('a chain family without an adapter answers politely: nothing there, and actions say that it is not found', async () => {
  const hooks = answerOf(
    () => ({
      ...useFamily('polkadot'),
      networks: useNetworks({ namespace: 'cosmos' }),
      tokens: useTokenBalances({ namespace: 'polkadot' }),
      connect: useConnect({ namespace: 'polkadot' }),
      sign: useSignMessage({ namespace: 'cosmos' }),
      leave: useDisconnect({ namespace: 'cosmos' }),
      used: useNamespace(),
    }),
    families(),
  )
  expect(hooks.now.account).toMatchObject({ status: 'disconnected', namespace: 'polkadot', allAccounts: [] })
  expect(hooks.now.network.network).toBeUndefined()
  expect(hooks.now.connections).toEqual([])
  expect(hooks.now.networks).toEqual([])
  expect(hooks.now.tokens.status).toBe('idle')
  for (const asking of [
    hooks.now.connect.mutateAsync({ connectorId: 'com.harbor' }),
    hooks.now.sign.mutateAsync({ message: 'x' }),
    hooks.now.leave.mutateAsync({}),
  ]) {
    await expect(asking).rejects.toThrow(AdapterNotFoundError)
    await expect(asking).rejects.toThrow('Chain adapter not found')
  }
  hooks.now.used.setNamespace('polkadot')
  expect(hooks.now.used.namespace).toBe('eip155')
})

test('an action that a component begins once as it comes up is followed under StrictMode', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor] })] })
  const Once = () => {
    const { mutate, status } = useSignMessage()
    const begun = useRef(false)
    useEffect(() => {
      if (!begun.current) mutate({ message: 'Hello' })
      begun.current = true
    }, [mutate])
    return <p>{status}</p>
  }
  flushSync(() =>
    root.render(
      <StrictMode>
        <PorticoProvider portico={portico}>
          <Once />
        </PorticoProvider>
      </StrictMode>,
    ),
  )
  await vi.waitFor(() => expect(element.textContent).toBe('error')) // nobody is connected
})

test('a store that keeps a map is followed, as one that keeps an object', async () => {
  const store = defineStore('points', () => ({ points: new Map([['Harbor', 1]]) }))
  const hook = answerOf(() => usePorticoStore(store, ({ points }) => points))
  store(hook.portico).setState({ points: new Map([['Harbor', 2]]) })
  await vi.waitFor(() => expect(hook.now.get('Harbor')).toBe(2))
})

test('a selector that makes a map each time is followed, and does not draw for ever', async () => {
  const store = defineStore('points in a list', () => ({ points: [['Harbor', 1]] as [string, number][] }))
  const hook = answerOf(() => usePorticoStore(store, ({ points }) => new Map(points)))
  expect(hook.now.get('Harbor')).toBe(1)
  store(hook.portico).setState({ points: [['Harbor', 2]] })
  await vi.waitFor(() => expect(hook.now.get('Harbor')).toBe(2))
})
