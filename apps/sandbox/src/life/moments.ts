import type { Hex } from 'viem'
import type { ChainId } from '../parts.js'
import {
  type Act,
  airdropBait,
  airdropPort,
  allowRouter,
  buyDollars,
  castOf,
  deployAnything,
  giveWork,
  makeBaitToken,
  mintDoorway,
  mintWork,
  openGallery,
  overdraw,
  poison,
  sellDollars,
  sendEther,
  sendToken,
  unwrap,
  wrap,
} from './acts.js'

/** What happened in one block. */
export interface Moment {
  readonly daysAgo: number
  /** Those of one sender happen in this order; those of several must not need each other. */
  readonly acts: readonly Act[]
}

const minute = 1 / 1440

/** How far back lives go, in days. */
export const oldestDays = 731

/** The life of an account on a chain, oldest first: two years on Ethereum, one on OP Mainnet, three months on Base. */
export function momentsOf(chainId: ChainId, self: Hex, artUrl: string): readonly Moment[] {
  const moments = { 1: onEthereum, 10: onOptimism, 8453: onBase }[chainId](self, artUrl)
  return moments.toSorted((one, other) => other.daysAgo - one.daysAgo)
}

function onEthereum(self: Hex, artUrl: string): readonly Moment[] {
  const { friend, employer, shop, scammer, impostor } = castOf(self)
  const work = (...[to, name]: [Hex, Parameters<typeof mintWork>[2]]) => mintWork(scammer, to, name, artUrl)
  const months = Array.from({ length: 23 }, (_, at) => at + 1)
  return [
    { daysAgo: 730, acts: [sendEther(friend, self, '5'), sendToken(employer, self, 'usdc', '2500')] },
    { daysAgo: 727, acts: [allowRouter(self, 'usdc', '1000000'), sellDollars(self, '500')] },
    ...months.map((month) => ({ daysAgo: 30.4 * month, acts: [sendToken(employer, self, 'usdc', '900')] })),
    ...months
      .filter((month) => month % 2 === 0)
      .map((month) => ({ daysAgo: 30.4 * month - 2, acts: [sendToken(self, shop, 'usdc', '212.4')] })),
    { daysAgo: 612, acts: [overdraw(self, friend)] },
    { daysAgo: 541, acts: [openGallery(friend, 'works'), mintDoorway(self)] },
    { daysAgo: 540, acts: [mintWork(self, self, 'dusk', artUrl), mintWork(friend, self, 'window', artUrl)] },
    { daysAgo: 480, acts: [wrap(self, '0.5')] },
    { daysAgo: 470, acts: [unwrap(self, '0.2')] },
    { daysAgo: 400, acts: [airdropPort(employer, self)] },
    { daysAgo: 365, acts: [deployAnything(self)] },
    { daysAgo: 301, acts: [makeBaitToken(scammer), openGallery(scammer, 'bait')] },
    { daysAgo: 300, acts: [airdropBait(scammer, self), mintWork(scammer, self, 'hostile', artUrl, 'bait')] },
    { daysAgo: 200.4, acts: [sendEther(friend, scammer, '0.01'), sendEther(employer, impostor, '0.01')] },
    { daysAgo: 200, acts: [poison(scammer, self, impostor), sendEther(impostor, self, '0.000000000000000001')] },
    { daysAgo: 150, acts: [work(self, 'broken'), work(self, 'hostile'), work(self, 'huge'), work(self, 'missing')] },
    { daysAgo: 120, acts: [allowRouter(self, 'dai', '400')] },
    { daysAgo: 119, acts: [allowRouter(self, 'dai', '0')] },
    { daysAgo: 62, acts: [mintWork(self, self, 'window', artUrl)] },
    { daysAgo: 57, acts: [giveWork(self, friend, 7n)] },
    { daysAgo: 29, acts: [sellDollars(self, '100', '1000')] },
    { daysAgo: 7, acts: [sendEther(friend, self, '0.25')] },
    { daysAgo: 1, acts: [sendEther(self, friend, '0.05')] },
    { daysAgo: 60 * minute, acts: [sendToken(friend, self, 'dai', '120')] },
    { daysAgo: 5 * minute, acts: [sendToken(self, shop, 'usdc', '12.5')] },
  ]
}

function onOptimism(self: Hex, artUrl: string): readonly Moment[] {
  const { friend, employer, shop } = castOf(self)
  return [
    { daysAgo: 364, acts: [sendEther(friend, self, '1.2'), openGallery(friend, 'works')] },
    { daysAgo: 310, acts: [buyDollars(self, '0.4')] },
    { daysAgo: 220, acts: [sendToken(employer, self, 'dai', '640')] },
    { daysAgo: 160, acts: [overdraw(self, shop)] },
    { daysAgo: 90, acts: [mintWork(self, self, 'dusk', artUrl)] },
    { daysAgo: 21, acts: [sendToken(self, shop, 'dai', '48')] },
    { daysAgo: 2, acts: [sendEther(self, friend, '0.1')] },
  ]
}

function onBase(self: Hex, artUrl: string): readonly Moment[] {
  const { friend, shop, scammer } = castOf(self)
  return [
    { daysAgo: 92, acts: [sendEther(friend, self, '0.8')] },
    { daysAgo: 60, acts: [buyDollars(self, '0.2')] },
    { daysAgo: 45, acts: [makeBaitToken(scammer), openGallery(friend, 'works')] },
    { daysAgo: 44, acts: [airdropBait(scammer, self)] },
    { daysAgo: 12, acts: [mintWork(self, self, 'window', artUrl)] },
    { daysAgo: 3, acts: [sendToken(self, shop, 'usdc', '35')] },
    { daysAgo: 30 * minute, acts: [sendEther(friend, self, '0.02')] },
  ]
}
