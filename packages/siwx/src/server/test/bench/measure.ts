import { openDatabase } from '@portico/service/database'
import { sql } from 'kysely'
import { startAnvil } from '../anvil.js'
import { origin, rules } from '../site.js'
import { verifySignIn } from '../../verify/signIn.js'
import { evmVerifier } from '../../verify/evm.js'
import type { SignInProof } from '../../verify/signIn.js'
import { createFamilies } from './families.js'

/** Milliseconds of one verification. */
export interface Times {
  readonly name: string
  readonly runs: number
  readonly p50: number
  readonly p95: number
}

/** How many sign-ins a second, of one kind or of all in turn. */
export interface Rate {
  readonly name: string
  readonly processes: number
  readonly signIns: number
  readonly perSecond: number
  /** Milliseconds of work that a sign-in is for the server, on one core. */
  readonly work: number
  /** Milliseconds of a request that verifies, with `atOnce` others under way. */
  readonly p50: number
  readonly p95: number
  readonly atOnce: number
}

/** A chain that calls itself 1, for this process and for the servers. */
export const startChain = () => startAnvil(['--chain-id', '1'])

/** Text, rules and signature, without a database: what one core does. */
export async function measureVerification(node: string, runs: number): Promise<readonly Times[]> {
  const verifiers = { ...rules.verifiers, eip155: evmVerifier({ rpcUrls: { 'eip155:1': node } }) }
  const all: Times[] = []
  for (const { name, prove } of await createFamilies(node)) {
    const proofs = await Promise.all(Array.from({ length: runs + 20 }, (_, index) => prove(`nonce${String(index).padStart(8, '0')}`)))
    const times: number[] = []
    for (const proof of proofs) {
      const from = performance.now()
      const { status } = await verifySignIn({ ...rules, verifiers }, proof)
      times.push(performance.now() - from)
      if (status !== 'valid') throw new Error(`${name}: ${status}`)
    }
    // The first ones compile.
    all.push({ name, runs, ...percentiles(times.slice(20)) })
  }
  return all
}

/** Milliseconds that the disk takes for a commit, which each sign-in waits for twice. @param file that is not there yet */
export async function measureCommit(file: string): Promise<number> {
  const db = openDatabase(file)
  await sql`create table commits (number integer)`.execute(db)
  const times: number[] = []
  for (let number = 0; number < 200; number++) {
    const from = performance.now()
    await sql`insert into commits values (${number})`.execute(db)
    times.push(performance.now() - from)
  }
  await db.destroy()
  return percentiles(times).p50
}

/** A process of the server. */
export interface ServerProcess {
  readonly url: string
  /** Milliseconds that it has worked. */
  readonly worked: () => Promise<number>
}

/** Over HTTP, with the nonce's deletion and the session's row: what a server does. Signing is not counted. */
export async function measureRate(
  node: string,
  servers: readonly ServerProcess[],
  { signIns, atOnce }: { signIns: number; atOnce: number },
): Promise<readonly Rate[]> {
  const families = await createFamilies(node)
  const keys = families.filter(({ name }) => !name.includes('contract') && !name.includes('taproot'))
  const urlOf = (index: number) => servers[index % servers.length]?.url ?? ''
  const worked = async () => (await Promise.all(servers.map((server) => server.worked()))).reduce((sum, each) => sum + each, 0)
  const rates: Rate[] = []
  for (const group of [keys, ...families.map((family) => [family])]) {
    const name = group.length > 1 ? 'keys of the three families in turn' : (group[0]?.name ?? '')
    const count = group.length > 1 ? signIns : Math.ceil(signIns / 4)
    const proofs: SignInProof[] = []
    for (let index = 0; index < count; index++) {
      const { nonce } = JSON.parse(await post(urlOf(index), 'nonce'))
      proofs.push(await (group[index % group.length]?.prove(nonce) ?? Promise.reject(new Error('There is no family.'))))
    }
    const times: number[] = []
    const before = await worked()
    const from = performance.now()
    let next = 0
    const work = async () => {
      for (let index = next++; index < proofs.length; index = next++) {
        const begun = performance.now()
        await post(urlOf(index), 'verify', proofs[index])
        times.push(performance.now() - begun)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const perSecond = Math.round((count * 1000) / (performance.now() - from))
    const each = Math.round((((await worked()) - before) / count) * 100) / 100
    rates.push({ name, processes: servers.length, signIns: count, perSecond, work: each, ...percentiles(times), atOnce })
  }
  return rates
}

/** @throws Error for an answer that is not 200: a rate of refusals would be no rate */
async function post(url: string, name: string, body?: unknown): Promise<string> {
  const response = await fetch(`${url}/siwx/${name}`, {
    method: 'POST',
    headers: { origin },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text}`)
  return text
}

function percentiles(times: readonly number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100
  return { p50: at(0.5), p95: at(0.95) }
}
