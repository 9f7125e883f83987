import { type Abi, type EncodeFunctionDataParameters, type Hex, encodeFunctionData, getAddress, parseEther, parseUnits } from 'viem'
import { accounts, operator } from '../accounts.js'
import { addresses } from '../contracts/artifacts/addresses.js'
import { collectionAbi } from '../contracts/artifacts/collection.js'
import { galleryAbi, galleryBytecode } from '../contracts/artifacts/gallery.js'
import { multicallAbi } from '../contracts/artifacts/multicall.js'
import { routerAbi } from '../contracts/artifacts/router.js'
import { tokenAbi, tokenBytecode } from '../contracts/artifacts/token.js'
import { wrappedEtherAbi } from '../contracts/artifacts/wrappedEther.js'
import { create2Data, create2Deployer } from '../contracts/deployments.js'
import type { WorkName } from './works.js'
import { create2At, initCodeOf } from './initCode.js'

/** One transaction of a life. */
export interface Act {
  readonly from: Hex
  /** Absent for a deployment. */
  readonly to?: Hex
  readonly data?: Hex
  /** Wei. */
  readonly value?: bigint
  /** It is mined, and fails. */
  readonly fails?: true
}

export interface Cast {
  /** Whose life it is. */
  readonly self: Hex
  readonly friend: Hex
  readonly employer: Hex
  readonly shop: Hex
  readonly scammer: Hex
  /** Shown short it is the friend's. */
  readonly impostor: Hex
}

/** Who is in the life of an account: others of the seed, and two who are up to no good. */
export function castOf(self: Hex): Cast {
  const [friend, employer, shop] = accounts.map(({ address }) => address).filter((address) => address.toLowerCase() !== self.toLowerCase())
  if (!friend || !employer || !shop) throw new TypeError('The seed has too few accounts.')
  const impostor = getAddress(`${friend.slice(0, 6)}${'bad0'.repeat(7)}${friend.slice(34)}`)
  return { self, friend, employer, shop, scammer: getAddress('0x5ca3000000000000000000000000000000005ca3'), impostor }
}

function call<const A extends Abi>(from: Hex, to: Hex, parameters: EncodeFunctionDataParameters<A>): Act {
  return { from, to, data: encodeFunctionData(parameters as EncodeFunctionDataParameters) }
}

export const sendEther = (from: Hex, to: Hex, amount: string): Act => ({ from, to, value: parseEther(amount) })

const decimalsOf = { usdc: 6, dai: 18, port: 18 } as const
type Coin = keyof typeof decimalsOf

export const sendToken = (from: Hex, to: Hex, token: Coin, amount: string): Act =>
  call(from, addresses[token], { abi: tokenAbi, functionName: 'transfer', args: [to, parseUnits(amount, decimalsOf[token])] })

/** More than anybody has. */
export const overdraw = (from: Hex, to: Hex): Act => ({ ...sendToken(from, to, 'usdc', '10000000'), fails: true })

export const allowRouter = (from: Hex, token: Coin, amount: string): Act =>
  call(from, addresses[token], { abi: tokenAbi, functionName: 'approve', args: [addresses.router, parseUnits(amount, decimalsOf[token])] })

/** A day in the year 2100: chains of the sandbox live in the past for a while. */
const never = 4_102_444_800n

/** @param atLeast ether; more than the pool gives makes it fail */
export function sellDollars(from: Hex, amount: string, atLeast = '0'): Act {
  const args = [parseUnits(amount, 6), parseEther(atLeast), [addresses.usdc, addresses.weth], from, never] as const
  const act = call(from, addresses.router, { abi: routerAbi, functionName: 'swapExactTokensForETH', args })
  return atLeast === '0' ? act : { ...act, fails: true }
}

export function buyDollars(from: Hex, ether: string): Act {
  const args = [0n, [addresses.weth, addresses.usdc], from, never] as const
  return { ...call(from, addresses.router, { abi: routerAbi, functionName: 'swapExactETHForTokens', args }), value: parseEther(ether) }
}

export const wrap = (from: Hex, amount: string): Act => ({
  ...call(from, addresses.weth, { abi: wrappedEtherAbi, functionName: 'deposit' }),
  value: parseEther(amount),
})

export const unwrap = (from: Hex, amount: string): Act =>
  call(from, addresses.weth, { abi: wrappedEtherAbi, functionName: 'withdraw', args: [parseEther(amount)] })

export const mintDoorway = (from: Hex, to = from): Act =>
  call(from, addresses.collection, { abi: collectionAbi, functionName: 'mint', args: [to] })

/** Code that answers 42 to everything. */
export const deployAnything = (from: Hex): Act => ({ from, data: '0x600a600c600039600a6000f3602a60005260206000f3' })

/** A gallery of works, and one whose name is bait. */
export const galleries = {
  works: initCodeOf(galleryAbi, galleryBytecode, ['Night Windows', 'NIGHT']),
  bait: initCodeOf(galleryAbi, galleryBytecode, ['Claim 500 USDC at free-mint.example.com', 'CLAIM']),
} as const
const baitToken = initCodeOf(tokenAbi, tokenBytecode, ['Visit usd-reward.example.com', 'REWARD', 18, parseUnits('10000', 18), operator])

const create = (from: Hex, initCode: Hex): Act => ({ from, to: create2Deployer, data: create2Data(initCode) })
export const openGallery = (from: Hex, kind: keyof typeof galleries): Act => create(from, galleries[kind])
export const makeBaitToken = (from: Hex): Act => create(from, baitToken)

export const mintWork = (from: Hex, to: Hex, work: WorkName, artUrl: string, kind: keyof typeof galleries = 'works'): Act =>
  call(from, create2At(galleries[kind]), { abi: galleryAbi, functionName: 'mint', args: [to, `${artUrl}/${work}.json`] })

export const giveWork = (from: Hex, to: Hex, tokenId: bigint): Act =>
  call(from, create2At(galleries.works), { abi: galleryAbi, functionName: 'transferFrom', args: [from, to, tokenId] })

/** A crowd that gets the same in one transaction, the account among it. */
function airdrop(from: Hex, self: Hex, token: Hex, amount: string): Act {
  const crowd = Array.from({ length: 29 }, (_, at): Hex => `0x${(0xc0ffee00 + at).toString(16).padStart(40, '0')}`)
  const calls = [self, ...crowd].map((to) => ({
    target: token,
    allowFailure: false,
    callData: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, parseUnits(amount, 18)] }),
  }))
  return call(from, addresses.multicall3, { abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
}

export const airdropPort = (from: Hex, self: Hex): Act => airdrop(from, self, addresses.port, '40')
export const airdropBait = (from: Hex, self: Hex): Act => airdrop(from, self, create2At(baitToken), '5000')

/** Nothing, moved in the account's name to somebody who looks like a friend: anybody may, and it stands in the history. */
export const poison = (from: Hex, self: Hex, impostor: Hex): Act =>
  call(from, addresses.usdc, { abi: tokenAbi, functionName: 'transferFrom', args: [self, impostor, 0n] })
