import { ApiError } from '@portico/service/http'
import { Hono } from 'hono'
import { z } from 'zod'
import { InvalidQueryError } from '../errors.js'
import { readJson } from '../http/body.js'
import { refuse } from '../http/answer.js'
import { bodyLimit, timeoutMs } from '../providers/ask.js'

/** Of a smart account that is not deployed yet, a signature brings its contract along (ERC-6492). */
const signature = z.string().regex(/^0x([0-9a-fA-F]{2}){1,8192}$/, 'is not hex of at most 8192 bytes')
const accountForm = /^(eip155:[1-9]\d{0,15}):(0x[0-9a-fA-F]{40})$/
const proofForm = /^Account (\d{1,12}) (0x[0-9a-fA-F]+)$/
const revokeBody = z.object({ pci: z.string().regex(/^0x[0-9a-f]{64}$/, 'is not the id of a permission'), signature })

const listed = z.object({
  permissions: z.array(z.object({ id: z.string(), origin: z.string(), grantedAt: z.number(), expiry: z.number(), request: z.unknown() })),
})
const revoked = z.object({ done: z.literal(true) })
const refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

interface Asked {
  readonly path: string
  readonly body: unknown
  readonly signal: AbortSignal
}

export interface SessionRoutesParameters {
  /** Origin of the embedded wallet, which keeps permissions and verifies who asks. */
  readonly wallet: string | undefined
  readonly fetch: typeof globalThis.fetch
}

/**
 * `/v1/sessions/:account`: what an account (CAIP-10) lets sites do by themselves (ERC-7715), and an end of it. Whoever asks shows by a
 * signature to be the account; the wallet verifies it, so that this gateway can neither look nor stop by itself. A permission is granted in
 * the wallet's own window alone.
 */
export function sessionRoutes({ wallet, fetch }: SessionRoutesParameters): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    context.header('cache-control', 'no-store')
    if (wallet === undefined) return refuse(context, 404, { code: 'not-found', message: 'No wallet of this gateway keeps permissions.' })
    return next()
  })

  // Existing clients look for `reasons`.
  app.onError((error, context) => {
    if (!(error instanceof ApiError)) throw error
    const { code, message, status } = error
    return context.json({ error: { code, message }, reasons: [{ name: code, description: message }] }, status)
  })

  const away = () => new ApiError(503, 'unavailable', 'The wallet does not answer now.')
  const ask = async <Schema extends z.ZodType>({ path, body, signal }: Asked, schema: Schema): Promise<z.output<Schema>> => {
    const url = new URL(path, wallet)
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    let status: number
    let json: unknown
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
      const text = await answer.text()
      if (text.length > bodyLimit) throw new RangeError('too long')
      status = answer.status
      json = JSON.parse(text)
    } catch {
      signal.throwIfAborted()
      throw away()
    }
    if (status === 200) {
      const answered = schema.safeParse(json)
      if (answered.success) return answered.data
      throw away()
    }
    const parsed = refused.safeParse(json)
    const said = parsed.success && (status === 401 || status === 404) ? parsed.data.error : undefined
    if (said) throw new ApiError(status as 401 | 404, said.code, said.message)
    throw away()
  }

  app.get('/:account', async (context) => {
    const owner = readAccount(context.req.param('account'))
    const [, at, proof] = proofForm.exec(context.req.header('authorization') ?? '') ?? []
    if (at === undefined || proof === undefined) {
      context.header('www-authenticate', 'Account')
      throw new ApiError(
        401,
        'no-proof',
        'Send `Authorization: Account <seconds> <signature>`, of the text that docs/permissions.md shows.',
      )
    }
    const body = { ...owner, at: Number(at), signature: proof }
    const { permissions } = await ask({ path: '/permissions/of', body, signal: context.req.raw.signal }, listed)
    return context.json({
      pcis: permissions.map(({ id, grantedAt, request, ...rest }) => ({ pci: id, createdAt: grantedAt, permission: request, ...rest })),
    })
  })

  app.post('/:account/revoke', async (context) => {
    const owner = readAccount(context.req.param('account'))
    const { pci, signature: proof } = await readJson(context, revokeBody)
    const body = { ...owner, id: pci, signature: proof }
    await ask({ path: '/permissions/revoke', body, signal: context.req.raw.signal }, revoked)
    return context.json({})
  })

  const granted = (): never => {
    throw new ApiError(403, 'in-the-wallet', 'A permission is granted in the wallet’s own window: `wallet_requestExecutionPermissions`.')
  }
  app.post('/:account', granted)
  app.post('/:account/activate', granted)
  return app
}

function readAccount(text: string): { account: string; networkId: string } {
  const [, networkId, account] = accountForm.exec(text) ?? []
  if (networkId === undefined || account === undefined) throw new InvalidQueryError(['the account is not a CAIP-10 id of an EVM chain'])
  return { account: account.toLowerCase(), networkId }
}
