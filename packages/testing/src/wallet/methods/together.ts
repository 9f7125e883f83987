import { encodeFunctionData, isHex, parseAbi, zeroAddress, type Hex, type LocalAccount } from 'viem'
import { callChain, type WalletCore } from '../core.js'
import { rpcError, rpcErrorCodes } from '../errors.js'
import { askQuantity, readFees, type TransactionFields } from './transactions.js'

/** Multicall3, at the address that it has on every chain. */
const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
const abi = parseAbi([
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
])

export interface Together {
  readonly key: LocalAccount
  readonly chainId: number
  readonly calls: readonly TransactionFields[]
}

/**
 * Sends calls in one transaction of the account to itself, which is lent Multicall3's code by the same transaction (EIP-7702): to
 * each contract, it is the account that calls. A second transaction takes the code back: it obeys everybody, and with it the account
 * would sign in nowhere, since a contract's signature is asked of its code. @returns the first one's hash
 */
export function sendTogether(core: WalletCore, { key, chainId, calls }: Together): Promise<Hex> {
  return core.inOrder(chainId, async () => {
    if (!key.signAuthorization) throw rpcError(rpcErrorCodes.internal, 'The key cannot sign an authorisation.')
    const nonce = Number(await askQuantity(core, chainId, 'eth_getTransactionCount', [key.address, 'pending']))
    const fees = await readFees(core, chainId, {})
    if (fees.type === 'legacy') throw rpcError(rpcErrorCodes.internal, 'The chain is older than EIP-7702.')
    const { signAuthorization } = key
    // Each is used after its own transaction, and counts as one more.
    const lend = await signAuthorization({ address: multicall, chainId, nonce: nonce + 1 })
    const takeBack = await signAuthorization({ address: zeroAddress, chainId, nonce: nonce + 3 })
    const common = { ...fees, type: 'eip7702', chainId, to: key.address } as const
    const list = calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to ?? key.address, allowFailure: false, value, callData: data }))
    const raw = await key.signTransaction({
      ...common,
      nonce,
      gas: 200_000n + 300_000n * BigInt(calls.length),
      value: list.reduce((sum, { value }) => sum + value, 0n),
      data: encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [list] }),
      authorizationList: [lend],
    })
    const after = await key.signTransaction({ ...common, nonce: nonce + 2, gas: 100_000n, authorizationList: [takeBack] })
    const hash = await callChain(core, chainId, 'eth_sendRawTransaction', [raw])
    if (!isHex(hash)) throw rpcError(rpcErrorCodes.internal, 'The node gave no transaction hash.')
    await callChain(core, chainId, 'eth_sendRawTransaction', [after])
    return hash
  })
}
