import type { Nft } from '@portico/core/nfts'
import { expect, test } from 'vitest'
import { watchedNfts } from './watchedNfts.js'

const next = (nfts: readonly object[] | undefined, error: unknown = null, pages = 1) => {
  const page = { nfts: nfts as readonly Nft[], cursor: undefined, isEmpty: false }
  const data = nfts && { pages: Array.from({ length: pages }, () => page) }
  return watchedNfts.refetchInterval({ state: { data, error } })
}

test('an account without NFTs is watched more closely, until one comes', () => {
  expect(next([])).toBe(1000)
  expect(next([{ id: 'a' }])).toBe(10_000)
  expect([next(undefined), next([], new Error('away'))]).toEqual([10_000, 10_000])
})

test('pages of spam are not all asked for each second', () => {
  expect(next([], null, 5)).toBe(10_000)
})
