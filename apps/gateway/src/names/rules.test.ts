import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { expect, test } from 'vitest'
import { readWalletData } from '../wallets/dataSet.js'
import { chainOf, readCoinType } from './coinType.js'
import { NameRefusedError } from './errors.js'
import { createReserved } from './reserved.js'
import { readName } from './rules.js'
import { skeletonOf } from './skeleton.js'

const zones = ['portico.eth', 'shop.example']
const reasonOf = (run: () => unknown): string => {
  try {
    run()
    return 'ok'
  } catch (error) {
    if (error instanceof NameRefusedError) return error.reason
    throw error
  }
}

test.each([
  ['mira', 'ok'],
  ['a'.repeat(63), 'ok'],
  ['0000', 'ok'],
  ['a-b-c-d', 'ok'],
  ['abc', 'too-short'],
  ['', 'characters'],
  ['a'.repeat(64), 'characters'],
  ['-mira', 'characters'],
  ['mira-', 'characters'],
  ['mi_ra', 'characters'],
  ['mi.ra', 'characters'],
  ['mi ra', 'characters'],
  ['mіra', 'characters'], // a Cyrillic i
  ['MIRA', 'not-normalised'],
  ['ab--cd', 'not-normalised'],
  ['xn--mira', 'not-normalised'],
])('the label %s: %s', (label, reason) => {
  expect(reasonOf(() => readName(`${label}.portico.eth`, zones))).toBe(reason)
})

test('a name is under one of the parents', () => {
  expect(readName('mira.shop.example', zones)).toEqual({ name: 'mira.shop.example', label: 'mira', zone: 'shop.example' })
  for (const name of ['mira.eth', 'mira.xportico.eth', 'portico.eth', 'mira', 'mira.portico.eth.']) {
    expect(
      reasonOf(() => readName(name, zones)),
      name,
    ).toBe('zone')
  }
})

test('what is taken is what ENS takes as it is written', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9-]{4,20}$/), (label) => {
      const name = `${label}.portico.eth`
      if (reasonOf(() => readName(name, zones)) === 'ok') expect(normalize(name)).toBe(name)
    }),
  )
})

test('says why, in ENS’s own words', () => {
  expect(() => readName('ab--cd.portico.eth', zones)).toThrow(/ab--cd/)
  expect(() => readName('Mira.portico.eth', zones)).toThrow('it is written “mira.portico.eth”')
})

test('labels that look alike have one skeleton', () => {
  const groups = [
    ['alice', 'a1ice', 'al-ice', 'a-l-1-c-e', 'al1ce'],
    ['mira', 'rnira', 'm1ra', 'mlra'],
    ['wallet', 'vvallet', 'wa11et', 'wal-let'],
    ['dora', 'clora', 'd0ra', 'c1ora'],
    ['boss', 'b055', '8oss'],
  ]
  for (const group of groups) expect(new Set(group.map(skeletonOf)).size, group.join()).toBe(1)
  expect(new Set(groups.map(([first]) => skeletonOf(first ?? ''))).size).toBe(groups.length)
})

test('offices, brands, wallets and what looks like them are nobody’s; other names are not', () => {
  const { wallets } = readWalletData(fileURLToPath(new URL('../../data', import.meta.url)))
  const isReserved = createReserved({ wallets: wallets.map(({ name }) => name), own: ['harbor'] })
  const refused = [
    'admin',
    'support',
    'supp0rt',
    'metamask',
    'rnetamask',
    'meta-mask',
    'metamask-support',
    'metamasksupport',
    'mira-official',
    'trustwallet',
  ]
  expect(refused.filter((label) => !isReserved(label))).toEqual([])
  expect(['harbor', 'h4rbor', 'harb0r'].map(isReserved)).toEqual([true, false, true])
  const free = [
    'mira',
    'noor',
    'alice',
    'ella',
    'oscar',
    'hanna',
    'ines',
    'rosa',
    'juno',
    'supporter',
    'rooted',
    'zoe-base',
    'adminka',
    'frida',
    'jonas',
  ]
  expect(free.filter(isReserved)).toEqual([])
  // Every wallet of the directory whose name is long enough for a label.
  const labels = wallets.map(({ name }) => name.toLowerCase().replace(/[^a-z0-9]/g, '')).filter((label) => label.length >= 4)
  expect(labels.filter((label) => !isReserved(label)).length).toBeLessThan(labels.length / 50)
})

test('coin types are those of ENS, and of existing clients', () => {
  expect([60, 0x80000001].map(readCoinType)).toEqual([60, 60])
  expect([60, (0x80000000 | 8453) >>> 0].map((type) => chainOf(readCoinType(type)))).toEqual(['eip155:1', 'eip155:8453'])
  for (const type of [0, 1, 61, 8453, 0x7fffffff, 0x100000000, 0x100000001, 1.5, -1, Number.NaN]) {
    expect(
      reasonOf(() => readCoinType(type)),
      String(type),
    ).toBe('chain')
  }
  expect(reasonOf(() => chainOf(readCoinType(0x80000000)))).toBe('chain')
  expect(() => readCoinType(0)).toThrow('Invalid chainId')
})
