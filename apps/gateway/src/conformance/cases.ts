import { delegationContracts, placeContracts } from '@portico/chains/evm'
import { typedDataToSign, wrapTypedDataSignature } from '@portico/contracts'
import {
  type SignedDelegation,
  delegationTypedData,
  makeDelegation,
  redeemDelegations,
  stopDelegation,
} from '@portico/contracts/permissions'
import { slice } from 'viem'
import { z } from 'zod'
import type { Operation } from '../bundler/operation.js'
import type { World } from '../bundler/test/world.js'
import { plainAddresses } from '../paymaster/test/plain.js'
import { type Sponsored, type Visitor, mintData, token } from '../paymaster/test/sponsored.js'
import { hexNumber } from '../rpc/node.js'

/** An operation, and what has to come of it. */
export interface Case {
  readonly name: string
  readonly draft: Operation
  readonly sign: (operation: Operation) => Promise<Operation>
  /** Paid for by our paymaster. */
  readonly isSponsored: boolean
  /** Mints that it is mined with; undefined where a bundler has to refuse it. */
  readonly mints: number | undefined
}

const mint = { to: token, data: mintData }

/** One after the other, since each needs what the one before has done. */
export async function* casesOf(world: World, sponsored: Sponsored): AsyncGenerator<Case> {
  const payer = sponsored.user()
  await world.chain.run('anvil_setBalance', payer.address, '0xde0b6b3a7640000')
  const own = { draft: await payer.draft([mint, mint]), sign: payer.sign, isSponsored: false, mints: 2 }
  yield { name: 'our account: deploys, a batch of two, pays itself', ...own }

  const guest = sponsored.user()
  const paid = { sign: guest.sign, isSponsored: true }
  yield {
    name: 'our account and paymaster: deploys, a batch of two, holds no coins',
    draft: await guest.draft([mint, mint]),
    ...paid,
    mints: 2,
  }
  yield { name: 'our account and paymaster: once more', draft: await guest.draft(), ...paid, mints: 1 }
  const stranger = sponsored.user()
  yield { name: "refused: another key's signature", draft: await guest.draft(), ...paid, sign: stranger.sign, mints: undefined }
  yield { name: 'refused: a nonce that is used', draft: { ...(await guest.draft()), nonce: 0n }, ...paid, mints: undefined }

  const { visit } = plainAddresses(world)
  const plain = await visit()
  const authorization = await plain.authorize(world.delegate)
  const first = { draft: { ...plain.draft, authorization }, sign: plain.sign, isSponsored: true, mints: 1 }
  yield { name: 'a plain address (EIP-7702) and our paymaster: with its authorization', ...first }
  const { factory: _, factoryData: __, ...delegated } = plain.draft
  const again = { draft: { ...delegated, nonce: 1n }, sign: plain.sign, isSponsored: true, mints: 1 }
  yield { name: 'a plain address (EIP-7702) and our paymaster: once more', ...again }

  await placeContracts((calls) => Promise.all(calls.map(({ method, params }) => world.chain.run(method, ...params))), delegationContracts())
  const game = sponsored.user()
  const granted = await grant(world, guest, game)
  const redeemed = () => game.draft([redeemDelegations([{ delegation: granted, call: mint }])])
  const playing = { sign: game.sign, isSponsored: true }
  yield { name: "a permission of our account, by a game's account", draft: await redeemed(), ...playing, mints: 1 }
  yield { name: 'our account stops the permission', draft: await guest.draft([stopDelegation(granted)]), ...paid, mints: 0 }
  yield { name: 'refused: a permission after its stop', draft: await redeemed(), ...playing, mints: undefined }
}

/** To mint nine times within the hour. */
async function grant(world: World, giver: Visitor, taker: Visitor): Promise<SignedDelegation> {
  const latest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const { timestamp } = await world.chain.node.call(latest, z.object({ timestamp: hexNumber }))
  const scope = { kind: 'calls', contract: token, methods: [slice(mintData, 0, 4)], times: 9 } as const
  const times = { validAfter: timestamp, validUntil: timestamp + 3600 }
  const delegation = makeDelegation({ account: giver.address, delegate: taker.address, scope, ...times, salt: 1n })
  const typedData = delegationTypedData({ delegation, chainId: world.number })
  const signature = await giver.owner.signTypedData(typedDataToSign({ account: giver.address, chainId: world.number, typedData }))
  return { ...delegation, signature: wrapTypedDataSignature({ signature, typedData }) }
}
