import { type ServerType, createAdaptorServer } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { loopbackOnly } from '../../control/loopback.js'
import { ServiceError } from '../../errors.js'
import { type Service, type ServiceOptions, authority } from '../service.js'
import { type Channel, authenticateBody, channelBody, createChannel, messageOf } from './channels.js'
import { askPage, pageHeaders, textPage } from './page.js'
import { type Caster, casters } from './people.js'
import { placeRegistry } from './registry.js'

export { casters } from './people.js'
export { idRegistry, placeRegistry, registerId } from './registry.js'

export interface FarcasterOptions extends ServiceOptions {
  /** JSON-RPC of chain 10. */
  rpcUrl: string
}

export interface FarcasterService extends Omit<Service, 'part'> {
  part: 'farcaster'
  /** What the phone does when its owner agrees. @throws Error when there is no such channel */
  approve(channelToken: string, fid: number): Promise<void>
}

/**
 * Farcaster's relay (`POST /v1/channel`, `GET /v1/channel/status`, `POST /v1/channel/authenticate`) and, at `/app`, the phone: it
 * signs with a test key that owns its id on chain 10. The registry is put on that chain when a channel is made or answered, since
 * the chain may have been started anew or reset at any time.
 */
export function farcasterService({ rpcUrl, ...options }: FarcasterOptions): FarcasterService {
  const url = `http://${authority(options)}`
  const people = casters()
  let channels = new Map<string, Channel>()
  let server: ServerType | undefined
  const place = () =>
    placeRegistry(
      rpcUrl,
      people.map(({ custody, fid }) => ({ custody: custody.address, fid })),
    )

  const sign = async (channel: Channel, caster: Caster): Promise<void> => {
    await place()
    const message = messageOf(channel, caster)
    const { fid, username, displayName } = caster
    channel.answer = { message, signature: await caster.custody.signMessage({ message }), fid, username, displayName }
  }

  const app = new Hono()
  app.use(loopbackOnly)
  app.use(bodyLimit({ maxSize: 64 * 1024 }))
  app.get('/healthz', (context) => context.json({ status: 'ok' }))

  app.post('/v1/channel', async (context) => {
    const asked = channelBody.safeParse(await context.req.json().catch(() => undefined))
    if (!asked.success) return context.json({ error: 'Validation error', message: z.prettifyError(asked.error) }, 400)
    await place()
    const channel = createChannel(asked.data)
    channels.set(channel.token, channel)
    return context.json({ channelToken: channel.token, url: appUrl(channel), nonce: channel.asked.nonce }, 201)
  })
  app.get('/v1/channel/status', (context) => {
    const channel = bearer(context)
    if (!channel) return unauthorized(context)
    const { answer, asked } = channel
    const signatureParams = { siweUri: asked.siweUri, domain: asked.domain, nonce: asked.nonce }
    if (!answer) return context.json({ state: 'pending', nonce: asked.nonce, url: appUrl(channel), signatureParams }, 202)
    const { fid, username, displayName = '', bio = '', pfpUrl = '', message, signature } = answer
    const profile = { fid, username, displayName, bio, pfpUrl, verifications: [], custody: custodyOf(message) }
    return context.json(
      { state: 'completed', nonce: asked.nonce, url: appUrl(channel), message, signature, ...profile, signatureParams },
      200,
    )
  })
  app.post('/v1/channel/authenticate', async (context) => {
    const channel = bearer(context)
    if (!channel) return unauthorized(context)
    const answer = authenticateBody.safeParse(await context.req.json().catch(() => undefined))
    if (!answer.success) return context.json({ error: 'Validation error', message: z.prettifyError(answer.error) }, 400)
    await place()
    channel.answer = answer.data
    return context.json({ state: 'completed', nonce: channel.asked.nonce, ...answer.data }, 201)
  })

  app.on(['GET', 'POST'], '/app', async (context) => {
    const channel = channels.get(context.req.query('channelToken') ?? '')
    if (!channel)
      return context.body(await textPage('Nothing to sign', 'This code is not known here, or the sandbox was reset.'), 404, pageHeaders)
    if (context.req.method === 'GET') return context.body(await askPage({ domain: channel.asked.domain, people }), 200, pageHeaders)
    const { fid } = await context.req.parseBody()
    const caster = people.find((each) => String(each.fid) === fid)
    if (!caster) return context.body(await textPage('Nobody', 'There is no such person.'), 400, pageHeaders)
    await sign(channel, caster)
    return context.body(await textPage('Signed in', 'You can go back to the site.'), 200, pageHeaders)
  })
  app.onError((error, context) => context.json({ error: 'Unknown error', message: error.message }, 500))

  const appUrl = ({ token }: Channel): string => `${url}/app?channelToken=${token}`
  const bearer = (context: Context): Channel | undefined =>
    channels.get(/^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? '')
  const unauthorized = (context: Context): Response => context.json({ error: 'Unauthorized', message: 'Unauthorized' }, 401)

  return {
    part: 'farcaster',
    url,
    start: async () => {
      const starting = createAdaptorServer({ fetch: app.fetch })
      await new Promise<void>((resolve, reject) => {
        starting.once('error', reject)
        starting.listen(options.port, options.host, resolve)
      }).catch((cause: unknown) => {
        throw new ServiceError('The Farcaster relay did not start.', { cause })
      })
      server = starting
    },
    stop: () =>
      new Promise((resolve) => {
        if (!server) return resolve()
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
    reset: async () => void (channels = new Map()),
    health: async () => {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })
      await answer.body?.cancel()
      return answer.ok ? {} : undefined
    },
    approve: async (channelToken, fid) => {
      const channel = channels.get(channelToken)
      const caster = people.find((each) => each.fid === fid)
      if (!channel || !caster) throw new Error(channel ? `Nobody here has the id ${fid}.` : 'There is no such channel.')
      await sign(channel, caster)
    },
  }
}

/** The address that a message speaks for: its second line. */
function custodyOf(message: string): string {
  return message.split('\n')[1] ?? ''
}
