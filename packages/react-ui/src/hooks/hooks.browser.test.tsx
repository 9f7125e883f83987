import { UserRejectedError } from '@portico/core'
import { fakeAdapter, fakeAddress, testPortico, type FakeAdapter } from '@portico/testing'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  PorticoProvider, useAccount, useBalance, useConnect, useConnections, useConnectors, useDisconnect, useModal, useNetwork, usePorticoEvent, useRecentWallets,
  useSignMessage, useSwitchNetwork, useTheme,
} from '../index.js'
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
function answerOf<T>(hook: () => T, adapter: FakeAdapter = fakeAdapter({ connectors: [harbor, juniper] })) {
  const portico = testPortico({ adapters: [adapter] })
  let answer: T | undefined
  const Probe = () => {
    answer = hook()
    return null
  }
  flushSync(() => root.render(<PorticoProvider portico={portico}><Probe /></PorticoProvider>))
  return { portico, get now() {
    if (answer === undefined) throw new Error('The hook has not answered')
    return answer
  } }
}
const useAll = () => ({ connect: useConnect(), disconnect: useDisconnect(), connectors: useConnectors(), connections: useConnections(), account: useAccount(), recent: useRecentWallets() })

test('hooks alone are enough: list wallets, connect one, and disconnect it', async () => {
  const hooks = answerOf(useAll)
  await vi.waitFor(() => expect(hooks.now.connectors.map(({ name }) => name)).toEqual(['Harbor', 'Juniper']))
  hooks.now.connect.mutate({ connectorId: 'com.harbor' })
  await vi.waitFor(() => expect(hooks.now.account.status).toBe('connected'))
  expect(hooks.now.connect.data).toBe(`eip155:1:${fakeAddress}`)
  expect(hooks.now.account.address).toBe(fakeAddress)
  expect(hooks.now.recent).toEqual([{ id: 'com.harbor', name: 'Harbor' }])
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
