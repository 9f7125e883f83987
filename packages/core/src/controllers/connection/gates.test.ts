import { fakeAdapter, fakeConnector, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NetworkId } from '../../kit/caip/ids.js'
import { settled } from '../../portico/page.test.helper.js'
import { currentEntry, openModal, routerStore } from '../../router/store.js'
import { toastStore } from '../../toast/toast.js'
import { supportedNetwork } from '../network/gate.js'
import { connect } from './connect.js'
import { publishConnectors } from './connectors.js'
import { disconnect } from './disconnect.js'
import { addGate, followGates, gateStore, goOn, reviewGates, type Gate } from './gates.js'
import { connectionsIn, connectionStore } from './store.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A gate that a test answers by hand. */
function scripted(at: Gate['at'] = 'site') {
  const asked: { readonly address: string; readonly signal: AbortSignal; readonly answer: (said: 'passed' | 'refused') => void }[] = []
  const failures: ((error: unknown) => void)[] = []
  const left: string[] = []
  const gate: Gate = {
    at,
    isOpen: vi.fn<Gate['isOpen']>(() => false),
    ask: (_, { address }, signal) =>
      new Promise((answer, fail) => {
        asked.push({ address, signal, answer })
        failures.push(fail)
      }),
    leave: (_, { address }) => left.push(address),
  }
  return { gate, asked, failures, left }
}

function site({ gates = [], ...evm }: FakeAdapterOptions & { readonly gates?: readonly Gate[] } = {}) {
  const adapter = fakeAdapter({ grant: { addresses: ['0x1'], networkId: 'eip155:1' }, ...evm })
  const portico = testPortico({ adapters: [adapter] })
  publishConnectors(portico, 'eip155', [fakeConnector(), fakeConnector({ id: 'io.lantern' })])
  for (const gate of gates) addGate(portico, gate)
  const stop = followGates(portico)
  const connectFrom = async (networkId?: NetworkId) => {
    openModal(portico, { view: 'Connect' })
    const from = currentEntry(routerStore(portico).getState())?.key
    await connect(portico, { connectorId: 'com.harbor' })
    goOn(portico, { from, ...(networkId && { networkId }) })
    await settled()
  }
  return {
    portico,
    stop,
    connectFrom,
    events: adapter.events,
    views: () =>
      routerStore(portico)
        .getState()
        .history.map(({ view }) => view),
    connected: () => connectionsIn(connectionStore(portico).getState()).connections.map(({ connector }) => connector.id),
    gate: () => gateStore(portico).getState(),
    toast: () => toastStore(portico).getState().toast?.message,
  }
}

describe('a visitor who has connected', () => {
  test('goes out of the modal where there is no gate, or each is open', async () => {
    for (const gates of [[], [{ ...scripted().gate, isOpen: () => true }]]) {
      const { connectFrom, views, gate } = site({ gates })
      await connectFrom()
      expect(views()).toEqual([])
      expect(gate()).toEqual({ status: 'open' })
    }
  })

  test('is asked to change to the network that was asked for', async () => {
    const { connectFrom, views } = site()
    await connectFrom('eip155:10')
    expect(views()).toEqual(['Account', 'SwitchNetwork'])
  })

  test('who has left the view stays where they are', async () => {
    const { portico, views } = site()
    await connect(portico, { connectorId: 'com.harbor' })
    openModal(portico, { view: 'Account' })
    goOn(portico, { from: 7 })
    expect(views()).toEqual(['Account'])
  })

  test('meets the gates in their order, whatever the order in which they were added, one at a time', async () => {
    const [last, second, first] = [scripted('site'), scripted('signIn'), scripted('account')]
    const { connectFrom, views, gate } = site({ gates: [last.gate, second.gate, first.gate] })
    await connectFrom()
    for (const [now, later] of [
      [first, second],
      [second, last],
    ] as const) {
      expect([now.asked.length, later.asked.length]).toEqual([1, 0])
      expect(views()).toEqual(['Connect'])
      now.asked[0]?.answer('passed')
      await settled()
      expect(now.left).toEqual(['0x1'])
    }
    expect(gate()).toMatchObject({ status: 'asking', at: 'site', visitor: { address: '0x1' } })
    last.asked[0]?.answer('passed')
    await settled()
    expect(views()).toEqual([])
    expect(gate()).toEqual({ status: 'open' })
  })

  test('is asked by no other gate before the network is one of the site’s', async () => {
    const { gate, asked } = scripted('signIn')
    const { connectFrom, events, views } = site({ gates: [gate, supportedNetwork], grant: { addresses: ['0x1'], networkId: 'eip155:999' } })
    await connectFrom()
    expect([views(), asked.length]).toEqual([['Connect', 'UnsupportedChain'], 0])
    events().changed('com.harbor', { networkId: 'eip155:1' })
    expect([views(), asked.length]).toEqual([[], 1])
  })
})

describe('a gate', () => {
  test('that is refused has the wallet let go of, and the modal begin anew', async () => {
    const { gate, asked } = scripted()
    const { connectFrom, connected, views, gate: state } = site({ gates: [gate] })
    await connectFrom()
    asked[0]?.answer('refused')
    await settled()
    expect([connected(), views(), state()]).toEqual([[], ['Connect'], { status: 'open' }])
  })

  test('that is refused, of a wallet that does not let go, has failed', async () => {
    const { gate, asked } = scripted()
    const { connectFrom, connected, gate: state, toast } = site({ gates: [gate], disconnect: () => new Promise(() => undefined) })
    await connectFrom()
    asked[0]?.answer('refused')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(connected()).toEqual(['com.harbor'])
    expect(state()).toMatchObject({ status: 'failed', error: { name: 'DisconnectError' } })
    expect(toast()).toBe('Failed to disconnect')
  })

  test('that fails says why, lets nobody through, and asks again only when it is looked at anew, or of another account', async () => {
    const { gate, asked, failures, left } = scripted('signIn')
    const { portico, connectFrom, connected, views, gate: state, toast, events } = site({ gates: [gate] })
    await connectFrom()
    failures[0]?.(new Error('The server is away'))
    await settled()
    expect([connected(), views(), toast()]).toEqual([['com.harbor'], ['Connect'], 'The server is away'])
    expect(state()).toMatchObject({ status: 'failed', at: 'signIn' })
    events().changed('com.harbor', { addresses: ['0x1'] })
    expect(asked).toHaveLength(1)
    reviewGates(portico)
    expect([asked.length, left]).toEqual([2, []])
    failures[1]?.('again')
    await settled()
    events().changed('com.harbor', { addresses: ['0x2'] })
    expect(asked.map(({ address }) => address)).toEqual(['0x1', '0x1', '0x2'])
    asked[2]?.answer('passed')
    await settled()
    expect(views()).toEqual([])
  })

  test('that throws at once has failed, and one that cannot say whether it is open is not', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const throws = () => {
      throw new Error('broken')
    }
    const { connectFrom, views, gate } = site({ gates: [{ at: 'site', isOpen: throws, ask: throws }] })
    await connectFrom()
    expect(gate()).toMatchObject({ status: 'failed', error: { message: 'broken' } })
    expect(views()).toEqual(['Connect'])
    expect(report).toHaveBeenCalled()
    report.mockRestore()
  })

  test.each<[string, (here: ReturnType<typeof site>) => unknown]>([
    ['another account', ({ events }) => events().changed('com.harbor', { addresses: ['0x2'] })],
    ['another network', ({ events }) => events().changed('com.harbor', { networkId: 'eip155:10' })],
    ['another wallet', ({ portico }) => connect(portico, { connectorId: 'io.lantern' })],
    ['the end of the connection', ({ portico }) => disconnect(portico)],
    ['the end of the page', ({ stop }) => stop()],
  ])('is over with %s: its signal aborts, and its answer counts no more', async (_, change) => {
    const { gate, asked } = scripted()
    const here = site({ gates: [gate] })
    await here.connectFrom()
    await change(here)
    expect(asked[0]?.signal.aborted).toBe(true)
    const [views, connected] = [here.views(), here.connected()]
    asked[0]?.answer('refused')
    await settled()
    expect([here.views(), here.connected()]).toEqual([views, connected])
  })

  test('that opens by something else lets the visitor through when it is looked at anew', async () => {
    const { gate } = scripted()
    let isMember = false
    const { portico, connectFrom, views } = site({ gates: [{ ...gate, isOpen: () => isMember }] })
    await connectFrom()
    expect(views()).toEqual(['Connect'])
    isMember = true
    reviewGates(portico)
    expect(views()).toEqual([])
  })

  test('that is taken away keeps nobody', async () => {
    const { gate, asked, left } = scripted()
    const { portico, connectFrom, views } = site()
    const remove = addGate(portico, gate)
    await connectFrom()
    remove()
    expect([asked[0]?.signal.aborted, left, views()]).toEqual([true, ['0x1'], []])
  })
})
