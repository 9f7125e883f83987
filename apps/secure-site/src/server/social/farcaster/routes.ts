import { createFarcasterRelay, farcasterIssuer, verifyFarcaster } from '@portico/service/farcaster'
import { ApiError, networkOf, readBody } from '@portico/service/http'
import { digest, randomToken } from '@portico/service/secrets'
import type { Routes } from '../../context.js'
import { deviceCall } from '../../device/middleware.js'
import { type FarcasterStarted, type SocialFinished, farcasterFinishBody, farcasterStartBody } from '../api.js'
import { resolveFarcaster } from '../config.js'
import { shownName, userOf } from '../identity.js'

/** How long a visitor may take, and a request may wait, in milliseconds. */
const flowMs = 600_000
const waitMs = 20_000
/** How often the relay is asked, in milliseconds. */
const askMs = 1000
const keepMs = 86_400_000

/** Login with Farcaster: a channel on its relay, and our own check of what the phone has signed. */
export const farcasterRoutes: Routes = (app, services) => {
  const { config, db, clock, rates, audit, secrets, sessions, signals, log, fetch, onSweep, onEndSessions } = services
  const farcaster = resolveFarcaster(config.farcaster)
  const relay = farcaster && createFarcasterRelay({ relayUrl: farcaster.relayUrl, fetch })

  onSweep(
    async () =>
      void (await db
        .deleteFrom('farcaster_flows')
        .where('expires_at', '<', clock() - keepMs)
        .execute()),
  )
  onEndSessions((trx) => trx.updateTable('farcaster_flows').set({ status: 'used' }).where('status', '=', 'started').execute())
  const warn = (event: string, error: unknown): undefined => {
    log('warn', event, { name: error instanceof Error ? error.name : 'unknown' })
    return undefined
  }

  app.post('/v1/farcaster/start', deviceCall(services), async (context) => {
    await readBody(context, farcasterStartBody)
    if (!relay) throw unavailable()
    const [{ projectId, origin }, device] = [context.get('site'), context.get('device')]
    const rate = await rates.take([
      { key: `farcaster:device:${device}`, limits: [{ limit: 30, seconds: 600 }] },
      { key: `farcaster:network:${networkOf(context, config.trustProxy)}`, limits: [{ limit: 300, seconds: 600 }] },
    ])
    if (rate.status === 'refused') {
      throw new ApiError(429, 'rate_limit', 'Too many logins were begun. Please try again later.', { retryAfter: rate.retryAfter })
    }
    const now = clock()
    // Letters and digits alone, as EIP-4361 wants it: 256 bits in hex.
    const nonce = Buffer.from(randomToken(), 'base64url').toString('hex')
    // The phone shows the site that asks: its host, and not ours.
    const asked = { siweUri: origin, domain: new URL(origin).host, nonce, expirationTime: new Date(now + flowMs).toISOString() }
    const { channelToken, url } = await relay.open(asked).catch((error: unknown) => {
      warn('farcaster.unreachable', error)
      throw new ApiError(502, 'social_failed', 'Farcaster does not answer. Please try again.')
    })
    const id = randomToken(16)
    await db
      .insertInto('farcaster_flows')
      .values({
        id,
        status: 'started',
        project_id: projectId,
        origin,
        thumbprint: device,
        nonce,
        channel: secrets.seal('farcaster', channelToken, id),
        expires_at: now + flowMs,
      })
      .execute()
    return context.json({ flowId: id, url, expiresIn: flowMs / 1000 } satisfies FarcasterStarted)
  })

  app.post('/v1/farcaster/finish', deviceCall(services), async (context) => {
    const { flowId } = await readBody(context, farcasterFinishBody)
    if (!farcaster || !relay) throw unavailable()
    const [site, device] = [context.get('site'), context.get('device')]
    const flow = await db
      .selectFrom('farcaster_flows')
      .selectAll()
      .where('id', '=', flowId)
      .where('status', '=', 'started')
      .where('thumbprint', '=', device)
      .where('project_id', '=', site.projectId)
      .where('origin', '=', site.origin)
      .where('expires_at', '>', clock())
      .executeTakeFirst()
    if (!flow) throw expired()
    const channelToken = secrets.open('farcaster', flow.channel, flow.id)
    let askAt = performance.now()
    const ask = async () => {
      if (performance.now() < askAt) return undefined
      askAt = performance.now() + askMs
      // A relay that is away for a moment is asked again: the phone's answer waits there.
      return relay.status(channelToken).catch((error: unknown) => warn('farcaster.unreachable', error))
    }

    const checked = await signals
      .wait(
        `farcaster:${flowId}`,
        async () => {
          const answer = await ask()
          if (!answer) return undefined
          const expected = { domain: new URL(flow.origin).host, uri: flow.origin, nonce: flow.nonce }
          const times = { began: flow.expires_at - flowMs, now: clock() }
          const fid = await verifyFarcaster({ ...answer, expected, ...times, rpcUrl: farcaster.rpcUrl, fetch })
          return { fid, username: answer.username }
        },
        { milliseconds: waitMs, signal: context.req.raw.signal },
      )
      .catch((error: unknown) => {
        warn('farcaster.failed', error)
        throw failed()
      })
    if (!checked) return context.json({ status: 'pending' } satisfies SocialFinished)
    const { fid, username } = checked

    const finished = await db.transaction().execute(async (trx): Promise<SocialFinished | undefined> => {
      const used = await trx
        .updateTable('farcaster_flows')
        .set({ status: 'used' })
        .where('id', '=', flowId)
        .where('status', '=', 'started')
        .where('expires_at', '>', clock())
        .returning('id')
        .executeTakeFirst()
      if (!used) throw expired()
      if (fid === undefined) {
        await audit.write('social.failed', { provider: 'farcaster', project: site.projectId }, trx)
        return undefined
      }
      const user = await userOf(trx, services, { issuer: farcasterIssuer, subject: String(fid), ...shownName(username) })
      const session = await sessions.start(trx, { user, device, site, method: 'farcaster' })
      await audit.write('login', { user: user.id, method: 'farcaster', device, origin: site.origin, session: digest(session.token) }, trx)
      return { status: 'done', ...session }
    })
    if (!finished) throw failed()
    return context.json(finished)
  })
}

function unavailable(): ApiError {
  return new ApiError(404, 'social_unavailable', 'This way of logging in is not offered here.')
}

function expired(): ApiError {
  return new ApiError(410, 'social_expired', 'This login is over. Please try again.')
}

function failed(): ApiError {
  return new ApiError(502, 'social_failed', 'The login did not work. Please try again.')
}
