import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { UserRejectedError } from '../connection/errors.js'
import { getAccount } from '../account/account.js'
import { refreshIdentity } from '../account/refresh.js'
import { setRecipient } from '../send/form/setRecipient.js'
import { startSend } from '../send/form/startSend.js'
import { sendFormStore } from '../send/form/store.js'
import { coinTypeOf } from './coinType.js'
import { checkNameAgain, chooseName, setNameText, startName, suggestionDelay } from './form/editName.js'
import { submitName } from './form/submitName.js'
import { checkLabel, isPlainName, readLabel } from './label.js'
import { acceptName, releaseName, renewName, setNameAddress, setNameAttributes, setPrimaryName, transferName } from './manage.js'
import { entry, failed, fakeAddress, networkId, withNames, zone } from './names.test.helper.js'
import { registerName } from './register.js'
import { absenceLifetime, resolveName } from './resolveName.js'
import { reverseName } from './reverseName.js'
import { getNames, getOfferedNames, getZones, lookUpName, offeredNamesQuery } from './service.js'
import { canHaveName } from './signed.js'
import { getSuggestions } from './suggestions.js'

const start = new Date('2026-11-25T15:30:00.500Z')
beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

const mira = `mira.${zone}`
const friend = `0x${'4c'.repeat(20)}`

async function settle<T>(asking: Promise<T>): Promise<T> {
  asking.catch(() => undefined)
  await vi.runAllTimersAsync()
  return asking
}

describe('what can be a name', () => {
  test.each([
    ['mira', undefined],
    ['mira-26', undefined],
    ['4444', undefined],
    ['mir', 'too-short'],
    ['', 'too-short'],
    ['mi_ra', 'characters'],
    ['mïra', 'characters'],
    ['Mira', 'characters'],
    ['mi.ra', 'characters'],
    ['-mira', 'not-normalised'],
    ['mira-', 'not-normalised'],
    ['ab--cd', 'not-normalised'],
    ['xn--mira', 'not-normalised'],
    ['a'.repeat(63), undefined],
    ['a'.repeat(64), 'too-long'],
  ])('%s: %s', (label, problem) => {
    expect(checkLabel(label)).toBe(problem)
  })

  test('is read in small letters, with its parent or without', () => {
    for (const typed of ['Mira', ' mira ', 'mira.portico.eth', 'MIRA.Portico.eth']) expect(readLabel(typed, zone)).toBe('mira')
    expect(readLabel('mira.other.eth', zone)).toBe('mira.other.eth')
  })

  test('S36: shown is what looks like nothing else', () => {
    expect(['mira.eth', 'a.b.c'].map(isPlainName)).toEqual([true, true])
    expect(['mira', 'Mira.eth', 'mirа.eth', 'mi\u200bra.eth', 'mi\u202era.eth', '.eth', `${'a.'.repeat(130)}eth`].map(isPlainName)).toEqual(
      Array.from({ length: 7 }, () => false),
    )
  })
})

test("coin types are the chain id with the highest bit, up to 2^31, and 'Invalid chainId' from there on", () => {
  expect(['eip155:1', 'eip155:8453', 'eip155:2147483647'].map((id) => coinTypeOf(id as typeof networkId))).toEqual([
    0x80000001, 2147492101, 0xffffffff,
  ])
  for (const id of ['eip155:2147483648', 'eip155:99999999999', 'eip155:0', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const)
    expect(() => coinTypeOf(id)).toThrow('Invalid chainId')
})

describe('registering', () => {
  test('the wallet signs name, texts, the site and seconds, and the service gets just that', async () => {
    const { portico, server, signed } = withNames()
    const done = await settle(registerName(portico, { name: mira, attributes: { bio: 'Hello' } }))
    expect(done).toEqual({ address: fakeAddress, networkId })
    const message = `{"name":"${mira}","attributes":{"bio":"Hello"},"origin":"https://shop.example","timestamp":1795620600}`
    expect(signed).toEqual([message])
    expect(server.asked.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/v1/profile/account',
      body: { coin_type: 2147492101, address: fakeAddress, message, signature: '0x51' },
    })
  })

  test('signs for the page, else for the address of the site, and for nobody where there is neither', async () => {
    const nowhere = withNames({}, { metadata: { name: 'Shop' } })
    await expect(registerName(nowhere.portico, { name: mira })).rejects.toMatchObject({
      name: 'InvalidOptionError',
      option: 'metadata.url',
    })
    expect(nowhere.signed).toEqual([])
    vi.stubGlobal('location', { origin: 'https://page.example:8443' })
    const { portico, signed } = withNames()
    await settle(registerName(portico, { name: mira }))
    vi.unstubAllGlobals()
    expect(JSON.parse(signed[0] ?? '')).toMatchObject({ origin: 'https://page.example:8443' })
  })

  test('shows the name at once where the account is shown, also where it was known that there is none', async () => {
    const { portico } = withNames()
    await settle(refreshIdentity(portico))
    expect(getAccount(portico).profileName).toBeUndefined()
    expect(await settle(getNames(portico, { address: fakeAddress }))).toEqual([])
    await settle(registerName(portico, { name: mira }))
    expect(getAccount(portico).profileName).toBe(mira)
    expect(await settle(resolveName(portico, { name: mira }))).toBe(fakeAddress)
  })

  test("'Error registering name {name}', and the service's first reason in its place where there is one", async () => {
    const { portico, server } = withNames()
    server.script = ({ method }) => (method === 'POST' ? new Response('', { status: 500 }) : undefined)
    await expect(settle(registerName(portico, { name: mira }))).rejects.toMatchObject({
      name: 'NameRegistrationError',
      message: `Error registering name ${mira}`,
      reason: undefined,
    })
    server.script = ({ method }) => (method === 'POST' ? failed('lookalike', `${mira} looks\u202e like another name`) : undefined)
    await expect(settle(registerName(portico, { name: mira }))).rejects.toMatchObject({
      message: `${mira} looks like another name`,
      shown: `${mira} looks like another name`,
      reason: 'lookalike',
    })
    server.script = ({ method }) => (method === 'POST' ? Response.json({ success: false }) : undefined)
    await expect(settle(registerName(portico, { name: mira }))).rejects.toMatchObject({ message: `Error registering name ${mira}` })
  })

  test('needs the embedded wallet, unless the site lets every wallet', async () => {
    const other = withNames({}, {}, { id: 'com.harbor', kind: 'announced' })
    expect(canHaveName(other.portico)).toBe(false)
    await expect(registerName(other.portico, { name: mira })).rejects.toThrow('Address or auth connector not found')
    expect(other.signed).toEqual([])
    const any = withNames({}, { names: { anyWallet: true } }, { id: 'com.harbor', kind: 'announced' })
    await settle(registerName(any.portico, { name: mira }))
    expect(any.signed).toHaveLength(1)
    await expect(registerName(withNames({}, { apiUrl: '' }).portico, { name: mira })).rejects.toMatchObject({
      name: 'NamesUnavailableError',
    })
  })
})

describe('the form', () => {
  test('says at once what is no name, and asks when typing has rested for 400 ms', async () => {
    const { portico, server, form } = withNames()
    setNameText(portico, 'mi_')
    expect(form()).toEqual({ status: 'invalid', text: 'mi_', problem: 'characters' })
    for (const text of ['m', 'mi', 'mir', 'mira']) setNameText(portico, text)
    expect(form()).toEqual({ status: 'checking', text: 'mira' })
    await vi.advanceTimersByTimeAsync(suggestionDelay - 1)
    expect(server.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(server.asked.map(({ path }) => path)).toEqual(['/v1/profile/zones', '/v1/profile/suggestions/mira'])
    expect(server.asked.at(-1)?.query.get('zone')).toBe(zone)
    expect(form()).toEqual({
      status: 'free',
      text: 'mira',
      name: mira,
      others: [`mira-1.${zone}`, `mira26.${zone}`, `mira-x.${zone}`],
    })
  })

  test('a taken name, and one that the service refuses, come with the reason and with others that are free', async () => {
    const { portico, server, form } = withNames()
    server.owners.set(mira, friend).set(`mira-1.${zone}`, friend)
    server.refused.set(`m1ra.${zone}`, { name: 'lookalike', description: 'looks like mira' })
    setNameText(portico, 'Mira')
    await vi.runAllTimersAsync()
    expect(form()).toMatchObject({
      status: 'taken',
      text: 'Mira',
      name: mira,
      refusal: { reason: 'taken' },
      others: [`mira26.${zone}`, {}, {}],
    })
    chooseName(portico, `m1ra.${zone}`)
    await vi.runAllTimersAsync()
    expect(form()).toMatchObject({ status: 'taken', text: 'm1ra', refusal: { reason: 'lookalike', description: 'looks like mira' } })
  })

  test('an answer that comes late is not taken for the text that stands there now', async () => {
    const { portico, server, form } = withNames()
    let answer: (response: Response) => void = () => undefined
    server.script = ({ path }) => (path.endsWith('/mira') ? new Promise((resolve) => (answer = resolve)) : undefined)
    setNameText(portico, 'mira')
    await vi.advanceTimersByTimeAsync(suggestionDelay)
    setNameText(portico, 'noor')
    await vi.runAllTimersAsync()
    answer(Response.json({ suggestions: [{ name: mira, registered: false }] }))
    await vi.runAllTimersAsync()
    expect(form()).toMatchObject({ status: 'free', name: `noor.${zone}` })
  })

  test("'Error fetching name suggestions' where the service is away, and nothing is free then", async () => {
    const { portico, server, form } = withNames()
    server.script = ({ path }) => (path.includes('suggestions') ? new Response('', { status: 503 }) : undefined)
    setNameText(portico, 'mira')
    await vi.runAllTimersAsync()
    expect(form()).toMatchObject({ status: 'unknown', text: 'mira', error: { message: 'Error fetching name suggestions' } })
    await submitName(portico)
    expect(form()).toMatchObject({ status: 'unknown' })
  })

  test('failure and cancel lead back with what was typed, and the next try may succeed', async () => {
    const answers: (() => Promise<string>)[] = [() => Promise.reject(new UserRejectedError()), () => Promise.resolve('0x51')]
    const { portico, server, form } = withNames({
      signMessage: () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Promise.reject(),
    })
    setNameText(portico, 'Mira')
    await vi.runAllTimersAsync()
    const seen: string[] = []
    const submit = settle(submitName(portico))
    seen.push(form().status)
    setNameText(portico, 'other') // the wallet is asked: the form holds still
    await submit
    expect(form()).toMatchObject({ status: 'error', text: 'Mira', name: mira, error: { name: 'UserRejectedError' } })
    server.owners.set(mira, friend)
    await settle(submitName(portico))
    expect(form()).toMatchObject({ status: 'error', text: 'Mira', error: { name: 'NameRegistrationError', reason: 'taken' } })
    server.owners.delete(mira)
    await settle(submitName(portico))
    expect(form()).toEqual({ status: 'success', text: 'Mira', name: mira, address: fakeAddress, networkId })
    expect(seen).toEqual(['signing'])
    startName(portico)
    expect(form()).toEqual({ status: 'empty', text: '' })
  })
})

test('a name that was refused is asked for anew, and not what was known of it before', async () => {
  const { portico, server, form } = withNames()
  setNameText(portico, 'mira')
  await vi.advanceTimersByTimeAsync(500)
  expect(form()).toMatchObject({ status: 'free' })
  server.owners.set(mira, friend)
  void submitName(portico)
  await vi.advanceTimersByTimeAsync(500)
  expect(form()).toMatchObject({ status: 'error', error: { reason: 'taken' } })
  checkNameAgain(portico)
  await vi.advanceTimersByTimeAsync(500)
  expect(form()).toMatchObject({ status: 'taken', name: mira })
})

describe('managing', () => {
  test.each<[string, (portico: Portico) => Promise<void>, string, object]>([
    [
      'texts',
      (portico) => setNameAttributes(portico, { name: mira, attributes: { bio: 'x' } }),
      'attributes',
      { attributes: { bio: 'x' } },
    ],
    [
      'an address',
      (portico) => setNameAddress(portico, { name: mira, networkId: 'eip155:10', address: friend }),
      'address',
      { coinType: 2147483658, address: friend },
    ],
    ['another owner', (portico) => transferName(portico, { name: mira, to: friend }), 'transfer', { to: friend }],
    ['its new owner', (portico) => acceptName(portico, { name: mira }), 'accept', {}],
    ['another lifetime', (portico) => renewName(portico, { name: mira }), 'renew', {}],
    ['nobody', (portico) => releaseName(portico, { name: mira }), 'release', {}],
  ])('%s', async (_, act, action, said) => {
    const { portico, server, signed } = withNames()
    await settle(act(portico))
    expect(server.asked.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/v1/profile/account/${mira}/${action}`,
      body: { coin_type: 2147492101, address: fakeAddress, signature: '0x51' },
    })
    expect(JSON.parse(signed[0] ?? '')).toEqual({ action, name: mira, ...said, origin: 'https://shop.example', timestamp: 1795620600 })
    server.script = ({ method }) => (method === 'POST' ? failed('not-owner', 'Not yours', 401) : undefined)
    await expect(settle(act(portico))).rejects.toMatchObject({ name: 'NameChangeError', reason: 'not-owner', shown: 'Not yours' })
  })

  test('a name that was handed over is told of, until it is accepted', async () => {
    const { portico, server } = withNames()
    let isOffered = true
    server.script = ({ path }) => {
      if (path.endsWith('/accept')) {
        isOffered = false
        server.owners.set(mira, fakeAddress)
      }
      if (!path.includes('/offered/')) return undefined
      return Response.json(isOffered ? [entry(mira, fakeAddress), entry(`noor.${zone}`, friend), { name: 7 }] : [])
    }
    // What is known stays, whatever time goes by here: it is asked anew because it is told to be.
    queryClientOf(portico).setQueryDefaults(['offered names'], { gcTime: Number.POSITIVE_INFINITY })
    const asked = () =>
      settle(queryClientOf(portico).fetchQuery({ ...offeredNamesQuery(portico, fakeAddress), staleTime: Number.POSITIVE_INFINITY }))
    expect((await asked()).map(({ name }) => name)).toEqual([mira])
    await settle(acceptName(portico, { name: mira }))
    expect(await asked()).toEqual([])
    expect(getAccount(portico).profileName).toBe(mira)
    server.script = ({ path }) => (path.includes('/offered/') ? new Response('', { status: 404 }) : undefined)
    expect(await settle(getOfferedNames(portico, { address: friend }))).toEqual([])
    server.script = () => new Response('', { status: 400 })
    await expect(settle(getOfferedNames(portico, { address: friend }))).rejects.toMatchObject({ name: 'AddressNamesError' })
  })

  test('a name that is given up is shown no more', async () => {
    const { portico, server } = withNames()
    await settle(registerName(portico, { name: mira }))
    server.script = ({ path }) => {
      if (path.endsWith('/release')) server.owners.delete(mira)
      return undefined
    }
    await settle(releaseName(portico, { name: mira }))
    expect(getAccount(portico).profileName).toBeUndefined()
  })

  test('a primary name on chain is a transaction, where the network keeps them', async () => {
    const sent: unknown[] = []
    const { portico } = withNames({
      writePrimaryName: ({ name, networkId: where }) =>
        Promise.resolve(where === networkId ? { to: friend, data: `0x${name.length}` } : undefined),
      sendTransaction: (request) => Promise.resolve((sent.push(request), '0xabc')),
      waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 1n }),
    })
    expect(await settle(setPrimaryName(portico, { name: mira }))).toEqual({ hash: '0xabc' })
    expect(sent).toMatchObject([{ to: friend, data: `0x${mira.length}` }])
    const none = withNames({ writePrimaryName: () => Promise.resolve(undefined) })
    await expect(setPrimaryName(none.portico, { name: mira })).rejects.toMatchObject({ name: 'PrimaryNameUnsupportedError' })
  })
})

describe('looking up', () => {
  test('a name on chain comes first, and one that the gateway gives away is asked there where the chain knows nothing', async () => {
    const { portico, server } = withNames({
      resolveName: ({ name }) => Promise.resolve(name === 'noor.eth' ? friend : undefined),
      readAddress: ({ text }) => Promise.resolve(/^0x[\da-f]{40}$/i.test(text) ? text : undefined),
    })
    server.owners.set(mira, friend)
    expect(await settle(resolveName(portico, { name: 'noor.eth' }))).toBe(friend)
    expect(server.asked).toEqual([])
    expect(await settle(resolveName(portico, { name: 'Mira.portico.eth' }))).toBe(friend)
    expect(await settle(resolveName(portico, { name: 'mira.elsewhere.eth' }))).toBeUndefined()
    expect(await settle(resolveName(portico, { name: 'nothing' }))).toBeUndefined()
    expect(server.asked.some(({ path }) => path.includes('elsewhere'))).toBe(false) // of other names the gateway hears nothing
  })

  test('is cached for 5 min, and that there is none for 15 s', async () => {
    const resolve = vi.fn(({ name }: { name: string }) => Promise.resolve(name === 'noor.eth' ? friend : undefined))
    const { portico } = withNames({ resolveName: resolve })
    const ask = (name: string) => resolveName(portico, { name })
    await ask('noor.eth')
    await ask('later.eth')
    await vi.advanceTimersByTimeAsync(absenceLifetime - 1)
    await ask('later.eth')
    expect(resolve).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    await ask('later.eth')
    await vi.advanceTimersByTimeAsync(5 * 60_000 - absenceLifetime - 1)
    await ask('noor.eth')
    expect(resolve).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(1)
    await ask('noor.eth')
    expect(resolve).toHaveBeenCalledTimes(4)
  })

  test("'Error resolving name' where the chain does not answer, and the gateway's own names are known all the same", async () => {
    const { portico, server } = withNames({ resolveName: () => Promise.reject(new Error('offline')) })
    server.owners.set(mira, friend)
    await expect(settle(resolveName(portico, { name: 'noor.eth' }))).rejects.toMatchObject({
      message: 'Error resolving name',
      cause: { message: 'offline' },
    })
    expect(await settle(resolveName(portico, { name: mira }))).toBe(friend)
  })

  test('an answer about another name, or for another network, is none', async () => {
    const { portico, server } = withNames()
    server.script = ({ path }) => (path.includes('/account/') ? Response.json(entry(`other.${zone}`, friend)) : undefined)
    expect(await settle(lookUpName(portico, mira))).toBeUndefined()
    server.script = ({ path }) => (path.includes('/account/') ? Response.json(entry(mira, friend)) : undefined)
    expect(await settle(resolveName(portico, { name: mira, networkId: 'eip155:10' }))).toBeUndefined()
    const everywhere = { '2147483648': { address: friend } }
    server.script = ({ path }) => (path.includes('/account/') ? Response.json(entry(mira, friend, { addresses: everywhere })) : undefined)
    expect(await settle(resolveName(portico, { name: mira, networkId: 'eip155:1' }))).toBe(friend)
  })

  test('an address is called by its primary name, else by the one that it registered, if that leads back', async () => {
    const primary = withNames({ lookupAddress: () => Promise.resolve({ name: 'ada.eth' }) })
    primary.server.owners.set(mira, fakeAddress)
    expect(await settle(reverseName(primary.portico, { address: fakeAddress }))).toEqual({ name: 'ada.eth' })
    expect(primary.server.asked).toEqual([])
    const { portico, server } = withNames({ lookupAddress: () => Promise.resolve({}) })
    const avatar = 'https://x.example/a.png'
    server.script = ({ path }) =>
      path.includes('/reverse/')
        ? Response.json([entry(`liar.${zone}`, friend), { name: 5 }, entry(mira, fakeAddress.toLowerCase(), { attributes: [{ avatar }] })])
        : undefined
    expect(await settle(reverseName(portico, { address: fakeAddress }))).toEqual({ name: mira, avatar })
  })

  test("'Error fetching names for address' where neither can be asked", async () => {
    const { portico, server } = withNames({ lookupAddress: () => Promise.reject(new Error('offline')) })
    server.script = () => new Response('', { status: 500 })
    await expect(settle(reverseName(portico, { address: fakeAddress }))).rejects.toThrow('Error fetching names for address')
    await expect(settle(getNames(portico, { address: fakeAddress }))).rejects.toThrow('Error fetching names for address')
  })

  test('S17: a name in Send leads to the whole address, of the gateway as well', async () => {
    const { portico, server } = withNames({ readAddress: ({ text }) => Promise.resolve(text.startsWith('0x') ? text : undefined) })
    server.owners.set(mira, friend)
    startSend(portico)
    setRecipient(portico, mira)
    await vi.runAllTimersAsync()
    expect(sendFormStore(portico).getState().recipient).toMatchObject({ status: 'found', address: friend, name: mira })
  })
})

describe('R9: what a gateway says', () => {
  test('zones that cannot be shown are left out, and without any there are no names', async () => {
    const { portico, server } = withNames()
    server.script = () => Response.json({ zones: ['Portico.eth', 'рortico.eth', 'ok.eth'], lifetimeSeconds: 60 })
    expect(await settle(getZones(portico))).toEqual({ zones: ['ok.eth'], lifetimeSeconds: 60 })
    const none = withNames()
    none.server.script = () => Response.json({ zones: [] })
    await expect(settle(getZones(none.portico))).rejects.toMatchObject({ name: 'NamesUnavailableError' })
  })

  test('one that does not tell its zones has that of the site', async () => {
    const { portico, server } = withNames({}, { names: { zone: 'reown.id' } })
    server.script = () => failed('x', 'x', 404)
    expect(await settle(getZones(portico))).toEqual({ zones: ['reown.id'], lifetimeSeconds: undefined })
  })

  test('suggestions that do not say whether the name itself is free are no answer', async () => {
    const { portico, server } = withNames()
    server.script = () =>
      Response.json({ suggestions: [null, { name: `mirä.${zone}`, registered: false }, { name: `mira26.${zone}`, registered: false }] })
    await expect(settle(getSuggestions(portico, { label: 'mira', zone }))).rejects.toThrow('Error fetching name suggestions')
  })
})
