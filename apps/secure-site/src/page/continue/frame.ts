/** The frame's side of the window that knows the browser. Loads once the visitor has opened that window. */
import { grantMade } from '../../server/api.js'
import type { PageKeys } from '../keys/index.js'
import type { Api } from '../session/api.js'
import { thumbprintOf, type Device } from '../session/device.js'
import { give, take } from './hand.js'
import { LineOverError } from './line.js'
import { meet } from './meet.js'

/** What came of the window. `unknown`: it knows nobody in this browser. `closed`: it was left. */
export type WindowOutcome = 'done' | 'unknown' | 'closed'

export interface WithWindowOptions {
  /** Undefined for the one that the site's page has opened. */
  readonly window: Window | undefined
  readonly attempt: string
  readonly origin: string
  readonly projectId: string
  readonly hostOrigin: string
  readonly api: Pick<Api, 'call'>
  readonly device: Device
  /** Somebody is logged in here: then the window learns of it, and else the other way round. */
  readonly known: boolean
  readonly accept: (grant: string, signal: AbortSignal) => Promise<void>
  readonly openKeys: () => Promise<PageKeys>
  readonly signal: AbortSignal
}

/** @throws what a service said, and the reason of `signal` */
export async function withWindow({
  window: opened,
  attempt,
  origin,
  projectId,
  hostOrigin,
  api,
  device,
  known,
  accept,
  openKeys,
  signal,
}: WithWindowOptions): Promise<WindowOutcome> {
  try {
    return await meet({ window: opened, attempt, origin, page: window, signal }, async (line, either) => {
      line.say({ kind: 'site', projectId, origin: hostOrigin, known })
      try {
        if (known) {
          const { device: other } = await line.hear('ask')
          await give(line, other, {
            grant: async (asking) =>
              (await api.call('/v1/session/grant', { device: asking, projectId, origin: hostOrigin }, grantMade)).grant,
            invite: async (invitation) => (await openKeys()).invite(invitation),
          })
          return 'done'
        }
        const first = await line.hear('unknown', 'ready')
        if (first.kind === 'unknown') return 'unknown'
        await take(line, {
          device: await thumbprintOf(device),
          accept: (grant) => accept(grant, either),
          invitation: async () => (await openKeys()).invitation(),
        })
        return 'done'
      } catch (error) {
        line.say({ kind: 'over' })
        throw error
      }
    })
  } catch (error) {
    if (error instanceof LineOverError) return 'closed'
    throw error
  }
}
