import type { Permission } from '@portico/core/permissions'
import { getAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { rootDelegation } from '../../../../delegation/delegation.js'
import { detailsOfPermission } from './detailsOfPermission.js'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [own, keeper, delegate, game, shop] = ['a', 'b', 'c', 'd', 'e'].map((digit) => at(digit)) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const least: Permission = {
  networkId: 'eip155:1',
  delegate,
  expiry: 1_800_000_000,
  spending: { token: 'native', amount: 5n },
  contracts: [game],
  methods: [],
}
const linesOf = (permission: Permission) => {
  const root = rootDelegation(permission, own, { keeper, salt: 7n, begins: 1_700_000_000 })
  return { root, lines: Object.fromEntries(detailsOfPermission({ permission, root }, 'p[0]').map(({ path, value }) => [path, value])) }
}

test('S9: every value of a permission is shown, and of the delegation that is signed for it', () => {
  const { root, lines } = linesOf({
    ...least,
    start: 1_750_000_000,
    spending: { ...least.spending, period: 86_400 },
    contracts: [game, shop],
    methods: ['move()', 'pass()'],
    justification: 'to play\u202e',
  })
  expect(root.caveats.length).toBeGreaterThan(1)
  expect(lines).toEqual({
    'p[0].delegate': delegate,
    'p[0].start': '1750000000',
    'p[0].expiry': '1800000000',
    'p[0].token': 'native',
    'p[0].amount': '5',
    'p[0].period': '86400',
    'p[0].contracts[0]': game,
    'p[0].contracts[1]': shop,
    'p[0].methods[0]': 'move()',
    'p[0].methods[1]': 'pass()',
    'p[0].justification': expect.stringMatching(/^to play[^\u202e]*$/),
    'p[0].delegation.delegate': root.delegate,
    'p[0].delegation.delegator': own,
    'p[0].delegation.authority': `0x${'f'.repeat(64)}`,
    'p[0].delegation.salt': '7',
    ...Object.fromEntries(
      root.caveats.flatMap(({ enforcer, terms }, index) => [
        [`p[0].delegation.caveats[${index}].enforcer`, enforcer],
        [`p[0].delegation.caveats[${index}].terms`, terms],
      ]),
    ),
  })
})

test('what was not asked for has no line', () => {
  const { lines } = linesOf(least)
  for (const name of ['start', 'period', 'justification', 'methods[0]', 'contracts[1]']) expect(lines).not.toHaveProperty([`p[0].${name}`])
})
