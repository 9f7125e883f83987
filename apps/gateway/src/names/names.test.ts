import { accountAddress, accountInitCode, messageToSign, wrap6492 } from '@portico/contracts'
import { deployAccountFactory } from '@portico/contracts/deploy'
import { offchainNameResolverAbi } from '@portico/contracts/names'
import { OptionsError, createLog } from '@portico/service'
import { type Database, migrate, openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import {
  type Hex,
  bytesToHex,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  namehash,
  numberToHex,
  pad,
  parseAbi,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readOptions } from '../env.js'
import { createGateway } from '../gateway.js'
import { type TestChain, chainOf, startAnvil } from '../test/anvil.js'
import { NameRefusedError } from './errors.js'
import { createNames } from './names.js'
import { type NamesOptions, readNames } from './settings.js'
import { nameMigrations } from './tables.js'

const signer = generatePrivateKey()
const page = 'https://shop.example'
const day = 86_400_000
const base = (0x80000000 | 8453) >>> 0
let ethereum: TestChain
let onBase: TestChain
beforeAll(async () => {
  ;[ethereum, onBase] = await Promise.all([startAnvil(1), startAnvil(8453)])
  const { to, data } = deployAccountFactory()
  for (const chain of [ethereum, onBase]) await chain.send({ to, data, gas: toHex(5_000_000) })
}, 60_000)
afterAll(async () => void (await Promise.all([ethereum.stop(), onBase.stop()])))

const answered = z.object({
  status: z.number(),
  json: z.looseObject({ reasons: z.optional(z.tuple([z.object({ name: z.string(), description: z.string().min(5) })])) }),
})
const newKey = () => privateKeyToAccount(generatePrivateKey())
type Key = ReturnType<typeof newKey>

interface Signing {
  /** Who signs; of a contract its owner. */
  by: Key
  /** Who is said to have. The key's own, unless told. */
  address?: string
  coinType?: number
  at?: number
  sign?: (message: string) => Promise<Hex>
  /** Which page the message is for; none where it is undefined. Theirs, unless told. */
  origin?: string | undefined
  /** Origin of the page that sends it, as its browser says. A program sends it, unless told. */
  from?: string
}

/** Names with a clock of their own, asked without a listener. */
function open(db: Database, options: Partial<NamesOptions> = {}) {
  const time = { now: Date.now() }
  const settings = readNames({
    zones: ['portico.eth', 'shop.example'],
    signer,
    origins: [page],
    allowUnbound: false,
    perAccountPerDay: 1000,
    perNetworkPerDay: 10_000,
    ...options,
  })
  const chains = [chainOf(ethereum.options()), chainOf(onBase.options())]
  const log = createLog({ quiet: true, service: 'test' })
  const wallets = [{ name: 'Harbor Wallet' }]
  const names = createNames({ settings, db, chains, start: () => Promise.resolve(), wallets, fetch, clock: () => time.now, log })
  const ask = async (path: string, init?: RequestInit) => {
    const response = await names.routes.request(path, init)
    return answered.parse({ status: response.status, json: await response.json() })
  }
  const post = async (path: string, message: object | string, signing: Signing) => {
    const { by, address, coinType = 60, at, sign, from } = signing
    const origin = 'origin' in signing ? signing.origin : page
    const text =
      typeof message === 'string' ? message : JSON.stringify({ ...message, origin, timestamp: at ?? Math.floor(time.now / 1000) })
    const signature = await (sign ?? ((each: string) => by.signMessage({ message: each })))(text)
    const body = { coin_type: coinType, address: address ?? by.address, message: text, signature }
    return ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'text/plain', ...(from !== undefined && { origin: from }) },
    })
  }
  const said = ({ status, json }: z.output<typeof answered>) => (status === 200 ? 'ok' : `${status} ${json.reasons?.[0].name}`)
  const register = async (name: string, signing: Signing, attributes = {}) => said(await post('/account', { name, attributes }, signing))
  let moment = 0
  /** Each a second later than the one before: a message counts once. */
  const change = async (name: string, action: string, signing: Signing, more: object = {}) => {
    moment += 1
    const at = signing.at ?? Math.floor(time.now / 1000) - moment
    return said(await post(`/account/${name}/${action}`, { action, name, ...more }, { ...signing, at }))
  }
  const find = async (name: string) => (await ask(`/account/${name}`)).json
  const reverse = async (address: string) => {
    const response = await names.routes.request(`/reverse/${address}`)
    return response.status === 200 ? z.array(z.looseObject({ name: z.string() })).parse(await response.json()) : response.status
  }
  return { names, time, ask, post, said, register, change, find, reverse }
}

/** A smart account that is not deployed. */
const contractOf = (owner: Key, chainId: number) => {
  const account = accountAddress(owner.address)
  const plain = (message: string) => owner.signTypedData(messageToSign({ account, chainId, message }))
  return { account, plain, wrapped: async (message: string) => wrap6492({ owner: owner.address, signature: await plain(message) }) }
}

describe.each(await databases(nameMigrations))('names on $name', ({ name: kind, fresh, drop }) => {
  let url = ''
  let db: Database
  const opened: Database[] = []
  beforeEach(async () => {
    url = await fresh()
    db = openDatabase(url)
    opened.push(db)
  })
  afterEach(async () => void (await Promise.all(opened.splice(0).map((each) => each.destroy()))))
  afterAll(drop)

  test('a name with a character that Postgres has no place for is one that nobody has', async () => {
    const { ask, said, change, names } = open(db)
    expect(said(await ask('/account/mira%00.portico.eth'))).toBe('404 unknown')
    const by = newKey()
    expect(await change('mira%00.portico.eth', 'renew', { by }, { name: 'mira\0.portico.eth' })).toBe('404 unknown')
    const call = resolve('a\0.portico.eth', addrOf('a\0.portico.eth'))
    expect(await names.ccip.answer(zeroAddress, call)).toMatch(/^0x/)
  })

  test('one is registered by a key, told in the form of existing clients, and found by its address', async () => {
    const { register, ask, reverse, time, names } = open(db)
    const mira = newKey()
    expect(
      await register('mira.portico.eth', { by: mira, coinType: 0x80000001 }, { avatar: 'https://pictures.example/a.png', bio: 'Doors' }),
    ).toBe('ok')
    const created = new Date(time.now).toISOString()
    const wire = {
      name: 'mira.portico.eth',
      registered_at: created,
      addresses: { 60: { address: mira.address, created }, [0x80000000]: { address: mira.address, created } },
      attributes: [{ avatar: 'https://pictures.example/a.png', bio: 'Doors' }],
    }
    expect(await ask('/account/mira.portico.eth?apiVersion=2&projectId=x&st=appkit&sv=1')).toEqual({ status: 200, json: wire })
    expect((await ask('/account/MIRA.portico.eth')).json).toEqual(wire)
    for (const address of [mira.address, mira.address.toLowerCase()]) expect(await reverse(address)).toEqual([wire])
    const nobody = { status: 404, json: { status: 'FAILED', reasons: [{ name: 'unknown', description: 'Name is not registered' }] } }
    expect(await ask('/account/noor.portico.eth')).toEqual(nobody)
    expect(await ask(`/reverse/${newKey().address}`)).toMatchObject({ status: 404, json: { status: 'FAILED' } })
    // Browsers write each 404 to the page's console: who asks for everybody can do without.
    expect(await (await names.routes.request(`/reverse/${newKey().address}?empty=list`)).json()).toEqual([])
    expect(await ask('/zones')).toEqual({ status: 200, json: { zones: ['portico.eth', 'shop.example'], lifetimeSeconds: null } })
  })

  test('a contract registers for its own chain, also before it is there, and changes its name from there alone', async () => {
    const { register, change, find, said, post } = open(db)
    const owner = newKey()
    const { account: address, plain, wrapped } = contractOf(owner, 8453)
    expect(await register('mira.portico.eth', { by: owner, address, coinType: base, sign: plain })).toBe('401 signature')
    expect(await register('mira.portico.eth', { by: owner, address, coinType: base, sign: wrapped })).toBe('ok')
    expect(Object.keys((await find('mira.portico.eth'))['addresses'] ?? {})).toEqual([String(base)])

    const { factory: to, factoryData: data } = accountInitCode(owner.address)
    await onBase.send({ to, data, gas: toHex(1_000_000) })
    await expect.poll(() => onBase.run('eth_getCode', address, 'latest')).not.toBe('0x') // its block comes a moment after the answer
    expect(
      await change('mira.portico.eth', 'attributes', { by: owner, address, coinType: base, sign: plain }, { attributes: { bio: 'Ja' } }),
    ).toBe('ok')
    // The same address on another chain may be somebody else's contract.
    const elsewhere = contractOf(owner, 1)
    const there = { by: owner, address, sign: elsewhere.wrapped }
    expect(await change('mira.portico.eth', 'attributes', there, { attributes: { bio: 'Nein' } })).toBe('403 not-owner')
    // Its owner's key is not the contract.
    expect(await change('mira.portico.eth', 'release', { by: owner, coinType: base })).toBe('403 not-owner')
    expect(said(await post('/account', { name: 'noor.portico.eth' }, { by: owner, address, coinType: base }))).toBe('401 signature')
  })

  test('a message counts once, for its signer, within five minutes', async () => {
    const { register, post, said, time } = open(db)
    const [mira, noor] = [newKey(), newKey()]
    const now = Math.floor(time.now / 1000)
    for (const at of [now - 301, now + 302, 1, now * 1000, Number.MAX_SAFE_INTEGER]) {
      expect(await register('mira.portico.eth', { by: mira, at }), String(at - now)).toBe('400 stale')
    }
    expect(await register('mira.portico.eth', { by: mira, address: noor.address })).toBe('401 signature')
    const message = JSON.stringify({ name: 'mira.portico.eth', attributes: {}, origin: page, timestamp: now - 299 })
    const other = message.replace('mira', 'noor')
    expect(said(await post('/account', other, { by: mira, sign: () => mira.signMessage({ message }) }))).toBe('401 signature')
    expect(said(await post('/account', message, { by: mira }))).toBe('ok')
    expect(said(await post('/account', message, { by: mira }))).toBe('409 used')
    expect(said(await post('/account', message, { by: mira, coinType: base }))).toBe('409 used')
    for (const sign of [async () => '0x' as const, async () => `0x${'00'.repeat(65)}` as const, async () => 'abc' as Hex]) {
      expect(await register('noor.portico.eth', { by: noor, sign })).toBe('401 signature')
    }
  })

  test('a message that another page has had signed is refused, whatever it asks for and whoever sends it', async () => {
    const { register, change, find, post, said } = open(db)
    const [mira, thief] = [newKey(), newKey()]
    const name = 'mira.portico.eth'
    const phisher = 'https://shop.example.evil.example'
    // Signed on the phisher's page, and sent from it, from a program, or from a page that is fooled.
    for (const from of [phisher, undefined, page, 'null'])
      expect(await register(name, { by: mira, origin: phisher, ...(from !== undefined && { from }) }), from).toBe('403 origin')
    // It says that it is for the shop, which its browser does not.
    for (const from of [phisher, 'null', `${page}:8443`, 'http://shop.example']) {
      expect(await register(name, { by: mira, from }), from).toBe('403 origin')
    }
    for (const origin of [undefined, '', 'null', `${page}/`, 'shop.example', 'HTTPS://SHOP.EXAMPLE', 'http://shop.example']) {
      expect(await register(name, { by: mira, origin }), origin).toBe('403 origin')
    }
    const seconds = Math.floor(Date.now() / 1000)
    for (const origin of ['["https://shop.example"]', '{}', 'null', '1']) {
      const message = `{"name":"${name}","attributes":{},"origin":${origin},"timestamp":${seconds}}`
      expect(said(await post('/account', message, { by: mira })), origin).toBe('400 invalid')
    }
    // Said twice, it counts as everybody reads it: the last.
    const twice = `{"name":"${name}","attributes":{},"origin":"${page}","timestamp":${seconds},"\\u006frigin":"${phisher}"}`
    expect(said(await post('/account', twice, { by: mira }))).toBe('403 origin')
    expect(await find(name)).toMatchObject({ status: 'FAILED' })

    expect(await register(name, { by: mira, from: page })).toBe('ok')
    const more = { attributes: { bio: 'x' }, coinType: base, address: thief.address, to: thief.address }
    for (const action of ['attributes', 'address', 'transfer', 'accept', 'renew', 'release']) {
      for (const signing of [{ origin: phisher }, { origin: undefined }, { from: phisher }, { from: 'null' }])
        expect(await change(name, action, { by: mira, ...signing }, more), `${action} ${JSON.stringify(signing)}`).toBe('403 origin')
    }
    expect(await find(name)).toMatchObject({ attributes: [{}], addresses: { 60: { address: mira.address } } })
    // None of it was used up.
    expect((await db.selectFrom('name_messages').select('digest').execute()).length).toBe(1)
  })

  test('clients of another make register with a message that names no page, where the operator lets them, and change nothing', async () => {
    const { register, change } = open(db, { allowUnbound: true })
    const [mira, noor] = [newKey(), newKey()]
    const unbound = { by: mira, origin: undefined }
    expect(await register('mira.portico.eth', { ...unbound, from: 'https://evil.example' })).toBe('403 origin')
    expect(await register('mira.portico.eth', { ...unbound, from: page })).toBe('ok')
    expect(await register('noor.portico.eth', { by: noor, origin: undefined })).toBe('ok')
    expect(await change('mira.portico.eth', 'transfer', unbound, { to: noor.address })).toBe('403 origin')
    expect(await change('mira.portico.eth', 'release', unbound)).toBe('403 origin')
    const anywhere = open(db, { origins: ['*'] })
    expect(await anywhere.change('mira.portico.eth', 'release', { by: mira, origin: 'https://other.example' })).toBe('ok')
    expect(await anywhere.register('mira.portico.eth', { by: mira, origin: undefined })).toBe('403 origin')
  })

  test('an operator who lists no pages has names registered from any, and none changed', async () => {
    const { register, change } = open(db, { origins: [], allowUnbound: true })
    const [mira, noor] = [newKey(), newKey()]
    expect(await register('mira.portico.eth', { by: mira, origin: undefined, from: 'https://other.example' })).toBe('ok')
    expect(await register('noor.portico.eth', { by: noor, origin: 'https://other.example', from: page })).toBe('403 origin')
    expect(await register('noor.portico.eth', { by: noor, origin: page, from: page })).toBe('ok')
    expect(await change('mira.portico.eth', 'transfer', { by: mira, from: page }, { to: noor.address })).toBe('403 origin')
    expect(readNames({ zones: ['portico.eth'], signer })).toMatchObject({ origins: [], allowUnbound: true })
  })

  test('what stands, and what looks like it, is nobody else’s, and an account has one', async () => {
    const { register } = open(db)
    const [mira, noor] = [newKey(), newKey()]
    expect(await register('alice.portico.eth', { by: mira })).toBe('ok')
    expect(await register('alice.portico.eth', { by: noor })).toBe('409 taken')
    for (const label of ['a1ice', 'al-ice', 'allce'])
      expect(await register(`${label}.portico.eth`, { by: noor }), label).toBe('409 lookalike')
    expect(await register('bernd.portico.eth', { by: mira })).toBe('409 one-per-account')
    // Another parent, other names.
    expect(await register('alice.shop.example', { by: noor })).toBe('ok')
  })

  test('of fifty at once, one has it: of one name, of names that look alike, and of one account', {
    timeout: 60_000,
  }, async () => {
    // Two gateways on one database where there is more than one writer.
    const other = kind === 'Postgres' ? openDatabase(url) : db
    if (other !== db) opened.push(other)
    const gateways = [open(db), open(other)]
    const atOnce = async (count: number, claim: (at: number) => { name: string; by: Key }): Promise<Record<string, number>> => {
      const claims = Array.from({ length: count }, (_, at) => claim(at))
      const results = await Promise.all(claims.map(({ name, by }, at) => gateways[at % 2]?.register(name, { by }) ?? Promise.resolve('')))
      return Object.fromEntries([...new Set(results)].map((result) => [result, results.filter((each) => each === result).length]))
    }
    expect(await atOnce(50, () => ({ name: 'mira.portico.eth', by: newKey() }))).toEqual({ ok: 1, '409 taken': 49 })
    const alike = ['alice', 'a1ice', 'al1ce', 'al-ice', 'allce'].map((label) => `${label}.portico.eth`)
    const { ok, ...rest } = await atOnce(20, (at) => ({ name: alike[at % 5] ?? '', by: newKey() }))
    expect(ok).toBe(1)
    expect(Object.keys(rest).toSorted()).toEqual(['409 lookalike', '409 taken'])
    const one = newKey()
    expect(
      await atOnce(20, (at) => ({ name: `many-${'abcdefghij'[at % 10]}${'klmno'[Math.floor(at / 10)]}.portico.eth`, by: one })),
    ).toEqual({
      ok: 1,
      '409 one-per-account': 19,
    })
    expect((await db.selectFrom('names').select('name').execute()).length).toBe(3)
    expect((await db.selectFrom('name_addresses').select('name').execute()).length).toBe(6)
  })

  test('its owner alone changes it: texts, addresses', async () => {
    const { register, change, find } = open(db)
    const [mira, thief] = [newKey(), newKey()]
    const name = 'mira.portico.eth'
    await register(name, { by: mira }, { bio: 'Doors', 'com.github': 'mira' })
    const more = { attributes: {}, coinType: base, address: thief.address, to: thief.address }
    for (const action of ['attributes', 'address', 'transfer', 'accept', 'renew', 'release']) {
      expect(await change(name, action, { by: thief }, more), action).toBe('403 not-owner')
      expect(await change('noor.portico.eth', action, { by: mira }, more), action).toBe('404 unknown')
      // A message of one kind is none of another.
      expect(await change(name, action, { by: mira }, { ...more, action: 'other' }), action).toBe('400 invalid')
      expect(await change(name, action, { by: mira }, { ...more, name: 'noor.portico.eth' }), action).toBe('400 invalid')
    }
    expect(await find(name)).toMatchObject({ attributes: [{ bio: 'Doors', 'com.github': 'mira' }] })

    expect(await change(name, 'attributes', { by: mira }, { attributes: { bio: '', avatar: 'ipfs://abc' } })).toBe('ok')
    const changed = await find(name)
    expect(changed).toMatchObject({ attributes: [{ 'com.github': 'mira', avatar: 'ipfs://abc' }], updated_at: expect.any(String) })
    // A key is the same account on every chain.
    expect(await change(name, 'address', { by: mira, coinType: base }, { coinType: base, address: thief.address })).toBe('ok')
    expect(await find(name)).toMatchObject({ addresses: { 60: { address: mira.address }, [base]: { address: thief.address } } })
    expect(await change(name, 'address', { by: mira }, { coinType: base, address: '' })).toBe('ok')
    expect((await find(name))['addresses']).not.toHaveProperty(String(base))
    expect(await change(name, 'address', { by: mira }, { coinType: 501, address: thief.address })).toBe('400 chain')
    expect(await change(name, 'address', { by: mira }, { coinType: base, address: `${thief.address.slice(0, -1)}x` })).toBe('400 invalid')
  })

  test('an address that its name does not lead to has none', async () => {
    const { register, change, reverse } = open(db)
    const [mira, noor] = [newKey(), newKey()]
    await register('mira.portico.eth', { by: mira })
    for (const coinType of [60, 0x80000000]) {
      expect(await reverse(mira.address)).toMatchObject([{ name: 'mira.portico.eth' }])
      expect(await change('mira.portico.eth', 'address', { by: mira }, { coinType, address: noor.address })).toBe('ok')
    }
    expect(await reverse(mira.address)).toBe(404)
    expect(await reverse(noor.address)).toBe(404)
  })

  test('one that is sent leads to its new owner, and is not shown as theirs before they have signed for it', async () => {
    const { register, change, find, reverse } = open(db)
    const [mira, noor, ilse] = [newKey(), newKey(), newKey()]
    const name = 'mira.portico.eth'
    await register(name, { by: mira }, { bio: 'Doors' })
    await register('ilse.portico.eth', { by: ilse })
    expect(await change(name, 'transfer', { by: mira }, { to: ilse.address })).toBe('409 one-per-account')
    expect(await change(name, 'transfer', { by: mira }, { to: 'noor' })).toBe('400 invalid')
    expect(await change(name, 'transfer', { by: mira }, { to: noor.address })).toBe('ok')
    const sent = await find(name)
    expect(sent['attributes']).toEqual([{}])
    expect(sent['addresses']).toMatchObject({ 60: { address: noor.address } })
    expect(JSON.stringify(sent)).not.toContain(mira.address)
    expect(await change(name, 'renew', { by: mira })).toBe('403 not-owner')
    expect([await reverse(mira.address), await reverse(noor.address)]).toEqual([404, 404])
    expect(await register('mira-again.portico.eth', { by: mira })).toBe('ok')
    expect(await change(name, 'renew', { by: noor })).toBe('ok')
    expect(await reverse(noor.address)).toMatchObject([{ name }])

    // A name that nobody asked for is in nobody's way.
    await change(name, 'transfer', { by: noor }, { to: newKey().address })
    const stranger = newKey()
    expect(await change('ilse.portico.eth', 'transfer', { by: ilse }, { to: stranger.address })).toBe('ok')
    expect(await register('stranger.portico.eth', { by: stranger })).toBe('ok')
    expect(await find('ilse.portico.eth')).toMatchObject({ status: 'FAILED' })
  })

  test('one that is sent is offered to its new owner alone, who takes it or refuses it', async () => {
    const { register, change, names, reverse, find, time } = open(db, { lifetimeDays: 10, graceDays: 5 })
    const [mira, noor, thief] = [newKey(), newKey(), newKey()]
    const name = 'mira.portico.eth'
    const offered = async (address: string) =>
      z.array(z.looseObject({ name: z.string() })).parse(await (await names.routes.request(`/offered/${address}`)).json())
    await register(name, { by: mira }, { bio: 'Doors' })
    expect(await offered(mira.address)).toEqual([])
    await change(name, 'transfer', { by: mira }, { to: noor.address })
    expect(await offered(noor.address)).toMatchObject([{ name, addresses: { 60: { address: noor.address } }, attributes: [{}] }])
    expect(await offered(noor.address.toLowerCase())).toHaveLength(1)
    expect(await offered(mira.address)).toEqual([])
    for (const by of [mira, thief]) expect(await change(name, 'accept', { by })).toBe('403 not-owner')
    expect(await reverse(noor.address)).toBe(404)
    expect(await change(name, 'accept', { by: noor })).toBe('ok')
    expect(await offered(noor.address)).toEqual([])
    expect(await reverse(noor.address)).toMatchObject([{ name }])
    expect(await change('other.portico.eth', 'accept', { by: noor })).toBe('404 unknown')

    await change(name, 'transfer', { by: noor }, { to: mira.address })
    expect(await change(name, 'release', { by: mira })).toBe('ok')
    expect(await find(name)).toMatchObject({ status: 'FAILED' })
    await register(name, { by: noor })
    await change(name, 'transfer', { by: noor }, { to: mira.address })
    time.now += 10 * day
    expect(await offered(mira.address)).toEqual([])
    expect(await change(name, 'accept', { by: mira })).toBe('409 expired')
    expect((await names.routes.request('/offered/mira')).status).toBe(400)
  })

  test('one that is given up is free at once', async () => {
    const { register, change } = open(db)
    const [mira, noor] = [newKey(), newKey()]
    await register('mira.portico.eth', { by: mira })
    expect(await change('mira.portico.eth', 'release', { by: mira })).toBe('ok')
    expect(await register('m1ra.portico.eth', { by: noor })).toBe('ok')
    expect(await register('mira-two.portico.eth', { by: mira })).toBe('ok')
    expect((await db.selectFrom('name_addresses').select('name').execute()).length).toBe(4)
  })

  test('with a lifetime it ends, is its owner’s to renew for a while, and then free', async () => {
    const { register, change, find, reverse, time, names, ask } = open(db, { lifetimeDays: 365, graceDays: 30 })
    const [mira, noor] = [newKey(), newKey()]
    const name = 'mira.portico.eth'
    await register(name, { by: mira })
    expect((await ask('/zones')).json).toMatchObject({ lifetimeSeconds: 365 * 86_400 })
    expect(await find(name)).toMatchObject({ expires_at: new Date(time.now + 365 * day).toISOString() })
    const told = async () =>
      decodeFunctionResult({
        abi: recordsAbi,
        functionName: 'addr',
        data: resultOf(await names.ccip.answer(resolver, resolve(name, addrOf(name)))),
      })
    expect(await told()).toBe(mira.address)
    time.now += 365 * day
    expect(await told()).toBe(zeroAddress)
    expect(await ask(`/account/${name}`)).toMatchObject({ status: 404, json: { reasons: [{ name: 'expired' }] } })
    expect(await reverse(mira.address)).toBe(404)
    expect(await register(name, { by: noor })).toBe('409 taken')
    expect(await change(name, 'attributes', { by: mira }, { attributes: { bio: 'x' } })).toBe('409 expired')
    expect(await change(name, 'transfer', { by: mira }, { to: noor.address })).toBe('409 expired')
    expect(await change(name, 'renew', { by: noor })).toBe('403 not-owner')
    expect(await change(name, 'renew', { by: mira })).toBe('ok')
    expect(await find(name)).toMatchObject({ expires_at: new Date(time.now + 365 * day).toISOString() })
    time.now += 395 * day
    expect(await change(name, 'renew', { by: mira })).toBe('404 unknown')
    expect(await register(name, { by: noor })).toBe('ok')
    expect(await reverse(noor.address)).toMatchObject([{ name }])
  })

  test('one account, and one network, may change so much in a day', async () => {
    const { register, change, time, post } = open(db, { perAccountPerDay: 3, perNetworkPerDay: 5 })
    const [mira, noor] = [newKey(), newKey()]
    const name = 'mira.portico.eth'
    await register(name, { by: mira })
    const more = { attributes: { bio: 'x' } }
    expect([await change(name, 'attributes', { by: mira }, more), await change(name, 'attributes', { by: mira }, more)]).toEqual([
      'ok',
      'ok',
    ])
    expect(await change(name, 'attributes', { by: mira }, more)).toBe('429 rate')
    // What somebody else says in this account's name does not count.
    expect(await register('noor.portico.eth', { by: mira, address: noor.address })).toBe('401 signature')
    expect(await register('noor.portico.eth', { by: noor })).toBe('ok')
    expect(await change('noor.portico.eth', 'attributes', { by: noor }, more)).toBe('ok')
    expect((await post('/account', { name: 'ilse.portico.eth' }, { by: newKey() })).json.reasons).toMatchObject([{ name: 'rate' }])
    time.now += day
    expect(await change(name, 'attributes', { by: mira }, more)).toBe('ok')
  })

  test('suggestions begin with the name that was asked for, and go on with those that are free', async () => {
    const { register, ask } = open(db)
    await register('alice.portico.eth', { by: newKey() })
    await register('aliceeth.portico.eth', { by: newKey() })
    const suggested = z.object({
      suggestions: z.array(z.object({ name: z.string(), registered: z.boolean(), reason: z.optional(z.object({ name: z.string() })) })),
    })
    const suggestions = async (path: string) => suggested.parse((await ask(`/suggestions/${path}`)).json).suggestions
    const found = await suggestions('alice?zone=portico.eth')
    expect(found[0]).toMatchObject({ name: 'alice.portico.eth', registered: true, reason: { name: 'taken' } })
    expect(found.length).toBe(5)
    expect(found.slice(1).every(({ registered }) => !registered)).toBe(true)
    expect(found.map(({ name }) => name)).not.toContain('aliceeth.portico.eth')
    for (const { name } of found.slice(1)) expect(await register(name, { by: newKey() })).toBe('ok')
    expect((await suggestions('A1ice.portico.eth'))[0]).toMatchObject({
      name: 'a1ice.portico.eth',
      registered: true,
      reason: { name: 'lookalike' },
    })
    expect((await suggestions('support'))[0]).toMatchObject({ registered: true, reason: { name: 'reserved' } })
    expect((await suggestions('abc'))[0]).toMatchObject({ registered: false, reason: { name: 'too-short' } })
    expect((await suggestions('abc')).length).toBeGreaterThan(1)
    expect(await suggestions('🦊🦊🦊🦊')).toMatchObject([{ registered: false, reason: { name: 'characters' } }])
    expect((await suggestions('mira'))[0]).toEqual({ name: 'mira.portico.eth', registered: false })
    expect(await ask('/suggestions/mira?zone=reown.id')).toMatchObject({ status: 400, json: { reasons: [{ name: 'zone' }] } })
  })
})

const recordsAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const batchAbi = parseAbi([
  'struct Request { address sender; string[] urls; bytes data; }',
  'function query(Request[] requests) view returns (bool[] failures, bytes[] responses)',
])
const resolver = '0x1111111111111111111111111111111111111111'
const addrOf = (name: string) => encodeFunctionData({ abi: recordsAbi, args: [namehash(name)] })
const resolve = (name: string, call: Hex) =>
  encodeFunctionData({ abi: offchainNameResolverAbi, functionName: 'resolve', args: [bytesToHex(packetToBytes(name)), call] })
const resultOf = (answer: Hex) => decodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], answer)[0]

describe('the gateway of resolvers', async () => {
  const [{ fresh, drop }] = (await databases(nameMigrations)) as [Awaited<ReturnType<typeof databases>>[number]]
  afterAll(drop)

  test('what may not be had is refused with its reason, and leaves nothing', async () => {
    const db = openDatabase(await fresh())
    const { register } = open(db)
    const refused: [string, string, Partial<Signing>, object?][] = [
      ['abc.portico.eth', '400 too-short', {}],
      ['mi_ra.portico.eth', '400 characters', {}],
      ['ab--cd.portico.eth', '400 not-normalised', {}],
      ['Mira.portico.eth', '400 not-normalised', {}],
      ['support.portico.eth', '400 reserved', {}],
      ['supp0rt.portico.eth', '400 reserved', {}],
      ['harbor.portico.eth', '400 reserved', {}],
      ['mira.eth', '400 zone', {}],
      ['mira.portico.eth', '400 chain', { coinType: 0x80000000 + 10 }],
      ['mira.portico.eth', '400 chain', { coinType: 2 ** 31 + 2 ** 31 + 1 }],
      ['mira.portico.eth', '400 chain', { coinType: 501 }],
      ['mira.portico.eth', '400 invalid', { address: 'mira' }],
      ['mira.portico.eth', '400 invalid', {}, { avatar: 'javascript:alert(1)' }],
      ['mira.portico.eth', '400 invalid', {}, { bio: '\u202eevil' }],
      ['mira.portico.eth', '400 invalid', {}, { bio: 7 }],
      ['mira.portico.eth', '400 invalid', {}, { bio: 'x'.repeat(2049) }],
      ['mira.portico.eth', '400 invalid', {}, Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`k${at}`, 'v']))],
    ]
    for (const [name, reason, signing, attributes = {}] of refused) {
      expect(await register(name, { by: newKey(), ...signing }, attributes), `${name} ${JSON.stringify(attributes).slice(0, 40)}`).toBe(
        reason,
      )
    }
    expect(await db.selectFrom('names').select('name').execute()).toEqual([])
    await db.destroy()
  })

  test('answers for its own names alone, one at a time and in a batch, and asks nobody', async () => {
    const db = openDatabase(await fresh())
    const { register, ask, said } = open(db)
    const mira = newKey()
    await register('mira.portico.eth', { by: mira })
    const asked = async (data: string) => said(await ask(`/ccip/${resolver}/${data}.json`))
    expect(await asked(resolve('mira.portico.eth', addrOf('mira.portico.eth')))).toBe('ok')
    expect(await asked(resolve('mira.eth', addrOf('mira.eth')))).toBe('404 unknown')
    // Of another node than the name's, an unknown record, no call at all.
    expect(await asked(resolve('mira.portico.eth', addrOf('noor.portico.eth')))).toBe('400 invalid')
    expect(await asked(resolve('mira.portico.eth', '0x12345678'))).toBe('400 invalid')
    for (const data of ['0x', '0x1234', 'mira', resolve('mira.portico.eth', '0x').slice(0, -70)])
      expect(await asked(data), data).toBe('400 invalid')
    const body = (value: object) => ({ method: 'POST', body: JSON.stringify(value) })
    expect(said(await ask('/ccip', body({ sender: resolver, data: resolve('mira.portico.eth', addrOf('mira.portico.eth')) })))).toBe('ok')
    expect(said(await ask('/ccip', body({ sender: 'mira', data: resolve('mira.portico.eth', addrOf('mira.portico.eth')) })))).toBe(
      '400 invalid',
    )

    const request = (name: string) =>
      ({ sender: resolver, urls: ['https://elsewhere.example/{sender}/{data}'], data: resolve(name, addrOf(name)) }) as const
    const batch = (names: readonly string[]) => encodeFunctionData({ abi: batchAbi, args: [names.map(request)] })
    const { json } = await ask('/ccip/batch', body({ data: batch(['mira.portico.eth', 'mira.eth', 'nobody.shop.example']) }))
    const data = z.custom<Hex>().parse(json['data'])
    const [failures, responses] = decodeFunctionResult({ abi: batchAbi, functionName: 'query', data })
    expect(failures).toEqual([false, true, false])
    const addresses = [responses[0], responses[2]].map((each) =>
      decodeFunctionResult({ abi: recordsAbi, functionName: 'addr', data: resultOf(each ?? '0x') }),
    )
    expect(addresses).toEqual([mira.address, zeroAddress])
    expect(said(await ask('/ccip/batch', body({ data: batch(Array.from({ length: 33 }, () => 'mira.portico.eth')) })))).toBe('400 invalid')
    expect(said(await ask('/ccip/batch', body({ data: '0x1234' })))).toBe('400 invalid')
    await db.destroy()
  })

  test('a call that points to itself again and again costs no more than it is long', async () => {
    const db = openDatabase(await fresh())
    const { register, names } = open(db)
    const mira = newKey()
    await register('mira.portico.eth', { by: mira })
    const word = (value: number) => numberToHex(value, { size: 32 }).slice(2)
    /** `multicall(bytes[32])`, of which each one is the same piece of it. */
    const multicallOf = (call: Hex): Hex => {
      const offsets = Array.from({ length: 32 }, () => word(32 * 32)).join('')
      const padded = call.slice(2).padEnd(Math.ceil((call.length - 2) / 64) * 64, '0')
      return `${toFunctionSelector('multicall(bytes[])')}${word(32)}${word(32)}${offsets}${word((call.length - 2) / 2)}${padded}`
    }
    const told = async (call: Hex) =>
      decodeFunctionResult({
        abi: parseAbi(['function multicall(bytes[] calls) view returns (bytes[])']),
        data: resultOf(await names.ccip.answer(resolver, resolve('mira.portico.eth', call))),
      })
    const once = multicallOf(addrOf('mira.portico.eth'))
    expect(await told(once)).toEqual(Array.from({ length: 32 }, () => pad(mira.address.toLowerCase() as Hex, { size: 32 })))
    // One inside the other has 32 times as many parts: with six of them, in 7 kB, a thousand million.
    expect(await told(multicallOf(once))).toEqual(Array.from({ length: 32 }, () => '0x'))
    expect(await told(multicallOf(multicallOf(once)))).toEqual(Array.from({ length: 32 }, () => '0x'))
    // More of them than there may be are refused before they are unfolded, and nobody's URLs are.
    const sameOf = (count: number, piece: string) => `${word(32)}${word(count)}${word(32 * count).repeat(count)}${piece}`
    const long = `${word(30_016)}${'11'.repeat(30_016)}`
    const began = performance.now()
    await expect(told(`${toFunctionSelector('multicall(bytes[])')}${sameOf(1000, long)}`)).rejects.toThrow(NameRefusedError)
    const request = `${word(1)}${word(96)}${word(96)}${sameOf(1000, long).slice(64)}`
    await names.ccip.batch(`${toFunctionSelector('query((address,string[],bytes)[])')}${sameOf(1, request)}`)
    expect(performance.now() - began).toBeLessThan(1000)
    await db.destroy()
  })

  test('a node that is away is said to be so, and nothing is used up', async () => {
    const db = openDatabase(await fresh())
    await migrate(db, nameMigrations)
    const chains = [chainOf({ ...ethereum.options(), rpc: ['http://127.0.0.1:9'] })]
    const settings = readNames({ zones: ['portico.eth'], signer, origins: [page] })
    const log = createLog({ quiet: true, service: 'test' })
    const names = createNames({ settings, db, chains, start: () => Promise.resolve(), wallets: [], fetch, clock: Date.now, log })
    const mira = newKey()
    const message = JSON.stringify({ name: 'mira.portico.eth', attributes: {}, origin: page, timestamp: Math.floor(Date.now() / 1000) })
    const body = JSON.stringify({ coin_type: 60, address: mira.address, message, signature: await mira.signMessage({ message }) })
    const answer = await names.routes.request('/account', { method: 'POST', body })
    expect(answer.status).toBe(503)
    expect(await db.selectFrom('name_messages').select('digest').execute()).toEqual([])
    await db.destroy()
  })

  test('a gateway without names says so, and one that could look at no signature, or shares a key, does not start', async () => {
    const database = await fresh()
    const without = createGateway({ quiet: true, database })
    expect(await (await without.app.request('/v1/profile/zones')).json()).toEqual({ zones: [], lifetimeSeconds: null })
    const answer = await without.app.request('/v1/profile/account/mira.portico.eth')
    expect([answer.status, await answer.json()]).toMatchObject([404, { status: 'FAILED', reasons: [{ name: 'unknown' }] }])

    const names = { zones: ['portico.eth'], signer, origins: [page] }
    expect(() => createGateway({ quiet: true, database, names })).toThrow(OptionsError)
    const bundlers = [{ chain: 'eip155:1', executors: [signer] }]
    expect(() => createGateway({ quiet: true, database, names, chains: [ethereum.options()], bundlers })).toThrow(/one of its own/)
    for (const wrong of [
      { ...names, zones: [] },
      { ...names, zones: ['Portico.eth'] },
      { ...names, zones: ['a.eth', 'b.a.eth'] },
      { ...names, signer: '0x12' },
      { ...names, lifetime: 3 },
      { ...names, origins: ['https://shop.example/names'] },
      { ...names, origins: ['http://shop.example'] },
    ]) {
      expect(() => readNames(wrong)).toThrow(OptionsError)
    }
    expect(() => readNames({ ...names, zones: ['x'] })).not.toThrow(new RegExp(signer))
  })

  test('the environment gives names and their key apart', () => {
    const env = {
      PORTICO_GATEWAY_NAMES: '{"zones":["portico.eth"],"origins":["*"],"lifetimeDays":365}',
      PORTICO_GATEWAY_NAMES_SIGNER: signer,
    }
    expect(readOptions(env)).toEqual({ names: { zones: ['portico.eth'], origins: ['*'], lifetimeDays: 365, signer } })
    for (const [name, said] of [
      ['PORTICO_GATEWAY_NAMES', 'NAMES: missing'],
      ['PORTICO_GATEWAY_NAMES_SIGNER', 'NAMES_SIGNER: missing'],
    ] as const) {
      expect(() => readOptions({ ...env, [name]: undefined })).toThrow(said)
    }
    expect(() => readOptions({ ...env, PORTICO_GATEWAY_NAMES: '{"zones":["x"],"origins":["*"]}' })).toThrow(OptionsError)
  })

  test('a browser of any site may ask, and a body may be text/plain', async () => {
    const gateway = createGateway({
      quiet: true,
      database: await fresh(),
      chains: [ethereum.options()],
      names: { zones: ['portico.eth'], signer, origins: [page] },
    })
    const origin = { origin: 'https://shop.example' }
    const answer = await gateway.app.request('/v1/profile/suggestions/mira', { headers: origin })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const refused = await gateway.app.request('/v1/profile/account', {
      method: 'POST',
      headers: { ...origin, 'content-type': 'text/plain' },
      body: '{}',
    })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
    expect((await gateway.app.request('/v1/profile/account/mira.portico.eth', { method: 'DELETE' })).status).toBe(405)
    await gateway.close()
  })
})
