import { formatAmount, toDecimal, type NetworkId, type TypedData } from '@portico/core'
import { addresses, collectionAbi, routerAbi, tokenAbi } from '@portico/sandbox/contracts'
import {
  createClient,
  encodeFunctionData,
  formatGwei,
  http,
  isAddress as isEvmAddress,
  isHex,
  parseUnits,
  verifyMessage,
  verifyTypedData,
  type Address,
  type Hex,
} from 'viem'
import {
  getBalance,
  getBlock,
  getBlockNumber,
  getCode,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
} from 'viem/actions'
import { feeText } from '../cards/amounts.js'
import { rpcUrlOf } from '../config.js'
import type { ChainFacts, SignedText } from './load.js'
import { tokens, usdc, type DemoToken } from './tokens.js'

/** With the checks of its letters' case, where it has both (EIP-55). */
export const isAddress = (text: string): boolean => isEvmAddress(text)

/** @throws when the network is not one of the demo's */
function clientOf(networkId: NetworkId) {
  const url = rpcUrlOf(networkId)
  if (!url) throw Object.assign(new Error(`No node for ${networkId}.`), { shown: 'Meridian has no node for this network' })
  return createClient({ transport: http(url) })
}

/** @throws when the text is no address */
function addressOf(text: string): Address {
  if (!isEvmAddress(text, { strict: false })) throw new Error(`'${text}' is no address.`)
  return text
}

function hexOf(text: string): Hex {
  if (!isHex(text)) throw new Error('Expected 0x and hex digits.')
  return text
}

const contractOf = (token: DemoToken): Address => addresses[token.key]

/** Whether a signature of a text was made with the key of an address. Computed here: nobody is asked. */
export const verifyText = ({ address, message, signature }: SignedText): Promise<boolean> =>
  verifyMessage({ address: addressOf(address), message, signature: hexOf(signature) })

/** Whether a signature of typed data was made with the key of an address. Computed here: nobody is asked. */
export const verifyData = ({
  address,
  typedData,
  signature,
}: {
  address: string
  typedData: TypedData
  signature: string
}): Promise<boolean> => verifyTypedData({ ...typedData, address: addressOf(address), signature: hexOf(signature) })

export interface TokenHolding {
  readonly token: DemoToken
  /** In the token's smallest unit. */
  readonly units: bigint
}

/** What an address holds of the demo's tokens. */
export function readHoldings({ networkId, owner }: { networkId: NetworkId; owner: string }): Promise<readonly TokenHolding[]> {
  const client = clientOf(networkId)
  const args = [addressOf(owner)] as const
  return Promise.all(
    tokens.map(async (token) => ({
      token,
      units: await readContract(client, { address: contractOf(token), abi: tokenAbi, functionName: 'balanceOf', args }),
    })),
  )
}

/** A call that makes new tokens for an address. `amount` in whole tokens. */
export function mintCall({ token, to, amount }: { token: DemoToken; to: string; amount: string }) {
  const args = [addressOf(to), parseUnits(amount, token.decimals)] as const
  return { to: contractOf(token), data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args }) }
}

/** A call that moves tokens of the caller. `amount` in whole tokens. */
export function transferCall({ token, to, amount }: { token: DemoToken; to: string; amount: string }) {
  const args = [addressOf(to), parseUnits(amount, token.decimals)] as const
  return { to: contractOf(token), data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args }) }
}

/** Calls that give an address a doorway and 50 USDC, and swap 20 of them for PORT at the price of now, or up to a hundredth worse. */
export async function welcomeCalls({ networkId, to }: { networkId: NetworkId; to: string }) {
  const client = clientOf(networkId)
  const owner = addressOf(to)
  const spent = parseUnits('20', usdc.decimals)
  const path = [addresses.usdc, addresses.weth, addresses.port] as const
  const router = { address: addresses.router, abi: routerAbi } as const
  const [amounts, { timestamp }] = await Promise.all([
    readContract(client, { ...router, functionName: 'getAmountsOut', args: [spent, path] }),
    getBlock(client),
  ])
  const least = ((amounts.at(-1) ?? 0n) * 99n) / 100n
  // By the chain's clock, which the sandbox may have moved ahead, and which stands where nothing happens.
  const now = BigInt(Math.floor(Date.now() / 1000))
  const deadline = (timestamp > now ? timestamp : now) + 3600n
  return [
    { to: addresses.collection, data: encodeFunctionData({ abi: collectionAbi, functionName: 'mint', args: [owner] }) },
    mintCall({ token: usdc, to, amount: '50' }),
    { to: addresses.usdc, data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [addresses.router, spent] }) },
    {
      to: addresses.router,
      data: encodeFunctionData({ ...router, functionName: 'swapExactTokensForTokens', args: [spent, least, path, owner, deadline] }),
    },
  ]
}

/** What a permit needs of the chain: the contract, its name, and the owner's next number. */
export async function readPermitFacts({ networkId, owner, token }: { networkId: NetworkId; owner: string; token: DemoToken }) {
  const client = clientOf(networkId)
  const address = contractOf(token)
  const [name, nonce] = await Promise.all([
    readContract(client, { address, abi: tokenAbi, functionName: 'name' }),
    readContract(client, { address, abi: tokenAbi, functionName: 'nonces', args: [addressOf(owner)] }),
  ])
  return { address, name, nonce }
}

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const whole = new Intl.NumberFormat('en')

/** A mined transaction, read back from the chain: block, gas, fee. @throws when it is not in a block */
export async function readTransactionFacts({ networkId, hash }: { networkId: NetworkId; hash: string }): Promise<ChainFacts> {
  const client = clientOf(networkId)
  const [{ nonce }, receipt] = await Promise.all([
    getTransaction(client, { hash: hexOf(hash) }),
    getTransactionReceipt(client, { hash: hexOf(hash) }),
  ])
  const { blockNumber, gasUsed, effectiveGasPrice } = receipt
  const { timestamp } = await getBlock(client, { blockNumber })
  return [
    ['Block', whole.format(blockNumber)],
    ['Time', time.format(new Date(Number(timestamp) * 1000))],
    ['Gas', `${whole.format(gasUsed)} at ${formatGwei(effectiveGasPrice).slice(0, 6)} gwei`],
    ['Fee', feeText(gasUsed * effectiveGasPrice, { symbol: 'ETH', decimals: 18 })],
    ['Nonce', String(nonce)],
  ]
}

/** What the chain knows of an address. */
export async function readAddressFacts({ networkId, address }: { networkId: NetworkId; address: string }): Promise<ChainFacts> {
  const client = clientOf(networkId)
  const at = addressOf(address)
  const [balance, nonce, code, block, holdings] = await Promise.all([
    getBalance(client, { address: at }),
    getTransactionCount(client, { address: at }),
    getCode(client, { address: at }),
    getBlockNumber(client),
    readHoldings({ networkId, owner: at }),
  ])
  return [
    ['Kind', code === undefined ? 'Account' : 'Contract'],
    ['Balance', `${toDecimal(balance, 18)} ETH`],
    ...holdings.map(({ token, units }) => [token.symbol, formatAmount(units, token.decimals, 'en')] as const),
    ['Transactions', String(nonce)],
    ['As of block', String(block)],
  ]
}
