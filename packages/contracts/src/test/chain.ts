import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { delegationContracts, entryPointDeployment, placeContracts, receiptOf, simple7702Deployment } from '@portico/chains/evm'
import {
  type Address,
  type Chain,
  type Hex,
  type HttpTransport,
  type PublicClient,
  type TestClient,
  type TransactionReceipt,
  createPublicClient,
  createTestClient,
  defineChain,
  http,
  numberToHex,
  parseEther,
} from 'viem'
import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { deployAccountFactory, deployPaymaster } from '../deploy/index.js'

export interface Transaction {
  /** The bundler, unless told. Anvil takes anybody's word for who sends. */
  from?: Address
  to: Address
  data?: Hex
  value?: bigint
  gas?: bigint
}

export interface TestChain {
  readonly chainId: number
  readonly reader: PublicClient<HttpTransport, Chain>
  /** May do anything to the chain. */
  readonly test: TestClient<'anvil', HttpTransport, Chain>
  /** Sends a transaction, and gives what became of it. */
  send(transaction: Transaction): Promise<TransactionReceipt>
  readonly bundler: Address
  readonly paymaster: Address
  /** The paymaster's owner. */
  readonly operator: PrivateKeyAccount
  /** The paymaster's signer. */
  readonly sponsor: PrivateKeyAccount
  stop(): void
}

/** A chain of its own with the entry point, Simple7702Account, the DelegationManager and its enforcers, our factory and a paymaster with 100 ether. */
export async function startChain(chainId = 8453, args: readonly string[] = []): Promise<TestChain> {
  const { url, stop } = await startAnvil(['--chain-id', String(chainId), ...args])
  const chain: Chain = defineChain({
    id: chainId,
    name: `Local ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const transport = http()
  const reader = createPublicClient({ chain, transport, cacheTime: 0, pollingInterval: 10 })
  const test = createTestClient({ chain, transport, mode: 'anvil' })
  await test.setAutomine(true)
  await test.request({ method: 'anvil_autoImpersonateAccount', params: [true] } as never)

  const bundler = privateKeyToAccount(generatePrivateKey()).address
  await test.setBalance({ address: bundler, value: parseEther('100000') })
  const send = async ({ from = bundler, to, data = '0x', value = 0n, gas = 6_000_000n }: Transaction): Promise<TransactionReceipt> => {
    const transaction = { from, to, data, value: numberToHex(value), gas: numberToHex(gas) }
    const hash = await reader.request({ method: 'eth_sendTransaction', params: [transaction] } as never)
    return receiptOf(reader, hash)
  }

  const operator = privateKeyToAccount(generatePrivateKey())
  const sponsor = privateKeyToAccount(generatePrivateKey())
  const paymaster = deployPaymaster({ owner: operator.address, signer: sponsor.address })
  await placeContracts((calls) => Promise.all(calls.map((call) => reader.request(call as never))), delegationContracts())
  for (const { to, data } of [entryPointDeployment(), simple7702Deployment(), deployAccountFactory(), paymaster]) await send({ to, data })
  await send({ to: paymaster.address, data: '0xd0e30db0', value: parseEther('100') })
  return { chainId, reader, test, send, bundler, paymaster: paymaster.address, operator, sponsor, stop }
}

/** It takes a free port itself: one that is looked up before may be somebody else's by the time it starts. */
async function startAnvil(args: readonly string[]): Promise<{ url: string; stop: () => void }> {
  const child = spawn(anvilPath(), ['--host', '127.0.0.1', '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length > 100_000) return
      output += text
      const address = /Listening on (\S+:\d+)/.exec(output)?.[1]
      if (address) resolve(`http://${address}`)
    })
    child.once('error', reject).once('exit', () => reject(new Error(`anvil ended early: ${output}`)))
  })
  return { url, stop: () => void child.kill('SIGKILL') }
}

function anvilPath(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const fromAnvil = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  return fromAnvil.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
}
