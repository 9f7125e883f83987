/** The three pages of forged.chromium.test.ts: a host with the client, the frame with its channel, and a stranger's frame. */
import { createFrameClient, type HostEvent } from '@portico/embedded/client'
import { openFrameChannel, type FrameHandlers } from '@portico/embedded/frame'
import { message } from '@portico/embedded/protocol'

const refuse = (): never => {
  throw new Error('Not here')
}
/** Only what the test asks for is answered. */
const handlers = new Proxy({} as FrameHandlers, { get: (_, name) => (name === 'GET_CHAIN_ID' ? () => ({ chainId: 'eip155:1' }) : refuse) })

const at = (name: string): string => new URLSearchParams(location.search).get(name) ?? ''
let seed = 7
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]

/** What a window may be sent that is not the other end: READY in all shapes, answers, events, requests, nonsense. */
function forged(): { data: unknown; ports: number } {
  const ready = message('FRAME_READY', { version: '4' })
  const data = pick<unknown>([
    ready,
    ready,
    { ...ready, extra: 1 },
    { ...ready, id: 1 },
    { ...ready, type: 'frame_ready' },
    JSON.stringify(ready),
    message('FRAME_GET_CHAIN_ID_SUCCESS', { chainId: 'eip155:666' }),
    message('FRAME_SESSION_UPDATE', { token: 'x' }),
    message('APP_GET_CHAIN_ID', undefined),
    message('APP_SIGN_OUT', undefined),
    null,
    'READY',
    Array.from({ length: 50 }, () => random()),
    { __proto__: ready },
  ])
  return { data, ports: pick([0, 1, 1, 1, 2]) }
}

/** Posts forged messages to a window, and counts what comes back on the ports that go with them. */
function attack(target: Window, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const { data, ports } = forged()
    const channels = Array.from({ length: ports }, () => new MessageChannel())
    for (const { port1 } of channels) port1.onmessage = () => (heard += 1)
    target.postMessage(
      data,
      '*',
      channels.map(({ port2 }) => port2),
    )
  }
}
let heard = 0

const pages = {
  host: () => {
    const statuses: string[] = []
    const events: HostEvent[] = []
    const client = createFrameClient({
      url: () => at('secure'),
      id: 'portico-frame',
      onStatus: (status) => statuses.push(status),
      onEvent: (event) => events.push(event),
    })
    const inner = (): Window => document.querySelector<HTMLIFrameElement>('portico-frame iframe')?.contentWindow ?? window
    void client.open()
    return {
      state: () => ({ ...client.counts(), statuses, events: events.length, heard }),
      ask: () => client.request('GET_CHAIN_ID', undefined),
      attack: (count: number) => attack(inner(), count),
    }
  },
  frame: () => {
    let channel: ReturnType<typeof openFrameChannel> | undefined
    return {
      open: () => void (channel = openFrameChannel({ hostOrigin: at('host'), version: '4', handlers })),
      state: () => channel?.counts(),
    }
  },
  stranger: () => ({ attack: (count: number) => attack(window.parent, count), state: () => ({ heard }) }),
}

const role = location.pathname.slice(1)
if (role === 'host' || role === 'frame' || role === 'stranger') Object.assign(window, { part: pages[role]() })
