import type { NetworkId } from '@portico/core'
import type { GrantedPermission, PermissionTerms } from '@portico/core/permissions'
import { simple7702Account } from '@portico/contracts'
import { redeemPermission } from '@portico/contracts/permissions'
import { addresses, collectionAbi } from '@portico/sandbox/contracts'
import { createClient, encodeFunctionData, getAddress, http, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createBundlerClient, toSimple7702SmartAccount } from 'viem/account-abstraction'
import { getCode, getTransactionCount } from 'viem/actions'
import { chainIdOf, rpcUrlOf } from '../config.js'
import { walletUrl } from '../login.js'
import { sponsorUrl } from '../nodes.js'

/** A game that was allowed: the site's own key for it, and what the account let that key do. */
export interface Game extends Pick<GrantedPermission, 'context' | 'dependencies'> {
  /** Private, of the site's own making: it can do what was allowed, until it ends, and nothing else. */
  readonly key: Hex
  readonly networkId: NetworkId
  /** The account that plays. */
  readonly player: string
}

/** What the key tries to do. All but a move is more than was allowed. */
export type Play = 'move' | 'other contract' | 'too much' | 'other network'

export type Outcome =
  | { readonly status: 'done'; readonly hash: Hex }
  /** Nothing was signed, so nothing has moved. `over`: no move will be made any more. */
  | { readonly status: 'refused'; readonly sentence: string; readonly over: boolean }

export const newKey = (): Hex => generatePrivateKey()

/** What the site asks for: one method of one contract, nothing that leaves the account, and an end. `seconds` from now. */
export const termsOf = (key: Hex, seconds: number): PermissionTerms => ({
  delegate: privateKeyToAccount(key).address,
  expiry: Math.floor(Date.now() / 1000) + seconds,
  spending: { token: 'native', amount: 0n },
  contracts: [addresses.collection],
  methods: ['mint(address)'],
  justification: 'So that you can play without being asked for each move',
})

/**
 * One move, by the site's own key: nobody is asked. The wallet signs this one use of the permission, and the key redeems it by a user operation,
 * whose fee the site pays: the key has no ether, and becomes an account by EIP-7702.
 */
export async function play({ game, what }: { readonly game: Game; readonly what: Play }): Promise<Outcome> {
  const { key, networkId, context, dependencies } = game
  const holder = privateKeyToAccount(key)
  const player = getAddress(game.player)
  const used = await redeemPermission({ wallet: walletUrl(), context, holder, ...callOf(what, networkId, player) }).catch(
    (error: unknown) => {
      const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
      if (code !== 'not_found' && code !== 'not_covered') throw error
      return { refused: String(message), over: code === 'not_found' }
    },
  )
  if ('refused' in used) return { status: 'refused', sentence: used.refused, over: used.over }

  const id = chainIdOf(networkId)
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const url = rpcUrlOf(networkId) ?? ''
  const client = createClient({
    chain: { id, name: networkId, nativeCurrency: ether, rpcUrls: { default: { http: [url] } } },
    transport: http(url),
  })
  const account = await toSimple7702SmartAccount({ client, owner: holder })
  const bundler = createBundlerClient({
    account,
    client,
    transport: http(sponsorUrl(networkId)),
    paymaster: true,
    paymasterContext: { policyId: 'game' },
    pollingInterval: 200,
  })
  const [code, accountCode, nonce] = await Promise.all([
    getCode(client, { address: holder.address }),
    getCode(client, { address: player }),
    getTransactionCount(client, { address: holder.address }),
  ])
  const makes = accountCode ? [] : dependencies.map(({ factory, factoryData }) => ({ to: factory, data: factoryData }))
  const operation = await bundler.sendUserOperation({
    calls: [...makes, used.call],
    ...(!code && { authorization: await holder.signAuthorization({ address: simple7702Account, chainId: id, nonce }) }),
  })
  const { success, receipt } = await bundler.waitForUserOperationReceipt({ hash: operation })
  if (!success)
    throw Object.assign(new Error('The operation failed.'), { shown: 'The move was sent, and the chain did not let it through' })
  return { status: 'done', hash: receipt.transactionHash }
}

function callOf(what: Play, networkId: NetworkId, player: Address) {
  const opened = {
    to: addresses.collection,
    data: encodeFunctionData({ abi: collectionAbi, functionName: 'mint', args: [player] }),
  } as const
  if (what === 'other contract') return { networkId, call: { ...opened, to: addresses.port } }
  if (what === 'too much') return { networkId, call: { ...opened, value: 1n } }
  if (what === 'other network') return { networkId: networkId === 'eip155:10' ? 'eip155:8453' : 'eip155:10', call: opened }
  return { networkId, call: opened }
}
