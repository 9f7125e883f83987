import { expect, test } from 'vitest'
import { portico } from './families.js'

test('one page serves three chain families', () => {
  expect(portico.networks.map(({ id }) => id)).toEqual([
    'eip155:1',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'bip122:000000000019d6689c085ae165831e93',
  ])
})
