import type { Permission } from '@portico/core/permissions'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Finding, Risk, Warning } from '../../types.js'
import { describer, ether, friend, gone, isNew, large, unverified, usd, whole } from '../describe.test.helper.js'
import { alice, router, usdc } from '../fixtures.test.helper.js'
import { describePermission } from './describePermission.js'

const lower = (address: string) => address.toLowerCase() as Hex
const least: Permission = {
  networkId: 'eip155:1',
  delegate: lower(alice),
  expiry: 1_800_000_000,
  spending: { token: 'native', amount: ether },
  contracts: [lower(friend)],
  methods: [],
}
type Values = Readonly<Record<string, string>>
const said = (who: readonly Values[], limit: Values, until: Values = {}): Finding['effects'] => [
  ...who.map((values) => ({ kind: 'grant' as const, values: { delegate: alice, ...values } })),
  { kind: 'grantLimit', values: limit },
  { kind: 'grantUntil', values: { until: '2027-01-15T08:00:00Z', ...until } },
]
const one = { amount: '1', symbol: 'ETH' }
const token = { token: lower(usdc), amount: 1000n * whole }

test.each<[string, Partial<Permission>, Finding['effects'], Risk, ...(readonly Warning[])]>([
  ['coins for somebody known', {}, said([{ to: friend }], one), 'normal'],
  ['coins for somebody new', { contracts: [lower(alice)] }, said([{ to: alice }], one), 'caution', isNew(alice)],
  [
    'more coins than the limit, for two',
    { spending: { token: 'native', amount: ether + 1n }, contracts: [lower(friend), lower(alice)] },
    said([{ to: friend }, { to: alice }], { ...one, amount: '1.000000000000000001' }),
    'risky',
    large,
    isNew(alice),
  ],
  [
    'calls of a contract, again and again, from some time on, for a reason',
    {
      contracts: [lower(router)],
      methods: ['move()', '0x12345678'],
      start: 0,
      spending: { token: 'native', amount: 0n, period: 60 },
      justification: 'to play\u202e',
    },
    said(
      [{ to: router, function: 'move(), 0x12345678' }],
      { ...one, amount: '0', period: '60' },
      {
        notBefore: '1970-01-01T00:00:00Z',
        statement: 'to play\\u{202e}',
      },
    ),
    'caution',
    unverified(router, 'contract'),
  ],
  [
    'calls of a contract that is not there, without a reason',
    { contracts: [lower(gone)], methods: ['move()'], justification: '' },
    said([{ to: gone, function: 'move()' }], one),
    'risky',
    unverified(gone, 'noCode'),
  ],
  ['as much of a token as is usual', { spending: token }, said([{ ...usd }], { ...usd, amount: '1000' }), 'normal'],
  [
    'more of a token',
    { spending: { ...token, amount: token.amount + 1n } },
    said([{ ...usd }], { ...usd, amount: '1000.000001' }),
    'risky',
    large,
  ],
  [
    'a token that is not there',
    { spending: { token: lower(gone), amount: 0n } },
    said([{ symbol: '', unverified: 'true', token: gone }], {
      symbol: '',
      unverified: 'true',
      token: gone,
      amount: '0',
      units: 'smallest',
    }),
    'risky',
    unverified(gone, 'noCode'),
  ],
])('S20: a site that may have %s is said to', async (_title, change, effects, risk, ...warnings) => {
  expect(await describePermission({ ...least, ...change }, describer())).toStrictEqual({ effects, warnings, risk })
})
