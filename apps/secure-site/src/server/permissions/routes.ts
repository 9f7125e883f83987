import { randomBytes } from 'node:crypto'
import {
  delegationHash,
  delegationManager,
  delegationTypedData,
  permissionContext,
  readPermissionContext,
  textOfSessions,
  textOfStop,
  textOfUse,
} from '@portico/contracts/permissions'
import { checkPermission, PermissionOverError, readPermissions, type Permission } from '@portico/core/permissions'
import { ApiError, readBody } from '@portico/service/http'
import { evmVerifier } from '@portico/siwx/server/evm'
import type { Selectable } from 'kysely'
import type { Tables } from '@portico/service/database'
import { getAddress, type Hex, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type * as z from 'zod/mini'
import { checkReach } from '../../delegation/checkReach.js'
import { rootDelegation, singleUse } from '../../delegation/delegation.js'
import {
  activateBody,
  type activated,
  type listed,
  type of,
  ofBody,
  offerBody,
  type offered,
  revokeBody,
  stopBody,
  type stopped,
  stoppedBody,
  useBody,
  type used,
} from '../../delegation/wire.js'
import { done, emptyBody } from '../api.js'
import type { Routes } from '../context.js'
import { sessionCall, sessionOf } from '../device/middleware.js'
import { checkUse } from './check.js'

type Row = Selectable<Tables['permissions']>

/** Seconds for which an offer can be granted: the visitor reads it. */
const offerSeconds = 600
/** Seconds for which what was signed for one use is good, and by which the holder's clock may be off. */
const useSeconds = 120
const tolerance = 60
const perHour = { limit: 60, seconds: 3600 }

/**
 * `/v1/permissions` and below it `offer`, `activate` and `stop`, by the page, `/permissions/use`, by whoever holds one, `/permissions/of`
 * and `/permissions/revoke`, by the account itself, and `/permissions/stopped`, by the gateway. The account delegates to a key of this service, the keeper, which signs single uses: what was stopped is stopped at once. By itself the keeper can
 * do nothing: a use is redeemed by the permission's holder alone.
 */
export const permissionRoutes: Routes = (app, services) => {
  const { db, clock, rates, secrets, audit, config, usedProofs, onSweep, onRestore } = services
  const seconds = () => Math.floor(clock() / 1000)
  const keepers = secrets.derived('permission keeper').map((bytes) => privateKeyToAccount(bytesToHex(bytes)))

  const verify = evmVerifier({ rpcUrls: Object.fromEntries(config.networks.map(({ id, rpcUrl }) => [id, rpcUrl])) })
  /** @throws ApiError `invalid_proof`; 503 `unavailable` where the chain can't be asked: not verified is never valid (S23) */
  const checkOwner = async ({ account, networkId, text, signature }: OwnersWord): Promise<void> => {
    const verdict = await verify({ message: { address: getAddress(account) }, chain: networkId, text, signature })
    if (verdict === 'unavailable') throw new ApiError(503, 'unavailable', 'The chain of this account does not answer now.')
    if (verdict === 'invalid') throw new ApiError(401, 'invalid_proof', 'This is not the account’s signature.')
  }

  app.post('/v1/permissions/offer', sessionCall(services), async (context) => {
    const { account, request } = await readBody(context, offerBody)
    const { id: session, user, device } = sessionOf(context)
    const { projectId, origin } = context.get('site')
    const taken = await rates.take([{ key: `permission:${user.id}:${device}`, limits: [perHour] }])
    if (taken.status === 'refused')
      throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
    const permission = readOne(request)
    const now = seconds()
    try {
      checkPermission(permission, { now, longest: config.permissions.seconds })
      checkReach(permission, getAddress(account))
    } catch (error) {
      throw new ApiError(400, 'invalid', error instanceof Error ? error.message : 'This is no permission.')
    }
    if (!config.permissions.networks.includes(permission.networkId))
      throw new ApiError(400, 'invalid', 'The operator has not turned permissions on for this network.')
    const [keeper] = keepers
    if (!keeper) throw new ApiError(503, 'closing', 'There is no key for permissions.')
    const begins = Math.max(now, permission.start ?? 0)
    const salt = BigInt(`0x${randomBytes(32).toString('hex')}`)
    const id = delegationHash(rootDelegation(permission, getAddress(account), { keeper: keeper.address, salt, begins }))
    await db
      .insertInto('permissions')
      .values({
        id,
        user_id: user.id,
        project_id: projectId,
        origin,
        account: getAddress(account),
        network_id: permission.networkId,
        request: JSON.stringify(request),
        keeper: keeper.address,
        salt: String(salt),
        begins,
        signature: null,
        granted_at: null,
        stopped_at: null,
        expires_at: clock() + offerSeconds * 1000,
        uses: 0,
        period: 0,
        spent: '0',
      })
      .execute()
    await audit.write('permission.offered', { user: user.id, session, origin, permission: id })
    return context.json({ id, keeper: keeper.address, salt: String(salt), begins } satisfies z.infer<typeof offered>)
  })

  app.post('/v1/permissions/activate', sessionCall(services), async (context) => {
    const { id, signature } = await readBody(context, activateBody)
    const { user } = sessionOf(context)
    const row = await db
      .selectFrom('permissions')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .where('granted_at', 'is', null)
      .where('expires_at', '>', clock())
      .executeTakeFirst()
    if (!row) throw over()
    const { expiry } = permissionOf(row)
    await db
      .updateTable('permissions')
      .set({ signature, granted_at: clock(), expires_at: expiry * 1000 })
      .where('id', '=', id)
      .where('granted_at', 'is', null)
      .execute()
    await audit.write('permission.granted', { user: user.id, origin: row.origin, permission: id })
    return context.json({ context: permissionContext({ ...rootOf(row), signature }) } satisfies z.infer<typeof activated>)
  })

  app.post('/v1/permissions', sessionCall(services), async (context) => {
    await readBody(context, emptyBody)
    const rows = await db
      .selectFrom('permissions')
      .selectAll()
      .where('user_id', '=', sessionOf(context).user.id)
      .where('granted_at', 'is not', null)
      .where('stopped_at', 'is', null)
      .where('expires_at', '>', clock())
      .orderBy('granted_at', 'desc')
      .limit(200)
      .execute()
    const permissions = rows.map((row) => ({
      id: row.id as Hex,
      origin: row.origin,
      account: row.account as Hex,
      grantedAt: Number(row.granted_at),
      request: JSON.parse(row.request) as unknown,
      context: permissionContext({ ...rootOf(row), signature: row.signature as Hex }),
    }))
    return context.json({ permissions } satisfies z.infer<typeof listed>)
  })

  app.post('/v1/permissions/stop', sessionCall(services), async (context) => {
    const body = await readBody(context, stopBody)
    const { user } = sessionOf(context)
    const id = 'id' in body ? body.id : idOf(body.context)
    const own = db.updateTable('permissions').set({ stopped_at: clock() }).where('id', '=', id).where('user_id', '=', user.id)
    // By context a site stops what is its own; the visitor has a list of all sites' with ids.
    const stopped = await ('id' in body ? own : own.where('origin', '=', context.get('site').origin))
      .where('stopped_at', 'is', null)
      .returning('origin')
      .executeTakeFirst()
    if (!stopped) throw over()
    await audit.write('permission.stopped', { user: user.id, origin: stopped.origin, permission: id })
    return context.json({ done: true } satisfies z.infer<typeof done>)
  })

  // The holder is a site's page or its server, with a key and without a session. What it gets is worth nothing to anybody else.
  app.options('/permissions/use', (context) => {
    context.header('access-control-allow-origin', '*')
    context.header('access-control-allow-methods', 'POST')
    context.header('access-control-allow-headers', 'content-type')
    return context.body(null, 204)
  })
  app.post('/permissions/use', async (context) => {
    context.header('access-control-allow-origin', '*')
    context.header('cache-control', 'no-store')
    const { id, networkId, call, at, nonce, signature } = await readBody(context, useBody)
    const taken = await rates.take([{ key: `use:${id}`, limits: [{ limit: 120, seconds: 60 }] }])
    if (taken.status === 'refused')
      throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter: taken.retryAfter })
    const now = seconds()
    const use = { to: getAddress(call.to), value: BigInt(call.value), data: call.data }
    const row = await db
      .selectFrom('permissions')
      .selectAll()
      .where('id', '=', id)
      .where('granted_at', 'is not', null)
      .where('stopped_at', 'is', null)
      .where('expires_at', '>', clock())
      .executeTakeFirst()
    const keeper = row && keepers.find(({ address }) => address === row.keeper)
    if (!row?.signature || !keeper) throw over()
    const permission = permissionOf(row)
    if (networkId !== permission.networkId) throw new ApiError(403, 'not_covered', 'This permission is for another network.')
    if (Math.abs(now - at) > tolerance) throw new ApiError(401, 'proof_time', 'The clock of this device is off.', { time: clock() / 1000 })
    const message = textOfUse({ id, networkId, at, nonce, ...use })
    const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined)
    if (signer?.toLowerCase() !== permission.delegate) throw new ApiError(401, 'invalid_proof', 'This is not the holder of the permission.')
    const next = checkUse(permission, use, { now, begins: row.begins, before: { period: row.period, spent: BigInt(row.spent) } })
    if (!(await usedProofs.take(`use.${id}.${signature}`))) throw new ApiError(401, 'proof_replayed', 'This was used before.')
    // Nobody else has used it, and nobody has stopped it, since it was read.
    const counted = await db
      .updateTable('permissions')
      .set({ uses: row.uses + 1, period: next.period, spent: String(next.spent) })
      .where('id', '=', id)
      .where('uses', '=', row.uses)
      .where('stopped_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!counted) throw new ApiError(409, 'conflict', 'The permission is being used, or was stopped. Please try again.')
    const root = rootOf(row)
    const until = Math.min(now + useSeconds, permission.expiry)
    const leaf = singleUse(root, getAddress(permission.delegate), use, { until, salt: BigInt(`0x${randomBytes(32).toString('hex')}`) })
    const chainId = Number(permission.networkId.slice('eip155:'.length))
    const signed = await keeper.signTypedData(delegationTypedData({ delegation: leaf, chainId }))
    const whole = permissionContext({ ...leaf, signature: signed }, { ...root, signature: row.signature as Hex })
    return context.json({ context: whole, delegationManager, until } satisfies z.infer<typeof used>)
  })

  // What is asked about stands on a chain, or will in a moment; of what this wallet does not know nothing is said.
  app.post('/permissions/stopped', async (context) => {
    context.header('cache-control', 'no-store')
    const { ids } = await readBody(context, stoppedBody)
    const rows = await db.selectFrom('permissions').select('id').where('id', 'in', ids).where('stopped_at', 'is not', null).execute()
    return context.json({ stopped: rows.map((row) => row.id as Hex) } satisfies z.infer<typeof stopped>)
  })

  // The account itself, with its signature and without a login: from another wallet's page, or by the gateway's `/v1/sessions`.
  app.post('/permissions/of', async (context) => {
    context.header('cache-control', 'no-store')
    const { account, networkId, at, signature } = await readBody(context, ofBody)
    const now = seconds()
    if (Math.abs(now - at) > tolerance) throw new ApiError(401, 'proof_time', 'The clock of this device is off.', { time: clock() / 1000 })
    await checkOwner({ account, networkId, text: textOfSessions({ account, networkId, at }), signature })
    if (!(await usedProofs.take(`of.${networkId}.${signature}`))) throw new ApiError(401, 'proof_replayed', 'This was used before.')
    const rows = await db
      .selectFrom('permissions')
      .selectAll()
      .where('account', '=', getAddress(account))
      .where('network_id', '=', networkId)
      .where('granted_at', 'is not', null)
      .where('stopped_at', 'is', null)
      .where('expires_at', '>', clock())
      .orderBy('granted_at', 'desc')
      .limit(200)
      .execute()
    const permissions = rows.map((row) => ({
      id: row.id as Hex,
      origin: row.origin,
      grantedAt: Math.floor(Number(row.granted_at) / 1000),
      expiry: Math.floor(Number(row.expires_at) / 1000),
      request: JSON.parse(row.request) as unknown,
    }))
    return context.json({ permissions } satisfies z.infer<typeof of>)
  })

  app.post('/permissions/revoke', async (context) => {
    context.header('cache-control', 'no-store')
    const { account, networkId, id, signature } = await readBody(context, revokeBody)
    await checkOwner({ account, networkId, text: textOfStop({ account, networkId, id }), signature })
    const stopped = await db
      .updateTable('permissions')
      .set({ stopped_at: clock() })
      .where('id', '=', id)
      .where('account', '=', getAddress(account))
      .where('network_id', '=', networkId)
      .where('stopped_at', 'is', null)
      .returning(['origin', 'user_id'])
      .executeTakeFirst()
    if (!stopped) throw over()
    await audit.write('permission.stopped', { user: stopped.user_id, origin: stopped.origin, permission: id, by: 'account' })
    return context.json({ done: true } satisfies z.infer<typeof done>)
  })

  // Any of them may have been stopped since, and what it has let out is not known.
  onRestore((trx) => trx.updateTable('permissions').set({ stopped_at: clock() }).where('stopped_at', 'is', null).execute())
  onSweep(async () => void (await db.deleteFrom('permissions').where('expires_at', '<=', clock()).execute()))
}

interface OwnersWord {
  readonly account: Hex
  readonly networkId: string
  readonly text: string
  readonly signature: Hex
}

/** The one whose context this is: a site knows no other name for it. @throws ApiError 404 */
function idOf(context: Hex): Hex {
  try {
    return delegationHash(readPermissionContext(context)[0])
  } catch {
    throw over()
  }
}

/** @throws ApiError 400 `invalid` */
function readOne(request: unknown): Permission {
  try {
    const [permission] = readPermissions([request], 'eip155:1').permissions
    if (permission) return permission
    throw new PermissionOverError({ reason: 'unknown' })
  } catch (error) {
    throw new ApiError(400, 'invalid', error instanceof Error ? error.message : 'This is no permission.')
  }
}

const permissionOf = (row: Row): Permission => readOne(JSON.parse(row.request))

const rootOf = (row: Row) =>
  rootDelegation(permissionOf(row), row.account as Hex, { keeper: row.keeper as Hex, salt: BigInt(row.salt), begins: row.begins })

const over = () => new ApiError(404, 'not_found', 'This permission is over.')
