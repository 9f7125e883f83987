import { CapabilityMissingError, UserRejectedError } from '@portico/core'
import { UnknownBundleIdError, type CallsStatus } from '@portico/core/calls'
import type { CallsRequest } from '@portico/core/kit'
import { fakeAdapter, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PorticoProvider, useCallsStatus, useCapabilities, useSendCalls, useWaitForCalls } from '../index.js'
import { connected, solanaConnected } from '../stories/states.js'
import { solana } from '../stories/chains.js'

let root: Root
beforeEach(() => {
  root = createRoot(document.createElement('div'))
})
afterEach(() => root.unmount())

const networkId = 'eip155:8453'
const calls = [
  { to: '0xa', value: 1n },
  { to: '0xb', value: 2n },
]

/** A site with the four hooks, on the real core. `id` is what `useCallsStatus` is asked for, once there is one. */
function site(wallet: FakeAdapterOptions, { onSolana = false } = {}) {
  const portico = testPortico({
    adapters: [
      fakeAdapter({ getBalance: () => Promise.resolve(0n), ...wallet }),
      fakeAdapter({ namespace: 'solana', networks: [solana], ...wallet }),
    ],
  })
  connected()(portico)
  if (onSolana) solanaConnected()(portico)
  const useHooks = () => {
    const send = useSendCalls(onSolana ? { namespace: 'solana' } : {})
    const id = send.data?.id
    return { send, status: useCallsStatus({ id }), wait: useWaitForCalls(), capabilities: useCapabilities() }
  }
  const seen: { now: ReturnType<typeof useHooks> | undefined } = { now: undefined }
  const Probe = () => {
    seen.now = useHooks()
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
      return seen.now ?? expect.unreachable('The hooks have answered.')
    },
  }
}

const statusOf = (id: string, status: number): CallsStatus => ({
  id,
  networkId,
  status,
  atomic: true,
  receipts: status === 200 ? [{ transactionHash: '0x1', status: 'success', blockNumber: 7n, logs: [] }] : [],
})

/** A wallet that takes batches, and finishes one when it is let. */
function batching() {
  const asked: CallsRequest[] = []
  const chain = { status: 100 }
  const wallet: FakeAdapterOptions = {
    sendCalls(request) {
      asked.push(request)
      return Promise.resolve({ id: 'batch' })
    },
    getCallsStatus: ({ id }) => (id === 'batch' ? Promise.resolve(statusOf(id, chain.status)) : Promise.reject(new UnknownBundleIdError())),
    getCapabilities: () => Promise.resolve({ [networkId]: { atomic: { status: 'supported' }, paymasterService: { supported: true } } }),
  }
  return { asked, chain, wallet }
}

test('a batch is sent, followed until it is done, and waited for', async () => {
  const { asked, chain, wallet } = batching()
  const hooks = site(wallet)
  expect(hooks.now.send.status).toBe('idle')
  expect(hooks.now.status.data).toBeUndefined()
  hooks.now.send.mutate({ calls, atomicRequired: true })
  await vi.waitFor(() => expect(hooks.now.send.data).toEqual({ id: 'batch' }))
  expect(asked).toMatchObject([{ calls, atomicRequired: true, networkId }])
  await vi.waitFor(() => expect(hooks.now.status.data?.status).toBe(100))
  hooks.now.wait.mutate({ id: 'batch', pollingInterval: 10 })
  await vi.waitFor(() => expect(hooks.now.wait.isPending).toBe(true))
  chain.status = 200
  await vi.waitFor(() => expect(hooks.now.wait.data).toMatchObject({ status: 200, receipts: [{ blockNumber: 7n }] }))
  await vi.waitFor(() => expect(hooks.now.status.data?.status).toBe(200), { timeout: 5_000 })
})

test('a wallet that knows no batches is asked one by one, and the hooks say the same', async () => {
  const sent: string[] = []
  const hooks = site({
    sendCalls: () => Promise.reject(new CapabilityMissingError({ capability: 'wallet_sendCalls', namespace: 'eip155' })),
    sendTransaction({ to }) {
      sent.push(to)
      return Promise.resolve(`0x${sent.length}`)
    },
    waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 1n }),
    getCallReceipts: ({ hashes }) =>
      Promise.resolve(hashes.map((transactionHash) => ({ transactionHash, status: 'success', blockNumber: 1n, logs: [] }))),
  })
  const { id } = await hooks.now.send.mutateAsync({ calls })
  expect(await hooks.now.wait.mutateAsync({ id, pollingInterval: 10 })).toMatchObject({ status: 200, atomic: false })
  await vi.waitFor(() => expect(hooks.now.status.data).toMatchObject({ id, status: 200 }), { timeout: 5_000 })
  expect(sent).toEqual(['0xa', '0xb'])
})

test('what the visitor declines, and an id of nobody, are errors that are told apart', async () => {
  const { wallet } = batching()
  const hooks = site({ ...wallet, sendCalls: () => Promise.reject(new UserRejectedError()) })
  hooks.now.send.mutate({ calls })
  await vi.waitFor(() => expect(hooks.now.send.error).toBeInstanceOf(UserRejectedError))
  expect(hooks.now.status.data).toBeUndefined()
  hooks.now.wait.mutate({ id: 'other' })
  await vi.waitFor(() => expect(hooks.now.wait.error).toMatchObject({ name: 'UnknownBundleIdError', code: 5730 }))
  hooks.now.send.mutate({ calls: [] })
  await vi.waitFor(() => expect(hooks.now.send.error).toMatchObject({ name: 'InvalidOptionError', option: 'calls' }))
})

test('what the account can do is told for each network, by the wallet or as sending one by one', async () => {
  const { wallet } = batching()
  const hooks = site(wallet)
  hooks.now.capabilities.mutate({})
  await vi.waitFor(() => expect(hooks.now.capabilities.data?.[networkId]).toMatchObject({ atomic: { status: 'supported' } }))
  expect(hooks.now.capabilities.data?.['eip155:10']).toEqual({
    atomic: { status: 'unsupported' },
    flowControl: { none: ['halt', 'continue'] },
  })
})

test('a hook for one chain family asks the wallet of that one', async () => {
  const { asked, wallet } = batching()
  const hooks = site(wallet, { onSolana: true })
  const instruction = { programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', data: Uint8Array.from([1]) }
  await hooks.now.send.mutateAsync({ calls: [instruction] })
  expect(asked).toMatchObject([{ calls: [instruction], networkId: solana.id }])
})
