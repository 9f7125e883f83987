import { type Address, maxUint256 } from 'viem'
import { describe } from 'vitest'
import { own } from '../kit.test.helper.js'
import type { Warning } from '../types.js'
import { permit2 } from './action.js'
import {
  ape,
  bare,
  dark,
  each,
  eth,
  ether,
  friend,
  gone,
  isNew,
  large,
  nameless,
  safe,
  unlimited,
  unverified,
  usd,
  whole,
} from './describe.test.helper.js'
import { alice, apes, dai, router, usdc, weth } from './fixtures.test.helper.js'

describe('what is sent', () => {
  const coins = { kind: 'native', to: friend, amount: ether } as const
  const transfer = { kind: 'transfer', token: usdc, to: friend, amount: 1000n * whole } as const
  const nft = { kind: 'nft', collection: apes, from: own, to: friend, tokenId: 7n, amount: 2n } as const
  const item = { ...ape, token: apes, tokenId: '7', amount: '2', to: friend }
  each('send', [
    ['coins up to the limit, to somebody known', coins, 'normal', { ...eth('1'), to: friend }],
    ['coins above it', { ...coins, amount: ether + 1n }, 'risky', { ...eth('1.000000000000000001'), to: friend }, large],
    ['coins of the account itself', { ...coins, by: own }, 'normal', { ...eth('1'), to: friend }],
    ['coins of a shared account', { ...coins, by: safe }, 'normal', { ...eth('1'), to: friend, from: safe }],
    ['coins to somebody new', { ...coins, to: alice }, 'caution', { ...eth('1'), to: alice }, isNew(alice)],
    ['coins to somebody of whom the node says nothing', { ...coins, to: dark }, 'caution', { ...eth('1'), to: dark }, isNew(dark)],
    [
      'coins to a contract that is new',
      { ...coins, to: router },
      'caution',
      { ...eth('1'), to: router },
      unverified(router, 'contract'),
      isNew(router),
    ],
    ['as much of a token as is usual', transfer, 'normal', { ...usd, amount: '1000', to: friend }],
    ['more of it', { ...transfer, amount: 1000n * whole + 1n }, 'risky', { ...usd, amount: '1000.000001', to: friend }, large],
    [
      'as much of a token as the operator lets, its symbol of two alphabets',
      { ...transfer, token: dai, amount: 5n },
      'normal',
      { symbol: 'DАI', unverified: 'true', mixedScript: 'true', token: dai, amount: '0.000000000000000005', to: friend },
    ],
    [
      'more than the operator lets',
      { ...transfer, token: dai, amount: 6n },
      'risky',
      { symbol: 'DАI', unverified: 'true', mixedScript: 'true', token: dai, amount: '0.000000000000000006', to: friend },
      large,
    ],
    ['a token that does not say its decimals', { ...transfer, token: bare }, 'caution', { ...nameless, amount: '1000000000', to: friend }],
    ['nothing of it', { ...transfer, token: bare, amount: 0n }, 'normal', { ...nameless, amount: '0', to: friend }],
    [
      'a token that is not there',
      { ...transfer, token: gone, amount: 0n },
      'risky',
      { ...nameless, token: gone, amount: '0', to: friend },
      unverified(gone, 'noCode'),
    ],
    ['the account’s own, as of somebody’s', { ...transfer, from: own }, 'normal', { ...usd, amount: '1000', to: friend }],
    ['somebody else’s to somebody else', { ...transfer, from: safe }, 'risky', { ...usd, amount: '1000', to: friend, from: safe }],
    ['somebody else’s to the account', { ...transfer, from: safe, to: own }, 'normal', { ...usd, amount: '1000', to: own, from: safe }],
    ['what a shared account has', { ...transfer, by: safe }, 'risky', { ...usd, amount: '1000', to: friend, from: safe }],
    [
      'an item by its id where the contract is a collection, to somebody new',
      { ...transfer, token: apes, to: alice, amount: 7n },
      'caution',
      { ...ape, token: apes, amount: '1', tokenId: '7', to: alice },
      isNew(alice),
    ],
    ['an item of the account’s', { ...transfer, token: apes, amount: 7n }, 'normal', { ...item, amount: '1' }],
    ['items of the account’s', nft, 'normal', item],
    ['items of somebody else', { ...nft, from: safe }, 'risky', { ...item, from: safe }],
    ['items of somebody else to the account', { ...nft, from: safe, to: own }, 'normal', { ...item, from: safe, to: own }],
    [
      'items of a collection that is not there, to somebody new',
      { ...nft, collection: gone, to: alice },
      'risky',
      { symbol: '', unverified: 'true', token: gone, tokenId: '7', amount: '2', to: alice },
      unverified(gone, 'noCode'),
      isNew(alice),
    ],
  ])
})

describe('who may spend', () => {
  const approve = { kind: 'approve', token: usdc, spender: permit2, amount: whole } as const
  const one = { ...usd, amount: '1', spender: permit2 }
  const all = { ...usd, amount: '', unlimited: 'true', spender: permit2 }
  const known = (amount: string, token: Address) => ({ symbol: 'WETH', unverified: 'true', token, amount, spender: permit2 })
  each('approve', [
    ['a contract that is everywhere', approve, 'normal', one],
    ['more than is usual', { ...approve, amount: 1001n * whole }, 'risky', { ...one, amount: '1001' }, large],
    [
      'until some time, on top, and of a shared account',
      { ...approve, until: 0n, add: true, by: safe },
      'normal',
      {
        ...one,
        until: '1970-01-01T00:00:00Z',
        added: 'true',
        owner: safe,
      },
    ],
    ['all that there is', { ...approve, amount: 10n ** 20n }, 'risky', all, unlimited(permit2)],
    ['nearly all that there is', { ...approve, amount: 10n ** 20n - 1n }, 'risky', { ...one, amount: '99999999999999.999999' }, large],
    [
      'all bits of 96, where nobody says how much there is',
      { ...approve, token: weth, amount: 2n ** 96n - 1n },
      'risky',
      { ...known('', weth), unlimited: 'true' },
      unlimited(permit2),
    ],
    ['one less', { ...approve, token: weth, amount: 2n ** 96n - 2n }, 'risky', known('79228162514.264337593543950334', weth), large],
    ['a plain account', { ...approve, spender: alice }, 'risky', { ...one, spender: alice }, unverified(alice, 'account')],
    ['another contract', { ...approve, spender: router }, 'caution', { ...one, spender: router }, unverified(router, 'contract')],
    [
      'one of which the node says nothing',
      { ...approve, spender: dark },
      'caution',
      { ...one, spender: dark },
      unverified(dark, 'unknown'),
    ],
    ['nobody any more, by a contract', { ...approve, spender: router, amount: 0n }, 'normal', { ...one, spender: router, amount: '0' }],
    [
      'the first item of a collection, which is no taking back',
      { ...approve, token: apes, spender: router, amount: 0n },
      'caution',
      { ...ape, token: apes, amount: '1', tokenId: '0', spender: router },
      unverified(router, 'contract'),
    ],
    [
      'a token that is not there',
      { ...approve, token: gone, amount: 0n },
      'risky',
      { ...nameless, token: gone, amount: '0', spender: permit2 },
      unverified(gone, 'noCode'),
    ],
  ])

  const permit = { kind: 'permit', token: usdc, spender: permit2, amount: whole } as const
  const signed: Warning = { kind: 'permit', values: { spender: permit2 } }
  each('permit', [
    ['by signature', permit, 'risky', one, signed],
    [
      'by signature, of the account that is named',
      { ...permit, owner: own, until: 60n },
      'risky',
      {
        ...one,
        until: '1970-01-01T00:01:00Z',
      },
      signed,
    ],
    ['by signature, of somebody else', { ...permit, owner: safe }, 'risky', { ...one, owner: safe }, signed],
    ['by signature without a limit', { ...permit, amount: 'unlimited' }, 'risky', all, unlimited(permit2), signed],
    ['by signature as much as fits', { ...permit, amount: maxUint256 }, 'risky', all, unlimited(permit2), signed],
    [
      'by signature of a token that is not there, for a plain account',
      { ...permit, token: gone, spender: alice },
      'risky',
      { ...nameless, token: gone, amount: '1000000', spender: alice },
      unverified(alice, 'account'),
      unverified(gone, 'noCode'),
      { kind: 'permit', values: { spender: alice } },
    ],
  ])

  const forAll = { kind: 'approvalForAll', collection: apes, operator: permit2, approved: true } as const
  const held = { ...ape, collection: apes, operator: permit2, approved: 'true' }
  each('approvalForAll', [
    ['whatever is held of a collection', forAll, 'risky', held, { kind: 'approvalForAll', values: { operator: permit2 } }],
    [
      'whatever a shared account holds, by a contract',
      { ...forAll, operator: router, by: safe },
      'risky',
      { ...held, operator: router, account: safe },
      { kind: 'approvalForAll', values: { operator: router } },
      unverified(router, 'contract'),
    ],
    ['nothing of it any more', { ...forAll, approved: false }, 'normal', { ...held, approved: 'false' }],
  ])
})

describe('who gets a say', () => {
  const handed: Warning = { kind: 'delegation', values: { delegate: router } }
  each('delegation', [
    ['code over this account', { kind: 'delegation', delegate: router }, 'risky', { delegate: router }, handed],
    ['over another one', { kind: 'delegation', delegate: router, account: safe }, 'risky', { delegate: router, account: safe }, handed],
    [
      'over a shared one',
      { kind: 'control', account: safe, what: 'enableModule', delegate: router },
      'risky',
      { account: safe, what: 'enableModule', delegate: router },
      handed,
    ],
  ])
})
