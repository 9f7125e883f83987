import { connectionStore, type Portico } from '@portico/core'

/** Between the tabs of this browser, in the place of light: what one shows and another looks at. */
const channelName = 'meridian/screen'
const lookEveryMs = 400

/** Lets the phone see the pairing code that this page shows, while it shows one. Returns the way to stop. */
export function showScreen(portico: Portico): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const uri = data === 'look' ? codeOf(portico) : undefined
    if (uri) channel.postMessage({ uri })
  })
  return () => channel.close()
}

const codeOf = (portico: Portico): string | undefined =>
  Object.values(connectionStore(portico).getState().byNamespace)
    .map(({ attempt }) => (attempt?.status === 'waiting' ? attempt.uri : undefined))
    .find((uri) => uri !== undefined)

/** Looks at the screen until there is a code on it. Rejects when `signal` aborts. */
export function lookAtScreen(signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(channelName)
    const look = () => channel.postMessage('look')
    const timer = setInterval(look, lookEveryMs)
    const stop = () => {
      clearInterval(timer)
      channel.close()
    }
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const uri = typeof data === 'object' && data !== null && 'uri' in data ? data.uri : undefined
      if (typeof uri !== 'string') return
      stop()
      resolve(uri)
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(Object.assign(new Error('No code in sight.'), { shown: 'There is no code on the screen of this browser' }))
    })
    look()
  })
}
