import type { Hex } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { encodePaymasterData, sponsorshipToSign } from '@portico/contracts/paymaster'
import { entryPoint08 } from '@portico/contracts'
import type { TestChain } from '../../../../../../../packages/contracts/src/test/chain.js'
import { type Operation, submit } from '../../../../../../../packages/contracts/src/test/operations.js'
import type { FrameNetwork } from '../../../types.js'
import { addressOf, bodyOf, ethereum } from '../../kit.test.helper.js'

export const bundlerUrl = 'https://bundler.example/rpc'
export const paymasterUrl = 'https://paymaster.example/rpc'

/** A network with accounts that are contracts, on a chain of a test's own. */
export const smartNetwork = ({ chainId, reader }: TestChain, more: Partial<FrameNetwork> = {}): FrameNetwork => ({
  ...ethereum,
  id: `eip155:${chainId}`,
  name: 'Base',
  rpcUrl: reader.chain.rpcUrls.default.http[0] ?? '',
  smartAccounts: { bundlerUrl, paymasterUrls: [paymasterUrl] },
  ...more,
})

const quantities = /^(nonce|.*Gas|.*GasLimit|.*PerGas)$/
/** An operation as the page has sent it. */
export const readOperation = (wire: unknown): Operation =>
  Object.fromEntries(
    Object.entries(wire as Readonly<Record<string, string>>).map(([name, value]) => [name, quantities.test(name) ? BigInt(value) : value]),
  ) as unknown as Operation // the page has made it

export interface BundlerOptions {
  /** In the place of what a good one answers, by method. */
  readonly answers?: Readonly<Record<string, (params: readonly unknown[]) => unknown>>
}

/** A bundler and a paymaster that do what they are for on a real chain, unless told otherwise; the chain itself is asked as it is. */
export function bundlerDouble(chain: TestChain, { answers = {} }: BundlerOptions = {}) {
  const calls: { readonly url: string; readonly method: string; readonly params: readonly unknown[] }[] = []
  const done = new Map<string, unknown>()
  const { chainId, paymaster, sponsor, reader } = chain
  const agree = async (operation: Operation) => {
    const toSign = sponsorshipToSign({
      paymaster,
      chainId,
      operation: { ...operation, paymasterPostOpGasLimit: 0n, paymasterVerificationGasLimit: 100_000n },
      validAfter: 0,
      validUntil: 0,
    })
    return {
      paymaster,
      paymasterData: encodePaymasterData({ validAfter: 0, validUntil: 0, signature: await sponsor.signTypedData(toSign) }),
    }
  }
  const good: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_estimateUserOperationGas: () => ({ preVerificationGas: '0xea60', verificationGasLimit: '0x7a120', callGasLimit: '0x7a120' }),
    pm_getPaymasterStubData: async ([wire]) => ({
      ...(await agree(readOperation(wire))),
      paymasterVerificationGasLimit: '0x186a0',
      paymasterPostOpGasLimit: '0x0',
    }),
    pm_getPaymasterData: ([wire]) => agree(readOperation(wire)),
    async eth_sendUserOperation([wire]) {
      const operation = readOperation(wire)
      const hash = getUserOperationHash({
        chainId,
        entryPointAddress: entryPoint08.address,
        entryPointVersion: '0.8',
        userOperation: operation,
      })
      const outcome = await submit(chain, operation)
      if (outcome === 'refused') throw new Error('AA refused')
      const block = await reader.getBlock({ includeTransactions: true })
      const receipt = await reader.getTransactionReceipt({ hash: block.transactions.at(-1)?.hash ?? '0x' })
      const logs = receipt.logs.map(({ address, data, topics }) => ({ address, data, topics }))
      done.set(hash, {
        userOpHash: hash,
        success: outcome === 'done',
        logs,
        receipt: {
          transactionHash: receipt.transactionHash,
          blockHash: receipt.blockHash,
          blockNumber: `0x${receipt.blockNumber.toString(16)}`,
          gasUsed: `0x${receipt.gasUsed.toString(16)}`,
          logs,
        },
      })
      return hash
    },
    eth_getUserOperationReceipt: ([hash]) => done.get(String(hash)) ?? null,
    eth_getUserOperationByHash: ([hash]) => (done.has(String(hash)) ? {} : null),
  }
  const fetchDouble: typeof fetch = async (url, init) => {
    const to = addressOf(url)
    if (to !== bundlerUrl && to !== paymasterUrl) return fetch(url, init)
    const { method, params } = JSON.parse(bodyOf(init)) as { method: string; params: readonly unknown[] }
    calls.push({ url: to, method, params })
    try {
      const answer = answers[method] ?? good[method]
      return Response.json({ jsonrpc: '2.0', id: 1, result: await answer?.(params) })
    } catch (error) {
      return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32500, message: String((error as Error).message) } })
    }
  }
  return {
    fetch: fetchDouble,
    calls,
    sent: () => calls.flatMap(({ method, params }) => (method === 'eth_sendUserOperation' ? [params[0] as Record<string, Hex>] : [])),
  }
}
