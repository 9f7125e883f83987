import type { Connector } from '@portico/core'
import { cleanIcon, cleanName, iconLimit } from '@portico/core/kit'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { announce, install, testInfo, testPage } from '../test/page.js'
import { addWallet, parseAnnouncement, type AnnouncedWallet } from './announced.js'
import { createDirectory } from '../listen/directory.js'
import { announcedConnectors, type Found } from './discover.js'

const provider = () => ({ request: async () => null })

function discover({ page = testPage(), mobile = false }: { page?: ReturnType<typeof testPage>; mobile?: boolean } = {}) {
  const found: Found = { page, mobile, wallets: [] }
  const lists: (readonly Connector[])[] = []
  const directory = createDirectory(found)
  const stop = directory.follow(() => lists.push(directory.list()))
  lists.length = 0 // what was published at once
  return { found, page, lists, stop, now: directory.list }
}

const parse = (detail: unknown) => parseAnnouncement(new CustomEvent('eip6963:announceProvider', { detail }))

describe('announced wallets', () => {
  test('a wallet that was there first is listed at once, under its rdns', async () => {
    const page = testPage()
    const mine = provider()
    install(page, { info: testInfo(), provider: mine })
    const { now } = discover({ page })
    expect(now()).toMatchObject([
      { id: 'org.example.wallet', kind: 'announced', name: 'Example Wallet', rdns: 'org.example.wallet', installed: true },
    ])
    expect(await now()[0]?.getProvider('eip155')).toBe(mine)
  })

  test('R4: a wallet that comes late is published without asking again', () => {
    const { page, lists, now } = discover()
    announce(page, { info: testInfo(), provider: provider() })
    expect(lists).toHaveLength(1)
    expect(now().map(({ id }) => id)).toEqual(['org.example.wallet'])
  })

  test('announcing twice, even with a new uuid, lists a wallet once', () => {
    const { page, lists, now } = discover()
    const detail = { info: testInfo(), provider: provider() }
    announce(page, detail)
    announce(page, detail)
    announce(page, { ...detail, info: testInfo() })
    expect(lists).toHaveLength(1)
    expect(now()).toHaveLength(1)
  })

  test('R18: stopping removes every listener', () => {
    const { page, lists, stop } = discover()
    stop()
    announce(page, { info: testInfo(), provider: provider() })
    page.dispatchEvent(new Event('load'))
    expect(lists).toEqual([])
  })

  test('S34: a second wallet of the same rdns has an id of its own, and both are marked', async () => {
    const { page, now } = discover()
    const [first, second] = [provider(), provider()]
    const uuid = crypto.randomUUID()
    announce(page, { info: testInfo({ name: 'One' }), provider: first })
    announce(page, { info: testInfo({ uuid, name: 'Two' }), provider: second })
    expect(now()).toMatchObject([
      { id: 'org.example.wallet', duplicate: true },
      { id: `org.example.wallet#${uuid}`, duplicate: true },
    ])
    expect(await now()[1]?.getProvider('eip155')).toBe(second)
  })

  test('S34: a wallet of the same name is listed separately, and both are marked', () => {
    const { page, now } = discover()
    announce(page, { info: testInfo(), provider: provider() })
    announce(page, { info: testInfo({ rdns: 'org.other', name: 'example\u200b wallet' }), provider: provider() })
    announce(page, { info: testInfo({ rdns: 'org.third', name: 'Third' }), provider: provider() })
    expect(now().map(({ duplicate }) => duplicate)).toEqual([true, true, undefined])
  })

  test('S34: the uuid of another wallet is dropped and logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { page, now } = discover()
    const info = testInfo()
    const real = provider()
    announce(page, { info, provider: real })
    announce(page, { info: { ...info, rdns: 'org.evil' }, provider: provider() })
    expect(now()).toHaveLength(1)
    expect(await now()[0]?.getProvider('eip155')).toBe(real)
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })

  test('S34: whatever others announce, before, after or around it, the real wallet stays selectable (10,000 sequences)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const real: AnnouncedWallet = { uuid: '11111111-1111-4111-8111-111111111111', rdns: 'org.real', name: 'Real', provider: provider() }
    const rdns = fc.constantFrom('org.real', 'org.evil', 'org.real.evil')
    const name = fc.constantFrom('Real', 'real', 'Evil', 'Real\u202e')
    const spoof = fc.record({ uuid: fc.uuid(), rdns, name, own: fc.nat(3), copiesUuid: fc.boolean(), usesRealProvider: fc.boolean() })
    const impostors = [provider(), provider(), provider(), provider()]
    await fc.assert(
      fc.asyncProperty(fc.array(spoof, { maxLength: 6 }), fc.array(spoof, { maxLength: 6 }), async (before, after) => {
        const found: Found = { page: testPage(), mobile: false, wallets: [] }
        const seen = new Set<string>()
        // A uuid is chosen at random by the wallet for this page: nobody can copy it before it was announced.
        const say = (list: typeof before, isKnown: boolean) => {
          for (const { uuid, own, copiesUuid, usesRealProvider, ...claims } of list) {
            const provider = (isKnown && usesRealProvider ? real.provider : impostors[own]) ?? {}
            addWallet(found.wallets, { ...claims, provider, uuid: isKnown && copiesUuid ? real.uuid : uuid })
          }
        }
        say(before, false)
        addWallet(found.wallets, real)
        say(after, true)
        addWallet(found.wallets, real)
        const list = createDirectory(found).list()
        for (const { id } of list) {
          expect(seen.has(id)).toBe(false)
          seen.add(id)
        }
        const mine = list.filter(({ uuid }) => uuid === real.uuid)
        expect(mine).toHaveLength(1)
        expect(mine[0]).toMatchObject({ rdns: 'org.real', name: 'Real' })
        expect(await mine[0]?.getProvider('eip155')).toBe(real.provider)
        const rivals = list.filter((other) => other !== mine[0] && (other.rdns === 'org.real' || other.name.toLowerCase() === 'real'))
        expect(mine[0]?.duplicate ?? false).toBe(rivals.length > 0)
        expect(rivals.every(({ duplicate }) => duplicate)).toBe(true)
      }),
      { numRuns: 10_000 },
    )
    recordPromise({ id: 'S34', name: 'announcements around a real wallet, in any order', runs: 10_000, accepted: 0 })
    warn.mockRestore()
  }, 120_000)

  test('an id never changes once it is given, whatever comes later', () => {
    const { page, found } = discover()
    announce(page, { info: testInfo(), provider: provider() })
    const [before] = announcedConnectors(found)
    announce(page, { info: testInfo(), provider: provider() })
    expect(announcedConnectors(found)[0]?.id).toBe(before?.id)
  })
})

describe('what an announcement may say', () => {
  test('fields are read once and copied', () => {
    let reads = 0
    const info = testInfo()
    const shifty = {
      ...info,
      get name() {
        return (reads += 1) === 1 ? 'Good' : 'Bad'
      },
    }
    const wallet = parse({ info: shifty, provider: provider() })
    expect(wallet?.name).toBe('Good')
    expect(reads).toBe(1)
    shifty.rdns = 'org.changed'
    expect(wallet?.rdns).toBe(info.rdns)
  })

  test.each([
    ['no detail', undefined],
    ['null', null],
    ['text', 'wallet'],
    ['no info', { provider: provider() }],
    ['no provider', { info: testInfo() }],
    ['a provider that takes no requests', { info: testInfo(), provider: {} }],
    ['a uuid that is none', { info: testInfo({ uuid: 'metamask' }), provider: provider() }],
    ['an rdns without a dot', { info: testInfo({ rdns: 'metamask' }), provider: provider() }],
    ['an rdns with a space', { info: testInfo({ rdns: 'io. metamask' }), provider: provider() }],
    ['an endless rdns', { info: testInfo({ rdns: `a.${'b'.repeat(300)}` }), provider: provider() }],
    ['a name that is a number', { info: testInfo({ name: 7 }), provider: provider() }],
    [
      'getters that throw',
      {
        get info(): never {
          throw new Error('no')
        },
        provider: provider(),
      },
    ],
    [
      'a provider whose getter throws',
      {
        info: testInfo(),
        provider: {
          get request(): never {
            throw new Error('no')
          },
        },
      },
    ],
  ])('%s is not listed, and throws nothing', (_, detail) => {
    expect(parse(detail)).toBeUndefined()
  })

  test('S36: 10,000 hostile names become at most 64 harmless characters', () => {
    const nasty = fc.array(
      fc.oneof(
        fc.constantFrom('\u202e', '\u200b', '\u0000', '\ufeff', '\u2066', '\n', '\ud800', '<b>', ' '),
        fc.string({ unit: 'binary', maxLength: 30 }),
      ),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(nasty, (parts) => {
        const name = cleanName(parts.join(''))
        expect([...name].length).toBeLessThanOrEqual(64)
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|^\s|\s$|\s\s/u)
      }),
      { numRuns: 10_000 },
    )
    recordPromise({ id: 'S36', name: 'hostile names of wallets', runs: 10_000, accepted: 0 })
  })

  test('a name of nothing visible gives way to the rdns', () => {
    expect(parse({ info: testInfo({ name: '\u200b\u202e' }), provider: provider() })?.name).toBe('org.example.wallet')
  })

  test('S35: only small pictures and https are kept', () => {
    for (const good of [
      'data:image/png;base64,AAAA',
      'data:image/svg+xml,<svg/>',
      '\n data:image/webp;base64,AA',
      'https://example.org/icon.png',
    ]) {
      expect(cleanIcon(good)).toBe(good.trim())
    }
    const bad = [
      'javascript:alert(1)',
      'data:text/html,<script>',
      'http://example.org/a.png',
      'data:image/svg+xmlx,',
      '//example.org',
      'blob:x',
      '',
      7,
      null,
    ]
    for (const icon of [...bad, `data:image/png;base64,${'A'.repeat(iconLimit)}`]) expect(cleanIcon(icon)).toBeUndefined()
  })
})

describe('window.ethereum', () => {
  test('is the Browser Wallet when nobody announces it', async () => {
    const ethereum = { ...provider(), isMetaMask: true }
    const { now } = discover({ page: testPage(ethereum), mobile: true })
    expect(now()).toMatchObject([{ id: 'injected', kind: 'injected', name: 'Browser Wallet', generic: true, installed: true }])
    expect(await now()[0]?.getProvider('eip155')).toBe(ethereum)
  })

  test('is not listed when it is an announced wallet', () => {
    const mine = provider()
    const page = testPage(mine)
    install(page, { info: testInfo(), provider: mine })
    expect(
      discover({ page })
        .now()
        .map(({ kind }) => kind),
    ).toEqual(['announced'])
  })

  test('R4: a conflicting one never takes the place of an announced wallet', async () => {
    const mine = provider()
    const page = testPage()
    install(page, { info: testInfo(), provider: mine })
    const { now } = discover({ page })
    page.ethereum = { ...provider(), isMetaMask: true }
    page.dispatchEvent(new Event('ethereum#initialized'))
    expect(now().map(({ id }) => id)).toEqual(['org.example.wallet', 'injected'])
    expect(await now()[0]?.getProvider('eip155')).toBe(mine)
  })

  test('R4: one that is injected late is published', () => {
    const { page, lists } = discover({ mobile: true })
    page.ethereum = provider()
    page.dispatchEvent(new Event('ethereum#initialized'))
    expect(lists.at(-1)).toMatchObject([{ id: 'injected', installed: true }])
  })

  test('without a wallet, the Browser Wallet is hidden on phones only', () => {
    expect(discover({ mobile: true }).now()).toEqual([])
    expect(discover({ mobile: false }).now()).toMatchObject([{ id: 'injected', installed: false }])
  })

  test.each([
    ['a getter that throws', true],
    ['something that takes no requests', false],
  ])('%s is no wallet', (_, throws) => {
    const page = testPage(throws ? undefined : { isMetaMask: true })
    if (throws)
      Object.defineProperty(page, 'ethereum', {
        get: () => {
          throw new Error('no')
        },
      })
    expect(discover({ page, mobile: true }).now()).toEqual([])
  })
})
