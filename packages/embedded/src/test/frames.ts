import { openFrameChannel, type FrameChannel, type FrameHandlers } from '../frame/index.js'
import { message, type RequestName } from '../protocol/index.js'
import { answerSamples } from './samples.js'
import { windowOf, type FakeIframe } from './page.js'

/** Handlers that answer everything at once, but for what is given. */
export const answering = (over: Partial<FrameHandlers> = {}): FrameHandlers =>
  ({ ...Object.fromEntries(Object.entries(answerSamples).map(([name, answer]) => [name, () => answer])), ...over }) as FrameHandlers

/** A whole page inside the iframe: the real channel, with these handlers. */
export const goodFrame =
  (handlers: Partial<FrameHandlers> = {}, opened: (channel: FrameChannel) => void = () => undefined) =>
  (iframe: FakeIframe): void => {
    opened(openFrameChannel({ hostOrigin: 'https://shop.example', version: '4', window: windowOf(iframe), handlers: answering(handlers) }))
  }

/** A page inside the iframe that does only what a test tells it. */
export interface PuppetFrame {
  /** What was heard on the port, the newest last. */
  readonly heard: { readonly type: string; readonly id: string; readonly payload?: unknown }[]
  readonly port: MessagePort
  /** Posts anything on the port. */
  readonly say: (data: unknown) => void
  readonly succeed: (id: string, name: RequestName, payload?: unknown) => void
  readonly fail: (id: string, name: RequestName, payload: unknown) => void
}

/** Says READY with a port of its own, which it may do more than once. */
export function puppet({ post }: Pick<FakeIframe, 'post'>): PuppetFrame {
  const { port1: port, port2 } = new MessageChannel()
  const heard: { readonly type: string; readonly id: string; readonly payload?: unknown }[] = []
  port.onmessage = ({ data }: MessageEvent<{ readonly type: string; readonly id: string; readonly payload?: unknown }>) =>
    void heard.push(data)
  post(message('FRAME_READY', { version: '4' }), 'https://shop.example', [port2])
  return {
    heard,
    port,
    say: (data) => port.postMessage(data),
    succeed: (id, name, payload) => port.postMessage(message(`FRAME_${name}_SUCCESS`, payload, id)),
    fail: (id, name, payload) => port.postMessage(message(`FRAME_${name}_ERROR`, payload, id)),
  }
}
