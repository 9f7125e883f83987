import { type Log, failureOf } from '@portico/service'
import { createCallLimit, networkOf } from '@portico/service/http'
import type { Rates } from '@portico/service/rates'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { InvalidQueryError } from '../errors.js'
import { readJson } from '../http/body.js'
import type { Ccip } from './ccip.js'
import { readCoinType } from './coinType.js'
import { NameRefusedError, reasonOf } from './errors.js'
import type { IsReserved } from './reserved.js'
import { readName } from './rules.js'
import type { NamesSettings } from './settings.js'
import { type ReadSigned, type SignedMessage, readAddress, signedBody } from './signed.js'
import type { NameRecord, NameStore, Signer } from './store.js'
import { suggest } from './suggestions.js'
import { textsSchema } from './texts.js'
import { nameAnswer } from './wire.js'

export interface NameRoutesParameters {
  settings: NamesSettings
  /** Milliseconds that a name lasts. */
  lifetime: number | undefined
  /** Brings the database up to date. */
  start: () => Promise<void>
  store: NameStore
  rates: Rates
  isReserved: IsReserved
  readSigned: ReadSigned
  ofAddress: (address: string) => Promise<NameRecord | undefined>
  ccip: Ccip
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

/** What is registered. */
const registration = z.object({ name: z.string().max(255), attributes: z.optional(textsSchema).default({}) })
const common = { name: z.string().max(255) }
const coinType = z.number()
/** What each change of a name has in its message. */
const changes = {
  attributes: z.object({ ...common, action: z.literal('attributes'), attributes: textsSchema }),
  /** An empty address takes it away. */
  address: z.object({ ...common, action: z.literal('address'), coinType, address: z.string().max(64) }),
  /** `coinType`: of the chain on which the new owner signs, where it is a contract. */
  transfer: z.object({ ...common, action: z.literal('transfer'), to: z.string().max(64), coinType: z.optional(coinType) }),
  accept: z.object({ ...common, action: z.literal('accept') }),
  renew: z.object({ ...common, action: z.literal('renew') }),
  release: z.object({ ...common, action: z.literal('release') }),
} as const

const ccipBody = z.object({ sender: z.string(), data: z.string() })
const batchBody = z.object({ data: z.string() })

const daySeconds = 86_400

/** `/v1/profile`: names, in the shapes that existing clients know, and what their resolver sends clients to ask. */
export function nameRoutes({
  settings: { zones, allowUnbound, perAccountPerDay, perNetworkPerDay, callsPerMinute, trustProxy },
  lifetime,
  start,
  store,
  rates,
  isReserved,
  readSigned,
  ofAddress,
  ccip,
  clock,
  log,
}: NameRoutesParameters): Hono {
  const app = new Hono()
  const limit = createCallLimit({ perMinute: callsPerMinute })

  app.use(async (context, next) => {
    context.header('cache-control', 'no-store')
    const seconds = limit(networkOf(context, trustProxy))
    if (seconds > 0) throw new NameRefusedError('rate', { retryAfter: seconds })
    await start()
    await next()
  })
  app.onError((error, context) => refuseName(context, error, log))

  app.get('/zones', (context) =>
    context.json({ zones: [...zones], lifetimeSeconds: lifetime === undefined ? null : lifetime / 1000 } satisfies ZonesAnswer),
  )

  app.get('/account/:name', async (context) => {
    const record = await store.find(context.req.param('name').toLowerCase())
    if (!record) throw new NameRefusedError('unknown')
    if (record.expiresAt !== undefined && record.expiresAt <= clock()) throw new NameRefusedError('expired', { status: 404 })
    return context.json(nameAnswer(record))
  })

  app.get('/reverse/:address', async (context) => {
    const record = await ofAddress(readAddress(context.req.param('address').toLowerCase()))
    if (!record && context.req.query('empty') === 'list') return context.json([])
    if (!record) throw new NameRefusedError('unknown', { description: 'This address has no name here' })
    return context.json([nameAnswer(record)])
  })

  app.get('/offered/:address', async (context) => {
    const record = await store.offeredTo(readAddress(context.req.param('address').toLowerCase()))
    const isOver = record?.expiresAt !== undefined && record.expiresAt <= clock()
    return context.json(record && !isOver ? [nameAnswer(record)] : [])
  })

  app.get('/suggestions/:name', async (context) => {
    const zone = context.req.query('zone') || zones[0]
    if (zone === undefined || !zones.includes(zone)) throw new NameRefusedError('zone')
    const suggestions = await suggest({ text: context.req.param('name').slice(0, 255), zone, isReserved, holders: store.holders })
    return context.json({ suggestions })
  })

  /** Who has signed, where there is no more of it in a day than one account and one network may. */
  const verified = async (context: Context, message: SignedMessage): Promise<Signer> => {
    const signer = await message.verify()
    const rules = [
      { key: `names:account:${signer.address.toLowerCase()}`, limits: [{ limit: perAccountPerDay, seconds: daySeconds }] },
      { key: `names:network:${networkOf(context, trustProxy)}`, limits: [{ limit: perNetworkPerDay, seconds: daySeconds }] },
    ]
    const rate = await rates.take(rules)
    if (rate.status === 'refused') throw new NameRefusedError('rate', { retryAfter: rate.retryAfter })
    return signer
  }

  app.post('/account', async (context) => {
    const sent = { page: context.req.header('origin'), mayBeUnbound: allowUnbound }
    const message = readSigned(await readJson(context, signedBody), sent)
    const { name, attributes } = read(registration, message.value)
    const asked = readName(name, zones)
    if (isReserved(asked.label)) throw new NameRefusedError('reserved')
    await store.register(asked, await verified(context, message), attributes)
    return context.json({ success: true })
  })

  /** The message of a change, which names the change and the name, and who has signed it. */
  const changed = async <Message extends { readonly name: string }>(context: Context, schema: z.ZodType<Message>) => {
    const message = readSigned(await readJson(context, signedBody), { page: context.req.header('origin') })
    const value = read(schema, message.value)
    if (value.name !== context.req.param('name')) {
      throw new NameRefusedError('invalid', { description: 'The message is about another name' })
    }
    return { value, name: value.name, sign: () => verified(context, message) }
  }

  app.post('/account/:name/attributes', async (context) => {
    const { value, name, sign } = await changed(context, changes.attributes)
    await store.setTexts(name, await sign(), value.attributes)
    return context.json({ success: true })
  })
  app.post('/account/:name/address', async (context) => {
    const { value, name, sign } = await changed(context, changes.address)
    const [at, address] = [readCoinType(value.coinType), value.address === '' ? undefined : readAddress(value.address)]
    await store.setAddress(name, await sign(), at, address)
    return context.json({ success: true })
  })
  app.post('/account/:name/transfer', async (context) => {
    const { value, name, sign } = await changed(context, changes.transfer)
    const to = { address: readAddress(value.to), coinType: value.coinType === undefined ? undefined : readCoinType(value.coinType) }
    await store.transfer(name, await sign(), to)
    return context.json({ success: true })
  })
  app.post('/account/:name/accept', async (context) => {
    const { name, sign } = await changed(context, changes.accept)
    await store.accept(name, await sign())
    return context.json({ success: true })
  })
  app.post('/account/:name/renew', async (context) => {
    const { name, sign } = await changed(context, changes.renew)
    await store.renew(name, await sign())
    return context.json({ success: true })
  })
  app.post('/account/:name/release', async (context) => {
    const { name, sign } = await changed(context, changes.release)
    await store.release(name, await sign())
    return context.json({ success: true })
  })

  app.get('/ccip/:sender/:data', async (context) => {
    const { sender, data } = context.req.param()
    return context.json({ data: await ccip.answer(sender, data.replace(/\.json$/, '')) })
  })
  app.post('/ccip', async (context) => {
    const { sender, data } = await readJson(context, ccipBody)
    return context.json({ data: await ccip.answer(sender, data) })
  })
  app.post('/ccip/batch', async (context) => {
    const { data } = await readJson(context, batchBody)
    return context.json({ data: await ccip.batch(data) })
  })
  return app
}

/** Parents below which names are registered, and how long one lasts. */
export interface ZonesAnswer {
  readonly zones: readonly string[]
  /** None: a name does not end. */
  readonly lifetimeSeconds: number | null
}

/** Where nobody registers names: clients are told so. */
export function noNameRoutes(): Hono {
  const app = new Hono()
  app.onError((error, context) => refuseName(context, error))
  app.get('/zones', (context) => context.json({ zones: [], lifetimeSeconds: null } satisfies ZonesAnswer))
  app.all('*', () => {
    throw new NameRefusedError('unknown', { description: 'Names are not registered here' })
  })
  return app
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const description = `In the message, ${issue?.path.join('.') || 'something'} ${issue?.message ?? 'is wrong'}`
  throw new NameRefusedError('invalid', { description })
}

/** In the form of existing clients, which look for `reasons`. */
function refuseName(context: Context, error: Error, log?: Log): Response {
  context.header('cache-control', 'no-store')
  const refused = error instanceof InvalidQueryError ? new NameRefusedError('invalid', { description: error.message }) : error
  if (refused instanceof NameRefusedError) {
    if (refused.retryAfter !== undefined) context.header('retry-after', String(refused.retryAfter))
    return context.json({ status: 'FAILED', reasons: [reasonOf(refused)] }, refused.status)
  }
  log?.('error', 'names.failed', { ...failureOf(error), message: error.message })
  const away = new NameRefusedError('unavailable', { description: 'Something went wrong here' })
  return context.json({ status: 'FAILED', reasons: [reasonOf(away)] }, 500)
}
