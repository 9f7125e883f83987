/** The drill of R24: kills a service between two of its writes, starts it again, and sees whether the wallet can be used. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { type PageKeys, createKeyApi, createKeys } from '../../../page/keys/index.js'
import { testBrowser } from '../../test/browser.js'
import { publicUrl } from '../../test/site.js'
import { lastingStore, testPasskeys, vaultUrl } from './world.js'

const told = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loaded') }),
  z.object({ type: z.literal('listening'), url: z.string() }),
  z.object({ type: z.literal('armed') }),
  z.object({ type: z.literal('token'), id: z.number(), token: z.string() }),
  z.object({ type: z.literal('mail'), mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }) }),
])
type Told = z.infer<typeof told>

export interface CrashFigures {
  readonly crashes: number
  /** Wallets that could not be used afterwards, or had another address: with what happened. */
  readonly lost: readonly string[]
  readonly byFlow: Readonly<Record<string, number>>
}

type Kind = 'auth' | 'vault'
interface Visitor {
  readonly keys: PageKeys
}

interface Owner {
  readonly email: string
  readonly passkeys: ReturnType<typeof testPasskeys>
  /** The browser that made the wallet. */
  readonly store: ReturnType<typeof lastingStore>
  address: string | undefined
  /** Codes that were shown, the newest last: which of them counts is for the wallet to know. */
  readonly codes: string[]
}

export interface CrashDrillOptions {
  /** How often a service is killed. */
  readonly points: number
  /** Decides at which writes. */
  readonly seed: number
  /** Told after each point. */
  readonly onPoint?: (done: number, what: string) => void
}

export async function crashDrill({ points, seed, onPoint = () => {} }: CrashDrillOptions): Promise<CrashFigures> {
  const random = generator(seed)
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(random() * list.length)]
    if (chosen === undefined) throw new Error('Nothing to pick from.')
    return chosen
  }
  const folder = await mkdtemp(join(tmpdir(), 'portico-crash-'))
  const { program, remove } = await bundled()
  const mails: Extract<Told, { type: 'mail' }>['mail'][] = []
  const secrets = { auth: keysOf(), vault: keysOf() }
  const jwks: Record<Kind, unknown> = { auth: { keys: [] }, vault: { keys: [] } }
  const running: Partial<Record<Kind, Service>> = {}
  let offset = 0
  let standby = load(program)

  const start = async (kind: Kind): Promise<Service> => {
    const child = await standby
    standby = load(program)
    const other = kind === 'auth' ? 'vault' : 'auth'
    const urls = { auth: publicUrl, vault: vaultUrl }
    const database = join(folder, `${kind}.db`)
    const service = serve(child, (mail) => void mails.push(mail))
    child.send({
      type: 'start',
      kind,
      publicUrl: urls[kind],
      otherUrl: urls[other],
      database,
      ...secrets[kind],
      otherKeys: jwks[other],
      offset,
    })
    await service.listening
    running[kind] = service
    return service
  }
  const get = (kind: Kind): Service => {
    const service = running[kind]
    if (!service) throw new Error('The service does not run.')
    return service
  }
  const reach: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    const { method, headers, signal } = request
    const body = method === 'POST' ? await request.text() : null
    return await fetch(`${await get(origin === vaultUrl ? 'vault' : 'auth').listening}${pathname}`, {
      method,
      headers,
      body,
      signal,
    })
  }
  const advance = (seconds: number): void => {
    offset += seconds * 1000
    for (const service of Object.values(running)) {
      if (service.alive() && service.child.connected) service.child.send({ type: 'offset', offset }, () => {})
    }
  }
  const visit = async (owner: Owner, store = lastingStore()): Promise<Visitor> => {
    const browser = await testBrowser({ fetch: (request) => reach(request) })
    browser.token = await get('auth').login(owner.email, browser.device)
    const post = async (path: string, body: unknown): Promise<unknown> => {
      const answer = await browser.post(path, body, { ahead: offset / 1000 })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const api = createKeyApi({ post, vaultUrl, fetch: reach })
    return { keys: createKeys({ api, store, passkeys: owner.passkeys, typed: async () => owner.email }) }
  }
  const addressOf = ({ keys }: Visitor): Promise<string> => keys.withKey('eip155', (key) => privateKeyToAccount(bytesToHex(key)).address)

  const recoverByMail = async ({ keys }: Visitor, signal: AbortSignal): Promise<void> => {
    advance(3 * 3600)
    // Two digits come again: an older link with the same ones is over.
    const before = mails.length
    let pressed: Promise<void> | undefined
    const press = async (match: string): Promise<void> => {
      const link = await until(
        () =>
          mails
            .slice(before)
            .findLast(({ subject }) => subject.startsWith(`${match}:`))
            ?.text.match(/https:\S+\/recover\/\S+/)?.[0],
        signal,
      )
      if (link) await reach(link, { method: 'POST', body: new URLSearchParams({ decision: 'confirm' }) })
    }
    const stop = new AbortController()
    const onMatch = (match: string): void => void (pressed = press(match).catch(() => stop.abort()))
    await keys.recoverByMail({ onMatch, signal: AbortSignal.any([signal, stop.signal]) })
    await pressed
  }
  const recover = async (visitor: Visitor, owner: Owner, signal: AbortSignal): Promise<void> => {
    const step = await visitor.keys.unlockStep()
    if (step.kind === 'vault') await recoverByMail(visitor, signal)
    if (step.kind !== 'factor') return
    if (step.passkey) return await visitor.keys.recoverByPasskey()
    for (const code of owner.codes.toReversed()) {
      const done = await visitor.keys.recoverByCode(code).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Error && error.name === 'RecoveryCodeError') return false
          throw error
        },
      )
      if (done) return
    }
    throw new Error('No code opens the wallet.')
  }

  const flows: Record<string, (owner: Owner, signal: AbortSignal) => Promise<void>> = {
    create: async (owner) => {
      const fresh = await visit(owner, owner.store)
      owner.address = (await fresh.keys.open()).eip155
      await fresh.keys.settled()
    },
    recover: async (owner, signal) => {
      const visitor = await visit(owner)
      await visitor.keys.open()
      await recover(visitor, owner, signal)
      await visitor.keys.settled()
    },
    code: async (owner) => {
      const visitor = await visit(owner, owner.store)
      await visitor.keys.open()
      const { code, confirm } = await visitor.keys.createRecoveryCode()
      owner.codes.push(code)
      await confirm(code)
      await visitor.keys.settled()
    },
    passkey: async (owner) => {
      const visitor = await visit(owner, owner.store)
      await visitor.keys.open()
      await visitor.keys.addPasskey()
      await visitor.keys.settled()
    },
  }

  /** Both with what the first browser kept and in a browser that has nothing, the wallet is the same one and signs. */
  const check = async (owner: Owner): Promise<void> => {
    const never = AbortSignal.timeout(120_000)
    for (const store of [owner.store, lastingStore()]) {
      const visitor = await visit(owner, store)
      const { eip155 } = await visitor.keys.open()
      owner.address ??= eip155
      if (eip155 !== owner.address) throw new Error(`another address: ${eip155}`)
      await recover(visitor, owner, never)
      const signs = await addressOf(visitor)
      if (signs !== eip155) throw new Error(`another key: ${signs}`)
      await visitor.keys.settled()
    }
  }

  let crashes = 0
  const lost: string[] = []
  const byFlow: Record<string, number> = {}
  let owner: Owner | undefined
  let steps: string[] = []
  try {
    for (const kind of ['auth', 'vault'] as const) {
      const service = await start(kind)
      jwks[kind] = await (await fetch(`${await service.listening}/.well-known/jwks.json`)).json()
    }
    // Now each knows the other.
    for (const kind of ['auth', 'vault'] as const) await get(kind).kill()
    for (const kind of ['auth', 'vault'] as const) await start(kind)

    while (crashes < points) {
      if (steps.length === 0) {
        owner = {
          email: `owner-${crashes}-${Math.floor(random() * 1e9)}@example.com`,
          passkeys: testPasskeys(),
          store: lastingStore(),
          address: undefined,
          codes: [],
        }
        steps = ['create', ...Array.from({ length: 5 }, () => pick(['recover', 'recover', 'code', 'passkey']))]
      }
      const name = steps.shift() ?? 'recover'
      const flow = flows[name]
      if (!owner || !flow) continue
      const kind = pick(['auth', 'vault'] as const)
      const writes = Math.ceil(random() * 40) / 2 + 0.5
      const service = get(kind)
      await service.arm(writes)
      const failed = await flow(owner, service.gone).then(
        () => undefined,
        (error: unknown) => error,
      )
      await service.arm(1e9)
      if (service.alive()) {
        if (failed) throw new Error(`${name} failed without a crash`, { cause: failed })
        continue
      }
      crashes += 1
      byFlow[`${name}, ${kind}`] = (byFlow[`${name}, ${kind}`] ?? 0) + 1
      await start(kind)
      await check(owner).catch((error: unknown) => {
        lost.push(`${name}, ${kind} at ${writes}: ${error instanceof Error ? error.message : String(error)}`)
        steps = []
      })
      onPoint(crashes, `${name}, ${kind} at ${writes}`)
    }
  } finally {
    for (const service of Object.values(running)) await service.kill()
    const spare = await standby
    spare.disconnect()
    await rm(folder, { recursive: true, force: true })
    await remove()
  }
  return { crashes, lost, byFlow }
}

interface Service {
  readonly child: ChildProcess
  readonly listening: Promise<string>
  readonly alive: () => boolean
  /** Aborts when it dies. */
  readonly gone: AbortSignal
  /** Counts from here, unless it is dead. */
  readonly arm: (writes: number) => Promise<void>
  readonly login: (email: string, device: string) => Promise<string>
  readonly kill: () => Promise<void>
}

function serve(child: ChildProcess, onMail: (mail: Extract<Told, { type: 'mail' }>['mail']) => void): Service {
  const waiting = new Map<string, (message: Told) => void>()
  const gone = new AbortController()
  const exited = once(child, 'exit')
  let logins = 0
  child.on('exit', () => gone.abort())
  child.on('message', (text) => {
    const message = told.parse(text)
    if (message.type === 'mail') onMail(message.mail)
    else waiting.get(message.type === 'token' ? `token ${message.id}` : message.type)?.(message)
  })
  const answer = (key: string): Promise<Told> => new Promise((resolve) => waiting.set(key, resolve))
  const alive = (): boolean => !gone.signal.aborted
  const listening = answer('listening').then((message) => (message.type === 'listening' ? message.url : ''))
  return {
    child,
    listening,
    alive,
    gone: gone.signal,
    arm: async (writes) => {
      const armed = answer('armed')
      if (alive() && child.connected) child.send({ type: 'crashAt', writes }, () => {})
      await Promise.race([armed, exited])
    },
    login: async (email, device) => {
      const id = (logins += 1)
      const token = answer(`token ${id}`)
      if (!child.connected) throw new Error('The service is dead.')
      child.send({ type: 'login', id, email, device }, () => {})
      const message = await Promise.race([token, exited])
      if (!('type' in message) || message.type !== 'token') throw new Error('The service died.')
      return message.token
    },
    kill: async () => {
      if (alive()) child.kill('SIGKILL')
      await exited
    },
  }
}

async function load(program: string): Promise<ChildProcess> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const loaded = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)])
  if (!loaded) throw new Error('The service does not load.')
  return child
}

/** The service's program, bundled: Node 20 does not read TypeScript. The bundle is there until `remove`. */
async function bundled(): Promise<{ program: string; remove: () => Promise<void> }> {
  const cwd = fileURLToPath(new URL('../../../../', import.meta.url))
  const script = `import { bundle } from '@portico/service/bundle'
    process.stdout.write(await bundle(new URL('file://${cwd}'), 'src/server/wallet/test/service.ts'))
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [url] = await Promise.race([once(child.stdout, 'data'), exited])
  if (!(url instanceof Buffer)) throw new Error('The service was not bundled.')
  const remove = async (): Promise<void> => {
    child.stdin.end()
    await exited
  }
  return { program: fileURLToPath(url.toString()), remove }
}

async function until<T>(look: () => T | undefined, signal: AbortSignal): Promise<T | undefined> {
  while (!signal.aborted) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return undefined
}

function keysOf(): { key: string; indexKey: string } {
  return { key: randomBytes(32).toString('base64'), indexKey: randomBytes(32).toString('base64') }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
