/** Other tabs of the same site: what happened to the login. */
export type PeerMessage = 'changed' | 'ended'

export interface Peers {
  readonly tell: (message: PeerMessage) => void
  readonly listen: (listener: (message: PeerMessage) => void) => void
}

/**
 * Frames of one site in other tabs. The browser keeps the channel within the partition of the site; what is said has no authority,
 * and only makes the other tab look itself.
 */
export function openPeers(name: string): Peers {
  try {
    const channel = new BroadcastChannel(name)
    return {
      tell: (message) => channel.postMessage(message),
      listen(listener) {
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (data === 'changed' || data === 'ended') listener(data)
        })
      },
    }
  } catch {
    // Blocked together with storage: each tab is by itself.
    return { tell: () => {}, listen: () => {} }
  }
}
