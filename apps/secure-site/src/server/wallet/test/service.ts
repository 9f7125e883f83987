/**
 * One of the two services as a process of its own, told by its parent what to be and when to die. It loads, waits for `start`, and
 * from `crashAt` on counts what it writes: before or after that write it kills itself with SIGKILL, as a power cut would.
 */
import { createRequire } from 'node:module'
import { createVault } from '@portico/vault'
import * as z from 'zod/mini'
import { createSecureSite } from '../../secureSite.js'
import { emptyPage, hostOrigin } from '../../test/site.js'

const bytes = z.pipe(
  z.string(),
  z.transform((text): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))),
)
const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })
const common = {
  type: z.literal('start'),
  publicUrl: z.string(),
  otherUrl: z.string(),
  database: z.string(),
  key: bytes,
  indexKey: bytes,
  otherKeys: jwks,
  offset: z.number(),
}
const commands = z.discriminatedUnion('type', [
  z.object({ ...common, kind: z.enum(['auth', 'vault']) }),
  z.object({ type: z.literal('offset'), offset: z.number() }),
  z.object({ type: z.literal('login'), id: z.number(), email: z.string(), device: z.string() }),
  /** Writes from now until it dies. Half a step is after the write and before its answer. */
  z.object({ type: z.literal('crashAt'), writes: z.number() }),
])
type Command = z.infer<typeof commands>
type Start = Extract<Command, { type: 'start' }>

let offset = 0
let left = Number.POSITIVE_INFINITY
let login: ((email: string, device: string) => Promise<string>) | undefined

watchWrites()
process.on('message', (message) => void obey(commands.parse(message)))
process.on('disconnect', () => process.exit(0))
tell({ type: 'loaded' })

async function obey(command: Command): Promise<void> {
  if (command.type === 'start') await start(command)
  else if (command.type === 'offset') offset = command.offset
  else if (command.type === 'crashAt') {
    left = command.writes
    tell({ type: 'armed' })
  } else if (login) tell({ type: 'token', id: command.id, token: await login(command.email, command.device) })
}

async function start({ kind, publicUrl, otherUrl, database, key, indexKey, otherKeys, offset: startOffset }: Start): Promise<void> {
  offset = startOffset
  const shared = {
    port: 0,
    publicUrl,
    database,
    keys: [{ id: 'k1', bytes: key }],
    indexKey,
    clock: () => Date.now() + offset,
    mail: { send: async (mail: { to: string; text: string }) => tell({ type: 'mail', mail }), close: () => {} },
    quiet: true,
  }
  if (kind === 'vault') {
    const vault = createVault({ ...shared, secureUrl: otherUrl, secureKeys: otherKeys, callsPerMinute: 1_000_000 })
    tell({ type: 'listening', url: await vault.listen() })
    return
  }
  const site = createSecureSite({
    ...shared,
    vaultUrl: otherUrl,
    wallet: { vaultKeys: otherKeys },
    projects: [{ id: 'demo', origins: [hostOrigin] }],
    networks: [
      {
        id: 'eip155:1',
        name: 'Ethereum',
        rpcUrl: 'http://127.0.0.1:1',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    page: emptyPage,
    limits: { callsPerMinute: 1_000_000 },
  })
  login = async (email, device) => {
    const { users, sessions, db } = site.services
    const user = await users.byEmail(db, email)
    return (await sessions.start(db, { user, device, site: { projectId: 'demo', origin: hostOrigin }, method: 'email' })).token
  }
  tell({ type: 'listening', url: await site.listen() })
}

/** Looks over the driver's shoulder: the services themselves know nothing of it. */
function watchWrites(): void {
  // The driver is found where the services find it.
  const service = createRequire(createRequire(import.meta.url).resolve('@portico/service/package.json'))
  const Sqlite = service('libsql') as { prototype: { prepare: (sql: string) => Record<string, unknown> } }
  const { prepare } = Sqlite.prototype
  Sqlite.prototype.prepare = function watched(sql) {
    const statement = prepare.call(this, sql)
    if (!/^\s*(insert|update|delete|commit|begin)/i.test(sql)) return statement
    for (const method of ['run', 'all', 'get'] as const) {
      const original = statement[method]
      if (typeof original !== 'function') continue
      statement[method] = (...values: unknown[]): unknown => {
        left -= 1
        if (left < 0.5) die()
        const result: unknown = original.apply(statement, values)
        if (left < 1) die()
        return result
      }
    }
    return statement
  }
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

function tell(message: unknown): void {
  process.send?.(message)
}
