import { createSiwx, memoryStore, type Verdict } from '@portico/siwx/server'
import { fakeAddress, fakeAdapter, fakeConnector, memoryStorage, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { vi, type Mock } from 'vitest'
import { currentEntry, openModal, routerStore } from '../../router/store.js'
import { toastStore } from '../../toast/toast.js'
import type { PorticoOptions } from '../../portico/options.js'
import { goLive } from '../../portico/live.js'
import { mount } from '../../portico/mount.js'
import { settled } from '../../portico/page.test.helper.js'
import { connect } from '../connection/connect.js'
import { goOn } from '../connection/gates.js'
import { connectionsIn, connectionStore } from '../connection/store.js'
import { siwx, type SiwxOptions } from './siwx.js'
import { siwxStore } from './store.js'

export const origin = 'https://shop.example'

interface Answers {
  verdict: Verdict
  /** Of all requests, instead of an answer. */
  status: number | undefined
  /** The last part of the path of requests that are refused. */
  refusedPath: string | undefined
  /** How far its clock is before that of the page, in milliseconds. */
  ahead: number
  /** What the next end of a session waits for. */
  held: Promise<unknown> | undefined
}

/** Requests that servers have not answered yet. */
let underWay = 0

/** A site's server, real but for the signatures, with the browser's cookie jar in front. */
export function fakeServer({
  verdict = 'valid',
  chains = ['eip155:1', 'eip155:10', 'eip155:8453'],
}: {
  readonly verdict?: Verdict
  readonly chains?: readonly string[]
} = {}) {
  const store = memoryStore()
  const answers: Answers = { verdict, status: undefined, refusedPath: undefined, ahead: 0, held: undefined }
  const verifier = () => Promise.resolve(answers.verdict)
  const server = createSiwx({ origins: [origin], chains, store, verifiers: { eip155: verifier, solana: verifier, bip122: verifier } })
  const asked: string[] = []
  const bodies: unknown[] = []
  let jar: string | undefined
  const answer: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.split('/').at(-1) ?? ''
    asked.push(path)
    if (path === 'sign-out') await answers.held
    if (path === 'verify') bodies.push(JSON.parse(await request.clone().text()))
    if (answers.status !== undefined) return new Response('{}', { status: answers.status })
    if (path === answers.refusedPath) return new Response('{}', { status: 400 })
    const headers = new Headers(request.headers)
    headers.set('origin', origin)
    if (jar !== undefined && init?.credentials === 'include') headers.set('cookie', jar)
    if (answers.ahead !== 0) vi.setSystemTime(Date.now() + answers.ahead)
    const response = await server.handler(new Request(request, { headers }))
    if (answers.ahead !== 0) vi.setSystemTime(Date.now() - answers.ahead)
    const cookie = response.headers.get('set-cookie')
    if (cookie !== null) jar = cookie.includes('Max-Age=0') ? undefined : cookie.split(';')[0]
    return response
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    underWay += 1
    return await answer(input, init).finally(() => (underWay -= 1))
  }
  return { server, answers, asked, bodies, fetch }
}

/** What a wallet is asked to sign, for a test to answer. */
export interface Asked {
  readonly address: string
  readonly networkId: string
  readonly message: string
  readonly sign: (signature?: string) => void
  readonly decline: (error: unknown) => void
}

interface SiteOptions {
  readonly siwx?: Partial<SiwxOptions>
  readonly own?: PorticoOptions['siwx']
  readonly adapter?: FakeAdapterOptions
  readonly server?: ReturnType<typeof fakeServer>
  readonly storage?: ReturnType<typeof memoryStorage>
}

const mounted: (() => void)[] = []

/** Takes every site of a test from its page. */
export const leavePages = () => {
  for (const unmount of mounted.splice(0)) unmount()
}

/** What is mounted next is in another tab: no portico of this one is in its way. */
export const openTab = () => void Reflect.deleteProperty(globalThis, Symbol.for('portico.mounted'))

/** A site that signs visitors in, mounted on a page, with its server and a wallet that a test answers for. */
export async function site({ siwx: options, own, adapter: changed, server = fakeServer(), storage = memoryStorage() }: SiteOptions = {}) {
  const wallet: Asked[] = []
  const adapter = fakeAdapter({
    connectors: [fakeConnector(), fakeConnector({ id: 'io.lantern', rdns: 'io.lantern', name: 'Lantern' })],
    signMessage: ({ address, networkId, message }) =>
      new Promise<string>((sign, decline) => {
        wallet.push({ address, networkId, message: String(message), sign: (signature = '0x01') => sign(signature), decline })
      }),
    ...changed,
  })
  const portico = testPortico({
    adapters: [adapter],
    storage,
    fetch: server.fetch,
    siwx: own ?? siwx({ url: `${origin}/siwx`, origin, ...options }),
  })
  const errors: Mock<(error: Readonly<Record<string, unknown>>) => void> = vi.fn()
  portico.events.on('SIWX_AUTH_ERROR', errors)
  const unmount = mount(portico)
  mounted.push(unmount)
  await goLive(portico)
  const views = () =>
    routerStore(portico)
      .getState()
      .history.map(({ view }) => view)
  return {
    portico,
    adapter,
    server,
    wallet,
    storage,
    errors,
    unmount,
    views,
    isClosable: () => currentEntry(routerStore(portico).getState())?.closable,
    state: () => siwxStore(portico).getState(),
    status: () => siwxStore(portico).getState().question?.status,
    connected: () => connectionsIn(connectionStore(portico).getState()).connections.map(({ connector }) => connector.id),
    toast: () => toastStore(portico).getState().toast?.message,
    connect: async (connectorId = 'com.harbor') => {
      openModal(portico, { view: 'Connect' })
      const from = currentEntry(routerStore(portico).getState())?.key
      await connect(portico, { connectorId })
      goOn(portico, { from })
      await calm()
    },
    /** The wallet changes of itself. */
    change: async (change: Parameters<ReturnType<typeof adapter.events>['changed']>[1], connectorId = 'com.harbor') => {
      adapter.events().changed(connectorId, change)
      await calm()
    },
  }
}

/** Tests move the clock, and not this one. */
const realTimeout = globalThis.setTimeout

/** Lets everything happen that waits for promises, imports and the server in memory. */
export async function calm(): Promise<void> {
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await settled()
    await new Promise((resolve) => realTimeout(resolve, 0))
    if (underWay > 0) quiet = 0 // it hashes and signs on other threads
  }
}

export { fakeAddress }
