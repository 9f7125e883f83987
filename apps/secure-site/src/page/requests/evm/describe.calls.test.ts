import { type Address, encodeAbiParameters, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { own } from '../kit.test.helper.js'
import type { Warning } from '../types.js'
import { permit2 } from './action.js'
import {
  bare,
  each,
  eth,
  ether,
  friend,
  gone,
  isNew,
  large,
  nameless,
  type Row,
  read,
  safe,
  unverified,
  usd,
  whole,
} from './describe.test.helper.js'
import { alice, apes, router, usdc, weth } from './fixtures.test.helper.js'

describe('an order', () => {
  const order = { kind: 'order', protocol: 'Seaport', gives: [{ token: usdc, amount: whole }], gets: [{ amount: ether }] } as const
  const said = { protocol: 'Seaport', gives: `1 USDC (${usdc})`, gets: '1 ETH' }
  const warned: Warning = { kind: 'order' }
  each('order', [
    ['what is given and got', order, 'risky', said, warned],
    [
      'for the account itself, until some time',
      { ...order, to: own, until: 60n },
      'risky',
      { ...said, until: '1970-01-01T00:01:00Z' },
      warned,
    ],
    ['for nobody in particular', { ...order, to: zeroAddress }, 'risky', said, warned],
    ['for somebody known', { ...order, to: friend }, 'risky', { ...said, to: friend }, warned],
    ['for somebody new', { ...order, to: alice }, 'risky', { ...said, to: alice }, warned, isNew(alice)],
    ['for nothing', { ...order, gets: [] }, 'risky', { ...said, gets: '0' }, warned],
    [
      'of items, some of which the other side picks',
      {
        ...order,
        gives: [
          { token: apes, amount: 2n, tokenId: 0n },
          { token: apes, amount: 3n, picked: true },
        ],
        gets: [{ amount: 1n }, { token: bare, amount: 5n }],
      },
      'risky',
      {
        ...said,
        gives: `2 × BAYC (${apes}) #0 + 3 × BAYC (${apes})`,
        gets: `0.000000000000000001 ETH + 5 smallest units (${bare})`,
        picked: 'true',
      },
      warned,
    ],
    [
      'of coins for whatever the other side picks',
      { ...order, gives: [{ amount: ether }], gets: [{ token: apes, amount: 1n, picked: true }] },
      'risky',
      { ...said, gives: '1 ETH', gets: `1 × BAYC (${apes})`, picked: 'true' },
      warned,
    ],
  ])
})

describe('what it costs, and what is made', () => {
  each('pay', [
    ['coins to whoever does it', { kind: 'pay', amount: ether }, 'normal', eth('1')],
    [
      'more coins than the limit',
      { kind: 'pay', amount: ether + 1n, to: alice },
      'risky',
      { ...eth('1.000000000000000001'), to: alice },
      large,
    ],
    [
      'a token, of a shared account',
      { kind: 'pay', token: usdc, amount: whole, by: safe },
      'normal',
      { ...usd, amount: '1', account: safe },
    ],
    ['much of a token', { kind: 'pay', token: usdc, amount: 1001n * whole }, 'risky', { ...usd, amount: '1001' }, large],
  ])

  const mint = { kind: 'mint', token: usdc, to: own, amount: whole } as const
  const made = { ...usd, amount: '1', to: own }
  each('mint', [
    ['for the account', mint, 'caution', made, unverified(usdc, 'contract')],
    [
      'by a contract that is everywhere',
      { ...mint, token: permit2 },
      'normal',
      {
        ...nameless,
        token: permit2,
        amount: '1000000',
        to: own,
      },
    ],
    [
      'for somebody known, by a say over the token',
      { ...mint, to: friend },
      'risky',
      { ...made, to: friend },
      unverified(usdc, 'contract'),
    ],
    ['for somebody new', { ...mint, to: alice }, 'risky', { ...made, to: alice }, unverified(usdc, 'contract'), isNew(alice)],
    [
      'for a shared account by itself',
      { ...mint, to: safe, by: safe },
      'caution',
      { ...made, to: safe, account: safe },
      unverified(usdc, 'contract'),
    ],
    ['for the account by a shared one', { ...mint, by: safe }, 'risky', { ...made, account: safe }, unverified(usdc, 'contract')],
    [
      'by a contract that is not there',
      { ...mint, token: gone },
      'risky',
      {
        ...nameless,
        token: gone,
        amount: '1000000',
        to: own,
      },
      unverified(gone, 'noCode'),
    ],
  ])
})

describe('a swap', () => {
  const swap = { kind: 'swap', router, gives: { token: weth, amount: ether }, gets: { token: usdc, amount: whole }, to: own } as const
  const said = { gives: `1 WETH (${weth})`, gets: `1 USDC (${usdc})`, contract: router }
  const strange = unverified(router, 'contract')
  each('swap', [
    ['for the account', swap, 'caution', said, strange],
    [
      'by a contract that is everywhere, until some time',
      { ...swap, router: permit2, until: 0n },
      'normal',
      {
        ...said,
        contract: 'Permit2',
        until: '1970-01-01T00:00:00Z',
      },
    ],
    ['for somebody known', { ...swap, router: permit2, to: friend }, 'risky', { ...said, contract: 'Permit2', to: friend }],
    ['for somebody new', { ...swap, to: alice }, 'risky', { ...said, to: alice }, strange, isNew(alice)],
    ['of a shared account for itself', { ...swap, by: safe, to: safe }, 'caution', { ...said, account: safe }, strange],
    ['of a shared account for the signer', { ...swap, by: safe }, 'risky', { ...said, account: safe, to: own }, strange],
    ['by a contract that is not there', { ...swap, router: gone }, 'risky', { ...said, contract: gone }, unverified(gone, 'noCode')],
  ])

  const paid = { ...swap, coins: true } as const
  const word = encodeAbiParameters([{ type: 'address' }], [weth])
  test('whose token stands for the coins that go along gives coins', async () => {
    expect(await read(paid, word)).toStrictEqual({
      effects: [{ kind: 'swap', values: { ...said, gives: '1 ETH' } }],
      warnings: [strange],
      risk: 'caution',
    })
    expect(await read(swap, word)).toStrictEqual({ effects: [{ kind: 'swap', values: said }], warnings: [strange], risk: 'caution' })
  })

  test.each<[string, Hex | undefined]>([
    ['nothing', undefined],
    ['another token', encodeAbiParameters([{ type: 'address' }], [usdc])],
    ['more than an address', `0x01${word.slice(4)}`],
    ['more than a word', `${word}${'00'.repeat(32)}`],
    ['less than a word', `0x${word.slice(4)}`],
  ])('takes coins beside what it gives where the router answers %s', async (_, wrapped) => {
    expect(await read(paid, wrapped)).toStrictEqual({
      effects: [
        { kind: 'swap', values: said },
        { kind: 'send', values: { ...eth('1'), to: router } },
      ],
      warnings: [strange, isNew(router)],
      risk: 'caution',
    })
  })
})

describe('a call', () => {
  const known = { kind: 'function', to: router, name: 'stake', values: {}, value: 0n } as const
  const said = { function: 'stake', to: router }
  const strange = unverified(router, 'contract')
  each('call', [
    ['of a known function', known, 'caution', said, strange],
    ['of one of a contract that is everywhere', { ...known, to: permit2 }, 'normal', { ...said, to: permit2 }],
    ['of one that makes debts', { ...known, to: permit2, grave: true }, 'risky', { ...said, to: permit2 }],
    ['of a contract that is not there', { ...known, to: gone }, 'risky', { ...said, to: gone }, unverified(gone, 'noCode')],
    ['with coins up to the limit', { ...known, value: ether }, 'caution', { ...said, value: '1', symbol: 'ETH' }, strange],
    [
      'with more',
      { ...known, values: { quantity: '5' }, value: ether + 1n },
      'risky',
      { ...said, quantity: '5', value: '1.000000000000000001', symbol: 'ETH' },
      strange,
      large,
    ],
    ['of a token’s function without an amount', { ...known, to: usdc }, 'caution', { ...said, to: usdc }, unverified(usdc, 'contract')],
    [
      'of a vault for its shares',
      { ...known, to: usdc, values: { shares: '1000000', receiver: own } },
      'caution',
      { ...usd, ...said, to: usdc, receiver: own, amount: '1' },
      unverified(usdc, 'contract'),
    ],
    [
      'of a contract with an amount of a token',
      { ...known, values: { token: usdc, quantity: '1000000' } },
      'caution',
      { ...usd, ...said, amount: '1' },
      strange,
    ],
    [
      'of a contract with a token that says no decimals',
      { ...known, values: { token: bare, quantity: '1000000' } },
      'caution',
      { ...said, token: bare, quantity: '1000000' },
      strange,
    ],
    [
      'for the account itself',
      { ...known, to: permit2, values: { receiver: own, owner: own, account: own } },
      'normal',
      { ...said, to: permit2, receiver: own, owner: own, account: own },
    ],
    ...(['receiver', 'owner', 'account'] as const).flatMap((name): Row[] => [
      [
        `for somebody known as its ${name}`,
        { ...known, to: permit2, values: { [name]: friend } },
        'risky',
        { ...said, to: permit2, [name]: friend },
      ],
      [
        `for somebody new as its ${name}`,
        { ...known, to: permit2, values: { [name]: alice } },
        'risky',
        { ...said, to: permit2, [name]: alice },
        isNew(alice),
      ],
    ]),
    [
      'of a shared account for itself',
      { ...known, to: permit2, values: { receiver: safe }, by: safe },
      'normal',
      { ...said, to: permit2, receiver: safe, account: safe },
    ],
    [
      'of a shared account for the signer',
      { ...known, to: permit2, values: { receiver: own }, by: safe },
      'risky',
      { ...said, to: permit2, receiver: own, account: safe },
    ],
  ])

  const unread = { kind: 'call', to: router, selector: '0x12345678', value: 0n } as const
  const shown = { to: router, selector: '0x12345678', value: '0', symbol: 'ETH' }
  const unknown = (to: Address): Warning => ({ kind: 'unknownCall', values: { to, selector: '0x12345678' } })
  each('call', [
    ['that nobody can read', unread, 'risky', shown, unknown(router)],
    [
      'that nobody can read, with more coins than the limit',
      { ...unread, value: ether + 1n },
      'risky',
      {
        ...shown,
        value: '1.000000000000000001',
      },
      large,
      unknown(router),
    ],
    [
      'that nobody can read, of code in the place of a shared account',
      { ...unread, to: permit2, delegated: true, by: safe },
      'risky',
      { ...shown, to: permit2, contract: 'Permit2', delegated: 'true', account: safe },
      unknown(permit2),
    ],
    [
      'that nobody can read, of what is not there',
      { ...unread, to: gone },
      'risky',
      { ...shown, to: gone },
      unverified(gone, 'noCode'),
      unknown(gone),
    ],
  ])

  each('deploy', [
    [
      'that leaves code',
      { kind: 'deploy', size: 3, value: 0n },
      'risky',
      { size: '3', value: '0', symbol: 'ETH' },
      { kind: 'unknownCall' },
    ],
    [
      'that leaves code with more coins than the limit',
      { kind: 'deploy', size: 3, value: ether + 1n },
      'risky',
      { size: '3', value: '1.000000000000000001', symbol: 'ETH' },
      large,
      { kind: 'unknownCall' },
    ],
  ])
})
