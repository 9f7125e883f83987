import { accountInitCode } from '@portico/contracts'
import type { Hex } from 'viem'
import type { Operation } from '../bundler/operation.js'
import { type Ask, type World, send } from '../bundler/test/world.js'
import { type Sponsored, type Visitor, sponsor } from '../paymaster/test/sponsored.js'

/** Somebody's operation, which pays for itself or asks the site to. */
export interface Offer {
  readonly visitor: Visitor
  readonly draft: Operation
  readonly isSponsored: boolean
  /** Its signature, where it is known before the clock runs: what is sponsored is signed after it was agreed to. */
  readonly signed: Operation | undefined
}

export interface CrowdParameters {
  world: World
  sponsored: Sponsored
  /** Visitors whose accounts stand already, and operations of all. */
  accounts: number
  count: number
  /** One of so many deploys its account. */
  freshOf: number
}

/** Operations of many accounts, every second one sponsored. Those of one account have nonce keys of their own: none waits for another. */
export async function gatherCrowd({ world, sponsored, accounts, count, freshOf }: CrowdParameters): Promise<readonly Offer[]> {
  const veterans: Visitor[] = []
  for (let at = 0; at < accounts; at += 1) {
    const visitor = sponsored.user()
    const { factory, factoryData } = accountInitCode(visitor.owner.address)
    await world.chain.send({ to: factory, data: factoryData })
    veterans.push(visitor)
  }
  await world.chain.mine(1)
  const offers: Offer[] = []
  for (let at = 0; at < count; at += 1) {
    const visitor = at % freshOf === 0 ? undefined : veterans[at % accounts]
    offers.push(await offerOf({ world, visitor: visitor ?? sponsored.user(), isSponsored: at % 2 === 0, key: BigInt(at) }))
  }
  return offers
}

interface OfferParameters {
  world: World
  visitor: Visitor
  isSponsored: boolean
  /** Nonce key. */
  key?: bigint
}

export async function offerOf({ world, visitor, isSponsored, key = 0n }: OfferParameters): Promise<Offer> {
  // Who pays for himself has a tenth of an ether.
  if (!isSponsored) await world.chain.run('anvil_setBalance', visitor.address, '0x16345785d8a0000')
  const first = await visitor.draft()
  const draft = key > 0n ? { ...first, nonce: key << 64n } : first
  return { visitor, draft, isSponsored, signed: isSponsored ? undefined : await visitor.sign(draft) }
}

/** Sends it, after the site has agreed where it is sponsored; gives its hash. @throws Error where it is refused */
export async function bring(ask: Ask, { visitor, draft, isSponsored, signed }: Offer): Promise<Hex> {
  const operation = signed ?? (await visitor.sign(isSponsored ? await agreed(ask, draft) : draft))
  const { result, error } = await send(ask, operation)
  if (error) throw new Error(error.message)
  return result as Hex
}

async function agreed(ask: Ask, draft: Operation): Promise<Operation> {
  const { operation, error } = await sponsor(ask, draft)
  if (error) throw new Error(error.message)
  return operation
}
