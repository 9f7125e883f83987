import { randomBytes } from 'node:crypto'
import { createPassingSecrets, createSecrets, operatorKeyWrapper } from '@portico/service/secrets'
import { databases } from '@portico/service/test'
import { deriveSealingKeys, sealedFor, unseal } from '@portico/vault-wire'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import type { KeyApi } from '../../page/keys/index.js'
import { type World, createWorld, testPasskeys } from './test/world.js'

/** Notes all that goes over the wire, in both directions, as somebody does who records it for later. */
function recording() {
  const traffic: string[] = []
  const recorded = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        if (typeof value === 'object' && value !== null) return recorded(value)
        if (typeof value !== 'function') return value
        return async (...given: unknown[]) => {
          traffic.push(JSON.stringify(given))
          const answer: unknown = await value.apply(target, given)
          traffic.push(JSON.stringify(answer) ?? '')
          return answer
        }
      },
    })
  return { traffic, calls: (api: KeyApi) => recorded(api) }
}

const unique = (texts: readonly string[]) => [...new Set(texts)]

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** So many characters before and after a sealed value tell whose it is. */
const near = 500

/** All that a sealed value can be bound to: what it is is said beside it. */
function contextsOf(text: string, all: string, { walletId, eip155 }: { walletId: string; eip155: string }) {
  const at = all.indexOf(text)
  const ids = unique(all.slice(Math.max(0, at - near), at + text.length + near).match(uuid) ?? [])
  const kinds = ['auth', 'vault', 'device', 'factor'] as const
  return [
    sealedFor.contact(walletId, eip155),
    ...ids.flatMap((id) => [
      ...kinds.map((to) => sealedFor.half(to, walletId, id)),
      sealedFor.fromAuth(walletId, id),
      sealedFor.fromVault(walletId, id),
      sealedFor.challenge(walletId, id),
    ]),
  ]
}

describe.each(await databases())('what was recorded on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  test('S44: opens for nobody who gets every key of both services later', async () => {
    const keys = { site: [{ id: 'k1', bytes: randomBytes(32) }], vault: [{ id: 'v1', bytes: randomBytes(32) }] }
    const world = await createWorld({
      database: await fresh(),
      vaultDatabase: await fresh(),
      site: { keys: keys.site },
      vault: { keys: keys.vault },
    })
    const { traffic, calls } = recording()
    const passkeys = testPasskeys()
    // A wallet is made, opened, recovered by mail in another browser, gets a passkey, and is recovered by it.
    const first = await world.visitor({ calls })
    const { eip155 } = await first.keys.open()
    await first.keys.withKey('eip155', () => {})
    const second = await world.visitor({ userId: first.userId, calls, passkeys })
    await second.keys.open()
    const pressing = { onMatch: () => void world.press('confirm'), signal: new AbortController().signal }
    await second.keys.recoverByMail(pressing)
    await second.keys.addPasskey()
    const third = await world.visitor({ userId: first.userId, calls, passkeys })
    await third.keys.open()
    await third.keys.recoverByPasskey()
    await third.keys.withKey('solana', () => {})
    await Promise.all([first, second, third].map((visitor) => visitor.keys.settled()))

    const { walletId } = await first.api.open()
    world.advance(3_600)
    await world.site.sweep()
    await world.vault.sweep()

    const all = traffic.join('\n').replaceAll('\\', '')
    const sealed = unique(all.match(/[\w-]{87}\.[\w-]{22,1000}/g) ?? [])
    const halves = sealed.filter((text) => text.length > 140)
    expect(halves.length).toBeGreaterThan(12)

    // Every key of the rings, for what earlier releases derived of them, and what the databases still hold of those that pass.
    const derived = [keys.site, keys.vault].flatMap((ring) => {
      const secrets = createSecrets({ keys: ring })
      return ['auth', 'vault'].flatMap((purpose) => secrets.derived(`sealing key ${purpose}`))
    })
    const left = await Promise.all([world.site, world.vault].map(passingOf))
    expect(left).toEqual([[], []])
    const longTerm = await Promise.all([...derived, ...left.flat()].map((secret) => deriveSealingKeys(secret)))
    let opened = 0
    for (const text of sealed) {
      for (const context of contextsOf(text, all, { walletId, eip155 })) {
        for (const pair of longTerm) if (await unseal(text, pair, context).catch(() => undefined)) opened += 1
      }
    }
    expect(opened).toBe(0)
    recordPromise({
      id: 'S44',
      name: `recorded traffic (${name})`,
      runs: sealed.length,
      accepted: opened,
    })
    await world.close()
  })
})

async function passingOf({ services }: Pick<World['site'] | World['vault'], 'services'>): Promise<readonly Uint8Array[]> {
  const { db, secrets } = services
  const held = await createPassingSecrets({ db, clock: () => 0, wrapper: operatorKeyWrapper(secrets) }).all()
  return held.map(({ bytes }) => bytes)
}
