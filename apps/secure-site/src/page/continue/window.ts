/** The window that knows the browser: its storage is the origin's own, and no site's. It brings a login and a way in to the frame of a site. */
import { done, grantMade, randomId as idShape, sessionStarted } from '../../server/api.js'
import * as z from 'zod/mini'
import { createKeyApi, createKeys, openKeyStore, type PageKeys } from '../keys/index.js'
import type { Stage } from '../screens/stage.js'
import { createApi, type Api } from '../session/api.js'
import { openDevice, thumbprintOf } from '../session/device.js'
import { NotLoggedInError } from '../session/errors.js'
import { openPeers } from '../session/peers.js'
import { openSession } from '../session/session.js'
import { openPageStore } from '../session/store.js'
import type { PageSettings } from '../types.js'
import { give, take } from './hand.js'
import { type Line, openLine } from './line.js'

/** Where the window keeps what it knows. */
const storeName = 'portico:window'
/** The site whose login the window has taken: the server binds each login to one. */
const siteAs = 'site'
const storedSite = z.object({ projectId: z.string(), origin: z.string() })
/** Milliseconds between two greetings, until the frame answers, and how many there are. */
const greetMs = 200
const greetings = 120
/** The most frames of the page that opened this window that are greeted. */
const mostFrames = 50
/** Milliseconds for which the visitor can decide. */
const patience = 5 * 60_000

/** What can be seen of a page elsewhere: where to post, and its frames. */
type Peer = Pick<Window, 'postMessage' | 'location'>
type Opener = Peer & { readonly length: number; readonly [at: number]: Peer | undefined }

export interface ContinueWindowOptions {
  readonly settings: PageSettings
  readonly stage: Stage
  readonly origin: string
  /** Who opened this window, the frame or the page around it; null where a policy of the site has cut that. */
  readonly opener: Opener | null
  /** Of the address, behind its '#'. */
  readonly attempt: string
  readonly close: () => void
}

/** Runs the window until it is closed. Never rejects: the stage says what came of it. */
export async function runContinueWindow({ settings, stage, origin, opener, attempt, close }: ContinueWindowOptions): Promise<void> {
  const { projectId, hostOrigin } = settings
  const signal = AbortSignal.timeout(patience)
  const end = (outcome: 'continued' | 'gone' | 'unknown' | 'rejected') => {
    stage.show({ kind: 'ended', outcome })
    if (outcome !== 'unknown' && outcome !== 'gone') setTimeout(close, 600)
  }
  stage.show({ kind: 'working', step: 'meeting' })
  try {
    const line = await greet({ opener, attempt, origin, signal })
    if (!line) return end('gone')
    const site = await line.hear('site')
    // The address names one site, which the server has looked up, and the frame is that one's.
    if (site.origin !== hostOrigin || site.projectId !== projectId) return end('gone')
    const known = await openKnown({ settings, origin })
    const press = (ask: { readonly remember: boolean; readonly account?: string | undefined }, forget?: () => void) =>
      new Promise<boolean>((resolve) =>
        stage.show({
          kind: 'known',
          origin: hostOrigin,
          ...ask,
          onContinue() {
            stage.show({ kind: 'working', step: 'signing' })
            resolve(true)
          },
          onReject: () => resolve(false),
          ...(forget && { onForget: forget }),
        }),
      )
    const leave = (): void => {
      line.say({ kind: 'over' })
      end('rejected')
    }
    if (site.known) {
      if (!(await press({ remember: true }))) return leave()
      await known.take(line, { projectId, origin: hostOrigin })
      return end('continued')
    }
    const account = await known.account()
    if (account === undefined) {
      line.say({ kind: 'unknown' })
      return end('unknown')
    }
    line.say({ kind: 'ready' })
    const { device } = await line.hear('ask')
    const forget = () => {
      void known.forget().finally(() => {
        line.say({ kind: 'over' })
        end('unknown')
      })
    }
    if (!(await press({ remember: false, account }, forget))) return leave()
    await known.give(line, device, { projectId, origin: hostOrigin })
    end('continued')
  } catch {
    stage.show({ kind: 'ended', outcome: 'failed' })
  }
}

/**
 * Finds the frame that opened this window, or that stands on the page which did: a message goes to a page of this very origin or nowhere, with
 * the port on which everything else is said. The frame may still be loading what it answers with, so that it is greeted until it does.
 */
async function greet({
  opener,
  attempt,
  origin,
  signal,
}: Pick<ContinueWindowOptions, 'opener' | 'attempt' | 'origin'> & { readonly signal: AbortSignal }): Promise<Line | undefined> {
  if (!opener || !idShape.safeParse(attempt).success) return undefined
  return await new Promise<Line | undefined>((resolve) => {
    let left = greetings
    const greetOnce = () => {
      if (left === 0) {
        clearInterval(timer)
        return resolve(undefined)
      }
      left -= 1
      for (const peer of peersOf(opener, origin)) greetPeer(peer)
    }
    const greetPeer = (peer: Peer) => {
      const { port1, port2 } = new MessageChannel()
      // The line keeps what is said from the first word on, for whoever listens then.
      const first = () => {
        clearInterval(timer)
        resolve(line)
      }
      port1.addEventListener('message', first, { once: true })
      const line = openLine(port1, signal)
      peer.postMessage({ type: 'portico/continue', attempt }, origin, [port2])
    }
    const timer = setInterval(greetOnce, greetMs)
    greetOnce()
  })
}

/** Pages of this origin among the opener and its frames: no other one is so much as written to. */
function peersOf(opener: Opener, origin: string): readonly Peer[] {
  const frames = Array.from({ length: Math.min(opener.length, mostFrames) }, (_, at) => opener[at])
  return [opener, ...frames].filter((peer) => peer !== undefined).filter((peer) => isOwn(peer, origin))
}

function isOwn({ location }: Peer, origin: string): boolean {
  try {
    return location.origin === origin
  } catch {
    return false // another origin's
  }
}

interface Known {
  /** How the visitor knows the login; undefined where this browser is not known, or opens the wallet no more. */
  readonly account: () => Promise<string | undefined>
  readonly give: (line: Line, device: string, site: z.infer<typeof storedSite>) => Promise<void>
  readonly take: (line: Line, site: z.infer<typeof storedSite>) => Promise<void>
  /** Ends the window's login and its way in. */
  readonly forget: () => Promise<void>
}

async function openKnown({ settings, origin }: Pick<ContinueWindowOptions, 'settings' | 'origin'>): Promise<Known> {
  const fetch = globalThis.fetch.bind(globalThis)
  const store = await openPageStore(storeName)
  const [session, device] = await Promise.all([openSession({ store, peers: openPeers(storeName) }), openDevice(store)])
  let opened: { readonly api: Api; readonly keys: PageKeys } | undefined

  const open = async (site: z.infer<typeof storedSite>): Promise<{ readonly api: Api; readonly keys: PageKeys }> => {
    const api = createApi({
      origin,
      projectId: site.projectId,
      hostOrigin: site.origin,
      device,
      fetch,
      token: () => session.current()?.token,
    })
    const keys = createKeys({
      api: createKeyApi({ post: (path, body) => api.call(path, body, z.unknown()), vaultUrl: settings.vaultUrl, fetch }),
      store: await openKeyStore(globalThis.indexedDB),
    })
    return { api, keys }
  }

  return {
    async account() {
      const site = storedSite.safeParse(await store.get(siteAs)).data
      const login = session.current()
      if (!site || !login) return undefined
      try {
        opened = await open(site)
        const { eip155 } = await opened.keys.open()
        const { kind } = await opened.keys.unlockStep()
        return kind === 'none' ? (login.user.email ?? login.user.userName ?? eip155) : undefined
      } catch {
        return undefined
      }
    },
    async give(line, asking, site) {
      if (!opened) throw new NotLoggedInError()
      const { api, keys } = opened
      await give(line, asking, {
        grant: async (key) => (await api.call('/v1/session/grant', { device: key, ...site }, grantMade)).grant,
        invite: keys.invite,
      })
    },
    async take(line, site) {
      const { api, keys } = await open(site)
      await take(line, {
        device: await thumbprintOf(device),
        async accept(grant) {
          await session.begin(await api.call('/v1/session/accept', { grant }, sessionStarted))
          await store.set(siteAs, site)
        },
        async invitation() {
          await keys.open()
          return keys.invitation()
        },
      })
    },
    async forget() {
      const { api, keys } = opened ?? {}
      await keys?.forget().catch(() => {})
      await api?.call('/v1/session/end', {}, done).catch(() => {})
      await session.end()
      await store.remove(siteAs)
    },
  }
}
