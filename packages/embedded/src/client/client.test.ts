/// <reference types="node" />
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import type { FrameChannel, FrameHandlers } from '../frame/index.js'
import { message, type RequestName } from '../protocol/index.js'
import { malformed } from '../test/malformed.js'
import { answering, goodFrame, puppet, type PuppetFrame } from '../test/frames.js'
import { FakeSheet, fakePage, type FakeIframe, type FakePage } from '../test/page.js'
import { answerSamples, eventNames, eventSamples, failureSample, requestNames, requestSamples } from '../test/samples.js'
import { quiet, until } from '../test/until.js'
import {
  createFrameClient,
  FrameLoadError,
  FrameRequestError,
  FrameTimeoutError,
  FrameRequestAbortedError,
  type FrameClient,
  type FrameClientOptions,
  type HostEvent,
} from './index.js'

const url = 'https://secure.example/frame?projectId=p'
const clients: FrameClient[] = []
const puppets: PuppetFrame[] = []

function open(page: FakePage, options: Partial<FrameClientOptions> = {}): FrameClient {
  const client = createFrameClient({ url: () => url, id: 'portico-frame', page, ...options })
  clients.push(client)
  return client
}

/** A page whose frames do only what they are told. */
function puppetPage(isReady = true) {
  const frames: PuppetFrame[] = []
  const page = fakePage({ load: (iframe) => isReady && ready(iframe) })
  const ready = (iframe: FakeIframe) => {
    const made = puppet(iframe)
    puppets.push(made)
    frames.push(made)
    return made
  }
  const frame = () => frames.at(-1) ?? ready(page.iframes[0] ?? fail())
  return { page, frames, ready, frame }
}
const fail = () => {
  throw new Error('there is no frame')
}

/** What became of a promise so far. */
function watched<T>(promise: Promise<T>) {
  const state: { value?: T; error?: unknown; settled: number } = { settled: 0 }
  promise.then(
    (value) => Object.assign(state, { value, settled: state.settled + 1 }),
    (error: unknown) => Object.assign(state, { error, settled: state.settled + 1 }),
  )
  return state
}

beforeEach(() => {
  vi.stubGlobal('CSSStyleSheet', FakeSheet)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
  for (const { port } of puppets.splice(0)) port.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What stands on the iframe, whatever the page's own sheets say. */
const styles = (...own: readonly string[]): string =>
  ['all:initial', 'position:fixed', 'color-scheme:light', ...own].map((rule) => `${rule}!important;`).join('')

describe('the frame', () => {
  test('is made on first need, once, with the permissions of S8 and nothing else', async () => {
    const { page } = puppetPage()
    const client = open(page)
    expect([page.made(), page.listeners()]).toEqual([0, 0])
    await Promise.all([client.open(), client.open()])
    expect(page.made()).toBe(1)
    const [iframe = fail()] = page.iframes
    expect(iframe).toMatchObject({
      id: 'portico-frame',
      name: 'portico-frame',
      src: url,
      title: 'Portico',
      referrerPolicy: 'strict-origin',
      // No rule of the page's reaches what is around it, and it is slotted into the dialog.
      host: { cssText: 'all:initial!important;display:contents!important', mode: 'open', slots: 1 },
      allow:
        'publickey-credentials-create https://secure.example; publickey-credentials-get https://secure.example; clipboard-write https://secure.example',
    })
    expect([...iframe.attributes]).toEqual([
      ['sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals'],
    ])
    expect([iframe.style.cssText, iframe.isShown()]).toEqual([styles('display:none'), false])
  })

  test('is put over a part of the page, above everything, and hidden again', async () => {
    const { page } = puppetPage()
    const client = open(page)
    client.place({ top: 1, left: 2, width: 3, height: 4 }) // without a frame: nothing
    await client.open()
    const [iframe = fail()] = page.iframes
    client.place({ top: 10, left: 20, width: 360, height: 600 })
    await quiet()
    expect(iframe.style.cssText).toBe(styles('display:block', 'top:10px', 'left:20px', 'width:360px', 'height:600px'))
    expect(iframe.isShown()).toBe(true)
    // Where it stays, whoever types in it is left alone.
    client.place({ top: 20, left: 20, width: 360, height: 600 })
    await quiet()
    expect([iframe.focused(), iframe.scrolledTo()]).toEqual([1, false])
    client.place(undefined)
    expect([iframe.isShown(), iframe.style.cssText]).toEqual([false, styles('display:none')])
    client.place({ top: 0, left: 0, width: 1, height: 1 })
    client.place(undefined)
    await quiet()
    expect(iframe.isShown()).toBe(false)
  })

  test('tells of Escape beside it', async () => {
    const onEscape = vi.fn()
    const { page } = puppetPage()
    await open(page, { onEscape }).open()
    page.iframes[0]?.escape()
    expect(onEscape).toHaveBeenCalledTimes(1)
  })

  test('tells of a dialog that the browser closed on its own, and of no other', async () => {
    const onEscape = vi.fn()
    const { page } = puppetPage()
    const client = open(page, { onEscape })
    await client.open()
    const [iframe = fail()] = page.iframes
    client.place({ top: 0, left: 0, width: 1, height: 1 })
    await quiet()
    client.place(undefined)
    iframe.shut() // its event comes later
    expect(onEscape).not.toHaveBeenCalled()
    client.place({ top: 0, left: 0, width: 1, height: 1 })
    await quiet()
    iframe.shut()
    expect(onEscape).toHaveBeenCalledTimes(1)
  })

  test('lets presses beside it through to the modal’s buttons, which it would make inert', async () => {
    const pressed: string[] = []
    const button = { click: () => pressed.push('close') }
    const inner = { shadowRoot: null, closest: (selector: string) => (selector === 'button' ? button : null) }
    const seen: boolean[] = []
    const roots: Readonly<Record<number, object | null>> = {
      1: { shadowRoot: { elementFromPoint: (x: number, y: number) => (x === 1 && y === 7 ? inner : null) } },
      2: { shadowRoot: null, closest: () => null }, // no button there
      3: null, // nothing there
    }
    const itself: { shadowRoot: { elementFromPoint: () => object }; closest: () => null } = {
      shadowRoot: { elementFromPoint: () => itself },
      closest: () => null,
    }
    const page = fakePage({
      load: (iframe) => puppets.push(puppet(iframe)),
      below(x) {
        seen.push(page.iframes[0]?.isShown() === true)
        return x === 4 ? itself : (roots[x] ?? null)
      },
    })
    const client = open(page)
    await client.open()
    client.place({ top: 0, left: 0, width: 360, height: 600 })
    await quiet()
    const [iframe = fail()] = page.iframes
    for (const clientX of [1, 2, 3, 4]) iframe.press('beside', { clientX, clientY: 7 })
    iframe.press('inside', { clientX: 1, clientY: 7 })
    expect(pressed).toEqual(['close'])
    expect([seen, iframe.isShown()]).toEqual([[false, false, false, false], true]) // not in the way while it is looked for
  })

  test('leaves nothing behind when it is closed, and comes back when it is needed', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const asking = watched(client.request('GET_CHAIN_ID', undefined))
    await until(() => frame().heard.length === 1)
    client.close()
    await quiet()
    expect(asking.error).toBeInstanceOf(FrameRequestAbortedError)
    expect([page.iframes.length, page.listeners(), client.counts().pending]).toEqual([0, 0, 0])
    await client.open()
    expect([page.iframes.length, page.listeners(), page.made()]).toEqual([1, 1, 2])
  })

  test('R18: a hundred openings and closings leave as many listeners as one', async () => {
    const { page } = puppetPage()
    const client = open(page)
    for (let turn = 0; turn < 100; turn += 1) {
      await client.open()
      client.close()
    }
    await client.open()
    expect([page.iframes.length, page.listeners()]).toEqual([1, 1])
  })

  test('where a page cannot have one, it is a load error with the reason', async () => {
    vi.stubGlobal('CSSStyleSheet', undefined)
    const { page } = puppetPage()
    const error = await open(page)
      .open()
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FrameLoadError)
    expect(error).toMatchObject({
      message: expect.stringContaining('iframe_load_failed') as string,
      shown: 'Unable to load email login dependency',
      cause: expect.any(TypeError) as Error,
    })
  })

  test('tells how far it is', async () => {
    const statuses: string[] = []
    const { page } = puppetPage()
    const client = open(page, { onStatus: (status) => statuses.push(status) })
    await client.open()
    client.close()
    void client.open().catch(() => undefined)
    client.close()
    expect(statuses).toEqual(['loading', 'ready', 'idle', 'loading', 'idle'])
  })
})

describe('READY', () => {
  test('S1: of 10,000 forged window messages none is accepted, and nothing changes', async () => {
    const { page, ready } = puppetPage(false)
    const statuses: string[] = []
    const client = open(page, { onStatus: (status) => statuses.push(status) })
    const opening = watched(client.open())
    const [iframe = fail()] = page.iframes
    const { port1, port2 } = new MessageChannel()
    const { port1: port3 } = new MessageChannel()
    const right = {
      data: message('FRAME_READY', { version: '4' }),
      origin: 'https://secure.example',
      source: iframe.contentWindow,
      ports: [port1],
    }
    type Forged = Parameters<FakePage['dispatch']>[0]
    const wrongOrigin = fc.constantFrom(
      'https://evil.example',
      'https://secure.example.evil.example',
      'http://secure.example',
      'https://secure.example:444',
      'https://sécure.example',
      'null',
      '',
      'https://SECURE.example',
      'https://secure.example/',
    )
    const wrongSource = fc.constantFrom<unknown>({}, null, undefined, globalThis)
    const wrongPorts = fc.constantFrom<readonly MessagePort[]>([], [port1, port3])
    const wrongData = malformed([right.data], () => false).map(({ data }) => data)
    const otherData = fc.constantFrom<unknown>(
      ...eventNames.filter((name) => name !== 'READY').map((name) => message(`FRAME_${name}`, eventSamples[name])),
      ...requestNames.map((name) => message(`FRAME_${name}_SUCCESS`, answerSamples[name])),
      'READY',
      { type: 'READY' },
      { type: '@w3m-frame/READY' },
    )
    const forged: fc.Arbitrary<Forged> = fc.oneof(
      wrongOrigin.map((origin) => ({ ...right, origin })),
      wrongSource.map((source) => ({ ...right, source })),
      wrongPorts.map((ports) => ({ ...right, ports })),
      wrongData.map((data) => ({ ...right, data })),
      otherData.map((data) => ({ ...right, data })),
      fc
        .tuple(wrongOrigin, wrongSource, wrongPorts, fc.oneof(wrongData, otherData))
        .map(([origin, source, ports, data]) => ({ origin, source, ports, data })),
    )
    let runs = 0
    fc.assert(
      fc.property(forged, (event) => {
        runs += 1
        page.dispatch(event)
        return client.counts().ignored === runs && statuses.length === 1
      }),
      { numRuns: 10_000 },
    )
    await quiet()
    expect([opening.settled, client.counts().pending, page.made()]).toEqual([0, 0, 1])
    ready(iframe)
    await until(() => opening.settled === 1)
    // The same again now that the frame is there: no message of the window is heard but another READY.
    const said: HostEvent[] = []
    fc.assert(
      fc.property(forged, (event) => {
        page.dispatch(event)
        return statuses.length === 2 && said.length === 0
      }),
      { numRuns: 1_000 },
    )
    for (const port of [port1, port2, port3]) port.close()
    recordPromise({
      id: 'S1',
      name: 'forged window messages',
      runs: 10_000,
      accepted: statuses.length - 2,
    })
    expect(opening).toMatchObject({ settled: 1 })
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another window', { source: {} }],
    ['no window, as of a frame that is gone', { source: null }],
    ['no port', { ports: [] }],
    ['another message', { data: message('FRAME_GET_CHAIN_ID_SUCCESS', { chainId: 'eip155:1' }) }],
    ['no message', { data: null }],
  ])('S1: READY is not heard with %s', async (_, wrong) => {
    const { page } = puppetPage(false)
    const client = open(page)
    const opening = watched(client.open())
    const { port1, port2 } = new MessageChannel()
    const right = {
      data: message('FRAME_READY', { version: '4' }),
      origin: 'https://secure.example',
      source: page.iframes[0]?.contentWindow,
      ports: [port1],
    }
    page.dispatch({ ...right, ...wrong })
    await quiet()
    expect([opening.settled, client.counts().ignored]).toEqual([0, 1])
    page.dispatch({ ...right, ports: [port1, port2] })
    await quiet()
    expect([opening.settled, client.counts().ignored]).toEqual([0, 2])
    page.dispatch(right)
    await until(() => opening.settled === 1)
    expect(client.counts().ignored).toBe(2)
    for (const port of [port1, port2]) port.close()
  })

  test('S1: where the frame is gone, so that its window is none, a message of no window is not its own', async () => {
    const { page } = puppetPage(false)
    const client = open(page)
    void client.open().catch(() => undefined)
    const { port1, port2 } = new MessageChannel()
    const [iframe = fail()] = page.iframes
    iframe.lose()
    page.dispatch({ data: message('FRAME_READY', { version: '4' }), origin: 'https://secure.example', source: null, ports: [port1] })
    expect(client.counts().ignored).toBe(1)
    for (const port of [port1, port2]) port.close()
  })

  test('S1: a message between the windows answers nothing, even from the frame itself', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const asking = watched(client.request('GET_CHAIN_ID', undefined))
    await until(() => frame().heard.length === 1)
    const [asked = fail()] = frame().heard
    page.iframes[0]?.post(message('FRAME_GET_CHAIN_ID_SUCCESS', { chainId: 'eip155:666' }, asked.id), 'https://shop.example')
    await quiet()
    expect(asking.settled).toBe(0)
    frame().succeed(asked.id, 'GET_CHAIN_ID', { chainId: 'eip155:1' })
    await until(() => asking.settled === 1)
    expect(asking.value).toEqual({ chainId: 'eip155:1' })
  })

  test('R6: requests from before it are sent when it comes', async () => {
    const { page, ready } = puppetPage(false)
    const client = open(page)
    const asking = (['GET_CHAIN_ID', 'IS_CONNECTED', 'GET_USER'] as const).map((name) =>
      watched(client.request(name, name === 'GET_USER' ? {} : undefined)),
    )
    await quiet()
    const frame = ready(page.iframes[0] ?? fail())
    await until(() => frame.heard.length === 3)
    expect(frame.heard.map(({ type }) => type)).toEqual(['APP_GET_CHAIN_ID', 'APP_IS_CONNECTED', 'APP_GET_USER'])
    expect(asking.map(({ settled }) => settled)).toEqual([0, 0, 0])
  })

  test('R6: a second one brings another port: the old one is dead, and what was asked of it is rejected', async () => {
    const { page, ready, frames } = puppetPage()
    const client = open(page)
    const before = watched(client.request('GET_CHAIN_ID', undefined))
    await until(() => frames[0]?.heard.length === 1)
    const [old = fail()] = frames
    const renewed = ready(page.iframes[0] ?? fail())
    await until(() => before.settled === 1)
    expect(before.error).toMatchObject({ name: 'FrameRequestAbortedError', message: 'Something went wrong' })
    const after = watched(client.request('GET_CHAIN_ID', undefined))
    await until(() => renewed.heard.length === 1)
    const [asked = fail()] = renewed.heard
    old.succeed(asked.id, 'GET_CHAIN_ID', { chainId: 'eip155:666' })
    await quiet()
    expect([after.settled, old.heard.length]).toEqual([0, 1])
    renewed.succeed(asked.id, 'GET_CHAIN_ID', { chainId: 'eip155:1' })
    await until(() => after.settled === 1)
    expect(after.value).toEqual({ chainId: 'eip155:1' })
  })

  test('R6: RELOAD waits for the next one, and requests meanwhile wait with it', async () => {
    const { page, ready, frames } = puppetPage()
    const statuses: string[] = []
    const client = open(page, { onStatus: (status) => statuses.push(status) })
    await client.open()
    const reloading = watched(client.request('RELOAD', undefined))
    await until(() => frames[0]?.heard.length === 1)
    const meanwhile = watched(client.request('GET_CHAIN_ID', undefined))
    await quiet()
    expect([frames[0]?.heard.length, reloading.settled, meanwhile.settled]).toEqual([1, 0, 0])
    const renewed = ready(page.iframes[0] ?? fail())
    await until(() => renewed.heard.length === 1)
    expect(reloading).toEqual({ value: undefined, settled: 1 })
    expect(renewed.heard[0]?.type).toBe('APP_GET_CHAIN_ID')
    expect(statuses).toEqual(['loading', 'ready', 'loading', 'ready'])
  })

  test('R5: after a RELOAD that brings none, the frame is taken away at 20,000 ms', async () => {
    const { page, frames } = puppetPage()
    const client = open(page)
    await client.open()
    const reloading = watched(client.request('RELOAD', undefined))
    await until(() => frames[0]?.heard.length === 1)
    await vi.advanceTimersByTimeAsync(19_999)
    expect([reloading.settled, page.iframes.length]).toEqual([0, 1])
    await vi.advanceTimersByTimeAsync(1)
    expect([reloading.error, page.iframes.length]).toEqual([expect.any(FrameLoadError), 0])
  })

  test('R5: where something else was loaded in its place, it is taken away after 3,000 ms: a blocked site is told of at once', async () => {
    const { page } = puppetPage(false)
    const opening = watched(open(page).open())
    await vi.advanceTimersByTimeAsync(5000)
    page.iframes[0]?.loaded()
    await vi.advanceTimersByTimeAsync(2999)
    expect([opening.settled, page.iframes.length]).toEqual([0, 1])
    await vi.advanceTimersByTimeAsync(1)
    expect([opening.error, page.iframes.length]).toEqual([expect.any(FrameLoadError), 0])
  })

  test('R5: a page that said READY before the browser was done with it stays', async () => {
    const { page } = puppetPage()
    const client = open(page)
    await client.open()
    page.iframes[0]?.loaded()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(page.iframes).toHaveLength(1)
    const asking = watched(client.request('GET_CHAIN_ID', undefined))
    await vi.advanceTimersByTimeAsync(0)
    expect(asking.error).toBeUndefined()
  })

  test('R6: in 10,000 orders of READY, requests, answers, RELOAD and dead ports, each request settles once, with its own answer', async () => {
    type Step = 'ready' | 'ask' | 'answer' | 'stale' | 'reload' | 'double'
    const orders = fc.sample(
      fc.array(fc.constantFrom<Step>('ready', 'ask', 'ask', 'answer', 'answer', 'stale', 'reload', 'double'), {
        minLength: 3,
        maxLength: 7,
      }),
      10_000,
    )
    let wrong = 0
    let pending = 0
    /** Ports as a test needs them: they deliver at once, and remember what they were given. */
    const pair = () => {
      const made = () => ({
        onmessage: null as ((event: { readonly data: unknown }) => void) | null,
        isClosed: false,
        close() {
          this.isClosed = true
        },
        postMessage: (_: unknown) => undefined as void,
      })
      const [host, inside] = [made(), made()]
      host.postMessage = (data) => {
        if (!inside.isClosed) inside.onmessage?.({ data })
      }
      inside.postMessage = (data) => {
        if (!host.isClosed) host.onmessage?.({ data })
      }
      return { host, inside }
    }
    for (const order of orders) {
      const page = fakePage()
      const client = createFrameClient({ url: () => url, id: 'f', page })
      const ports: {
        readonly inside: ReturnType<typeof pair>['inside']
        readonly heard: { readonly id: string; readonly type: string }[]
      }[] = []
      const asked: { readonly state: ReturnType<typeof watched>; readonly chainId: string; readonly reload: boolean }[] = []
      const opening = watched(client.open())
      const bind = () => {
        const { host, inside } = pair()
        const heard: { readonly id: string; readonly type: string }[] = []
        inside.onmessage = ({ data }) => void heard.push(data as { id: string; type: string })
        ports.push({ inside, heard })
        page.dispatch({
          data: message('FRAME_READY', { version: '4' }),
          origin: 'https://secure.example',
          source: page.iframes[0]?.contentWindow,
          ports: [host as unknown as MessagePort],
        })
      }
      const answer = (port: (typeof ports)[number] | undefined, chainId: string, again = false) => {
        const one = again ? port?.heard[0] : port?.heard.shift()
        if (one?.type === 'APP_SWITCH_NETWORK') port?.inside.postMessage(message('FRAME_SWITCH_NETWORK_SUCCESS', { chainId }, one.id))
      }
      for (const step of order) {
        if (step === 'ready') bind()
        if (step === 'ask')
          asked.push({ state: watched(client.request('SWITCH_NETWORK', { chainId: 'eip155:1' })), chainId: 'eip155:1', reload: false })
        if (step === 'reload' && ports.length > 0)
          asked.push({ state: watched(client.request('RELOAD', undefined)), chainId: '', reload: true })
        if (step === 'answer') answer(ports.at(-1), 'eip155:1')
        if (step === 'stale') for (const port of ports.slice(0, -1)) answer(port, 'eip155:666')
        if (step === 'double') {
          answer(ports.at(-1), 'eip155:1', true)
          answer(ports.at(-1), 'eip155:1')
        }
        for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
      }
      client.close()
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
      for (const { state, chainId, reload } of asked) {
        if (state.settled !== 1) pending += 1
        else if (!state.error && !reload && (state.value as { chainId: string }).chainId !== chainId) wrong += 1
        else if (state.error && !(state.error instanceof FrameRequestAbortedError)) wrong += 1
      }
      if (opening.settled !== 1 || (ports.length > 0 && opening.error) || page.listeners() > 0 || client.counts().pending > 0) wrong += 1
    }
    expect({ wrong, pending }).toEqual({ wrong: 0, pending: 0 })
    recordPromise({
      id: 'R6',
      name: 'orders of READY, requests, answers and reloads',
      runs: orders.length,
      accepted: wrong,
      pending,
    })
  })
})

describe('answers', () => {
  test('come to the request of their id, whatever the order', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const first = watched(client.request('SWITCH_NETWORK', { chainId: 'eip155:1' }))
    const second = watched(client.request('SWITCH_NETWORK', { chainId: 'eip155:10' }))
    await until(() => frame().heard.length === 2)
    const [one = fail(), two = fail()] = frame().heard
    expect(one.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/)
    frame().succeed(two.id, 'SWITCH_NETWORK', { chainId: 'eip155:10' })
    await until(() => second.settled === 1)
    expect([first.settled, second.value]).toEqual([0, { chainId: 'eip155:10' }])
    frame().succeed(one.id, 'SWITCH_NETWORK', { chainId: 'eip155:1' })
    await until(() => first.settled === 1)
    expect(first.value).toEqual({ chainId: 'eip155:1' })
  })

  test('S3: there is one for each id: others are dropped, and those of another request, and those of no id', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const asking = watched(client.request('SWITCH_NETWORK', { chainId: 'eip155:1' }))
    await until(() => frame().heard.length === 1)
    const [{ id } = fail()] = frame().heard
    frame().succeed(id, 'GET_CHAIN_ID', { chainId: 'eip155:666' })
    frame().succeed(crypto.randomUUID(), 'SWITCH_NETWORK', { chainId: 'eip155:666' })
    frame().fail(id, 'GET_CHAIN_ID', failureSample)
    frame().succeed(id, 'SWITCH_NETWORK', { chainId: 'eip155:1' })
    frame().succeed(id, 'SWITCH_NETWORK', { chainId: 'eip155:666' })
    frame().fail(id, 'SWITCH_NETWORK', failureSample)
    frame().say(message('FRAME_READY', { version: '4' }))
    await until(() => client.counts().dropped === 6)
    expect(asking).toEqual({ value: { chainId: 'eip155:1' }, settled: 1 })
    expect(client.counts()).toEqual({ ignored: 0, dropped: 6, pending: 0 })
  })

  test('S3: 10,000 malformed messages on the port change nothing, and the right one is heard after them', async () => {
    const { page, frame } = puppetPage()
    const said: HostEvent[] = []
    const client = open(page, { onEvent: (event) => said.push(event) })
    const asking = requestNames
      .filter((name) => name !== 'RELOAD' && name !== 'RPC_REQUEST')
      .map((name) => ({ name, state: watched(client.request(name, requestSamples[name] as never)) }))
    await until(() => frame().heard.length === asking.length)
    const heard = [...frame().heard]
    const right = heard.flatMap(({ id, type }) => [
      message(`FRAME_${type.slice(4)}_SUCCESS`, answerSamples[type.slice(4) as RequestName], id),
      message(`FRAME_${type.slice(4)}_ERROR`, failureSample, id),
    ])
    const bad = fc.sample(
      malformed([...right, ...eventNames.map((name) => message(`FRAME_${name}`, eventSamples[name]))], () => false),
      10_000,
    )
    for (const { data } of bad) frame().say(data)
    await until(
      () => client.counts().dropped === 10_000,
      () => `only ${client.counts().dropped} were dropped`,
    )
    expect([said.length, asking.filter(({ state }) => state.settled > 0).length, client.counts().pending]).toEqual([0, 0, asking.length])
    for (const { id, type } of heard) frame().succeed(id, type.slice(4) as RequestName, answerSamples[type.slice(4) as RequestName])
    await until(() => asking.every(({ state }) => state.settled === 1))
    for (const { name, state } of asking) expect(state).toEqual({ value: answerSamples[name], settled: 1 })
  })

  test('an error has the frame’s message, code and time, or says that one occurred', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const fails = async (payload: object) => {
      const asking = watched(client.request('GET_CHAIN_ID', undefined))
      const { heard } = frame()
      const count = heard.length + 1
      await until(() => heard.length >= count)
      frame().fail(heard.at(-1)?.id ?? '', 'GET_CHAIN_ID', payload)
      await until(() => asking.settled === 1)
      return asking.error
    }
    await client.open()
    const told = await fails({ message: 'Wrong code', reason: 'wrong_code', code: -32000, retryAfter: 9 })
    expect(told).toBeInstanceOf(FrameRequestError)
    expect(told).toMatchObject({ message: 'Wrong code', shown: 'Wrong code', reason: 'wrong_code', code: -32000, retryAfter: 9 })
    expect(await fails({ message: '' })).toMatchObject({
      message: 'An error occurred',
      shown: 'An error occurred',
      reason: undefined,
      code: undefined,
      retryAfter: undefined,
    })
    const late = await fails({ message: 'Too late', reason: 'timeout' })
    expect(late).toBeInstanceOf(FrameTimeoutError)
    expect(page.made()).toBe(1) // the frame lives
  })

  test('what is no JSON is never sent, and bigints are sent as hex', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const cycle: unknown[] = []
    cycle.push(cycle)
    await expect(client.request('RPC_REQUEST', { method: 'eth_call', params: cycle })).rejects.toThrow(TypeError)
    watched(client.request('RPC_REQUEST', { method: 'eth_call', params: [{ value: 255n, then: () => 1 }] }))
    await until(() => frame().heard.length === 1)
    expect(frame().heard[0]?.payload).toEqual({ method: 'eth_call', params: [{ value: '0xff' }] })
  })

  test('an event that nobody wants does no harm', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const asking = watched(client.request('GET_CHAIN_ID', undefined))
    await until(() => frame().heard.length === 1)
    const [asked = fail()] = frame().heard
    frame().say(message('FRAME_SESSION_UPDATE', { token: 'a' }))
    frame().succeed(asked.id, 'GET_CHAIN_ID', { chainId: 'eip155:1' })
    await until(() => asking.settled === 1)
    expect(client.counts()).toMatchObject({ dropped: 0, pending: 0 })
  })

  test('events are handed on', async () => {
    const { page, frame } = puppetPage()
    const said: HostEvent[] = []
    await open(page, { onEvent: (event) => said.push(event) }).open()
    frame().say(message('FRAME_SURFACE', { purpose: 'recover' }))
    frame().say(message('FRAME_SESSION_UPDATE', { token: 'a' }))
    await until(() => said.length === 2)
    expect(said).toEqual([
      { kind: 'event', name: 'SURFACE', payload: { purpose: 'recover' }, id: expect.any(String) as string },
      { kind: 'event', name: 'SESSION_UPDATE', payload: { token: 'a' }, id: expect.any(String) as string },
    ])
  })
})

describe('time-outs', () => {
  const timed = [
    ['CONNECT_EMAIL', { email: 'ada@example.org' }],
    ['CONNECT_DEVICE', undefined],
    ['CONNECT_OTP', { otp: '1' }],
    ['CONNECT_SOCIAL', { uri: 'u' }],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }],
  ] as const

  test('R5: a frame that never says READY is taken away at 20,000 ms with everything that waited, and the next try has a fresh one', async () => {
    const { page, ready } = puppetPage(false)
    const statuses: string[] = []
    const client = open(page, { onStatus: (status) => statuses.push(status) })
    const waiting = [watched(client.open()), ...requestNames.map((name) => watched(client.request(name, requestSamples[name] as never)))]
    await vi.advanceTimersByTimeAsync(19_999)
    expect([waiting.filter(({ settled }) => settled > 0).length, page.iframes.length]).toEqual([0, 1])
    await vi.advanceTimersByTimeAsync(1)
    await quiet()
    for (const { error, settled } of waiting) expect([error, settled]).toEqual([expect.any(FrameLoadError), 1])
    expect([page.iframes.length, page.listeners(), client.counts().pending, statuses]).toEqual([0, 0, 0, ['loading', 'failed']])
    const again = watched(client.request('GET_CHAIN_ID', undefined))
    await quiet()
    const frame = ready(page.iframes[0] ?? fail())
    await until(() => frame.heard.length === 1)
    frame.succeed(frame.heard[0]?.id ?? '', 'GET_CHAIN_ID', { chainId: 'eip155:1' })
    await until(() => again.settled === 1)
    expect([again.value, page.made()]).toEqual([{ chainId: 'eip155:1' }, 2])
    recordPromise({
      id: 'R5',
      name: 'frame that never loads',
      runs: waiting.length,
      accepted: 0,
      pending: waiting.filter(({ settled }) => settled !== 1).length,
    })
  })

  test.each(timed)(
    'R5: a mute frame is taken away 30,000 ms after %s, every pending request is rejected, and a retry works',
    async (name, payload) => {
      const { page, frames, frame } = puppetPage()
      const client = open(page)
      await client.open()
      const other = watched(client.request('RPC_REQUEST', { method: 'personal_sign', params: [] }))
      const asking = watched(client.request(name, payload))
      await until(() => frame().heard.length === 2)
      await vi.advanceTimersByTimeAsync(29_999)
      expect([asking.settled, other.settled]).toEqual([0, 0])
      await vi.advanceTimersByTimeAsync(1)
      expect(asking.error).toBeInstanceOf(FrameTimeoutError)
      expect(asking.error).toMatchObject({ message: 'iframe_request_timeout' })
      expect([other.error, other.settled]).toEqual([expect.any(FrameTimeoutError), 1])
      expect([page.iframes.length, client.counts().pending]).toEqual([0, 0])
      const again = watched(client.request(name, payload))
      await until(() => frames.length === 2 && frame().heard.length === 1)
      frame().succeed(frame().heard[0]?.id ?? '', name, answerSamples[name])
      await until(() => again.settled === 1)
      expect(again.value).toEqual(answerSamples[name])
      await vi.advanceTimersByTimeAsync(60_000)
      expect(page.iframes.length).toBe(1) // its time is over with its answer
    },
  )

  test('S32: SIGN_OUT has 3,000 ms', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const asking = watched(client.request('SIGN_OUT', undefined))
    await until(() => frame().heard.length === 1)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(asking.settled).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect([asking.error, page.iframes.length]).toEqual([expect.any(FrameTimeoutError), 0])
  })

  test('other requests may take as long as their visitor', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const rest = requestNames.filter((name) => name !== 'RELOAD' && name !== 'SIGN_OUT' && !timed.some(([one]) => one === name))
    const asking = rest.map((name) => watched(client.request(name, requestSamples[name] as never)))
    await until(() => frame().heard.length === rest.length)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asking.filter(({ settled }) => settled > 0)).toEqual([])
  })

  test('an error answer ends its time, too', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const asking = watched(client.request('CONNECT_OTP', { otp: '1' }))
    await until(() => frame().heard.length === 1)
    frame().fail(frame().heard[0]?.id ?? '', 'CONNECT_OTP', { message: 'Wrong code' })
    await until(() => asking.settled === 1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(page.iframes.length).toBe(1)
  })
})

describe('turning away', () => {
  test('rejects what the visitor is asked with a text each, tells the frame, and leaves the rest', async () => {
    const { page, frame } = puppetPage()
    const client = open(page)
    const sign = watched(client.request('RPC_REQUEST', { method: 'personal_sign', params: [] }))
    const safety = watched(client.request('OPEN_SECURITY', undefined))
    const read = watched(client.request('RPC_REQUEST', { method: 'eth_call', params: [] }))
    const code = watched(client.request('CONNECT_OTP', { otp: '1' }))
    await until(() => frame().heard.length === 4)
    client.abort()
    await until(() => frame().heard.length === 5)
    expect(frame().heard[4]).toMatchObject({ type: 'APP_RPC_ABORT' })
    expect(sign.error).toMatchObject({
      name: 'FrameRequestAbortedError',
      message: 'Request was aborted',
      shown: 'Request was aborted',
      code: 4001,
    })
    expect(safety.error).toMatchObject({ name: 'FrameRequestAbortedError', message: 'Something went wrong', code: undefined })
    expect([read.settled, code.settled]).toEqual([0, 0])
    frame().succeed(frame().heard[0]?.id ?? '', 'RPC_REQUEST', '0xsigned') // too late
    frame().succeed(frame().heard[4]?.id ?? '', 'RPC_ABORT')
    await until(() => client.counts().dropped === 1)
    expect([sign.settled, client.counts().pending]).toEqual([1, 2])
  })

  test('without a frame makes none', () => {
    const { page } = puppetPage()
    open(page).abort()
    expect(page.made()).toBe(0)
  })
})

describe('both ends together', () => {
  test('each request has the answer of its handler', async () => {
    const asked: [string, unknown][] = []
    const handlers = Object.fromEntries(
      requestNames.map((name) => [
        name,
        (payload: unknown) => {
          asked.push([name, payload])
          return answerSamples[name]
        },
      ]),
    ) as Partial<FrameHandlers>
    const channels: FrameChannel[] = []
    const page = fakePage({ load: goodFrame(handlers, (channel) => channels.push(channel)) })
    const client = open(page)
    const all = requestNames.filter((name) => name !== 'RELOAD')
    const given = await Promise.all(all.map((name) => client.request(name, requestSamples[name] as never)))
    expect(given).toEqual(all.map((name) => answerSamples[name]))
    expect(asked).toEqual(all.filter((name) => name !== 'RPC_ABORT').map((name) => [name, requestSamples[name]]))
    expect(channels[0]?.counts()).toEqual({ accepted: all.length, dropped: 0, answered: all.length })
    for (const channel of channels) channel.close()
  })

  test('RELOAD brings a new document, whose port is the one that is used', async () => {
    const page = fakePage()
    const channels: FrameChannel[] = []
    let documents = 0
    const load = (iframe: FakeIframe): void => {
      documents += 1
      const chainId = `eip155:${documents}` as const
      goodFrame({ ...answering(), GET_CHAIN_ID: () => ({ chainId }), RELOAD: () => void setImmediate(load, iframe) }, (channel) =>
        channels.push(channel),
      )(iframe)
    }
    const client = open(page)
    const opening = client.open()
    load(page.iframes[0] ?? fail())
    await opening
    expect(await client.request('GET_CHAIN_ID', undefined)).toEqual({ chainId: 'eip155:1' })
    await client.request('RELOAD', undefined)
    expect(await client.request('GET_CHAIN_ID', undefined)).toEqual({ chainId: 'eip155:2' })
    for (const channel of channels) channel.close()
  })
})
