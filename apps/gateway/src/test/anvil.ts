import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type Hex, concat, encodeAbiParameters, pad, toHex } from 'viem'
import { z } from 'zod'
import { type ChainOptions, readChains } from '../chains/chains.js'
import { topics } from '../indexer/decodeLogs.js'
import { type Node, createNode } from '../rpc/node.js'

/** A local chain whose accounts need no keys. */
export interface TestChain {
  readonly url: string
  readonly node: Node
  /** Two of its accounts that have coins. */
  readonly alice: Hex
  readonly bob: Hex
  readonly run: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  /** Sends a transaction and mines it. */
  readonly send: (transaction: { from?: Hex; to?: Hex; value?: bigint; data?: Hex; gas?: Hex }) => Promise<Hex>
  readonly mine: (blocks: number) => Promise<void>
  /** The options of the gateway for it. */
  readonly options: (more?: Partial<ChainOptions>) => ChainOptions
  readonly stop: () => Promise<void>
}

export async function startAnvil(chainId = 31_337): Promise<TestChain> {
  const child = spawn(anvilPath(), ['--port', '0', '--chain-id', String(chainId)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length > 100_000) return
      output += text
      const address = /Listening on (\S+:\d+)/.exec(output)?.[1]
      if (address) resolve(`http://${address}`)
    })
    child.once('exit', () => reject(new Error(`anvil ended early: ${output}`)))
  })
  const node = createNode({ urls: [url], fetch })
  const run = (method: string, ...params: readonly unknown[]): Promise<unknown> => node.call({ method, params }, z.unknown())
  const [alice, bob] = z
    .tuple([hex, hex])
    .rest(hex)
    .parse(await run('eth_accounts'))
  return {
    url,
    node,
    alice,
    bob,
    run,
    send: async ({ from = alice, value, ...rest }) => {
      const gas = toHex(2_000_000)
      return hex.parse(await run('eth_sendTransaction', { from, gas, ...(value !== undefined && { value: toHex(value) }), ...rest }))
    },
    mine: async (blocks) => void (await run('anvil_mine', toHex(blocks))),
    options: (more) => ({
      id: `eip155:${chainId}`,
      name: 'Local',
      rpc: [url],
      native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      startBlock: 0,
      pollMs: 50,
      ...more,
    }),
    stop: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** One chain, with its defaults. */
export function chainOf(options: ChainOptions) {
  const [chain] = readChains([options])
  if (!chain) throw new Error('There is no chain.')
  return chain
}

const hex = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))

/** The program itself, so that the signal reaches it. */
function anvilPath(): string {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  return resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
}

/**
 * The code of a contract that logs what it is told to: its topics, then data. Asked for the balance of an address, it tells what stands
 * in its storage under it.
 */
export function echoCode(topicCount: 2 | 3 | 4): Hex {
  const byte = (value: number): string => value.toString(16).padStart(2, '0')
  const skip = byte(topicCount * 32)
  const topicsFromLast = Array.from({ length: topicCount }, (_, at) => `60${byte((topicCount - 1 - at) * 32)}35`).join('')
  // selector == balanceOf ? jump : copy the data, push the topics, log.
  const choose = `60003560e01c6370a082311460${byte(30 + topicCount * 3)}57`
  const log = `60${skip}36038060${skip}600037${topicsFromLast}${byte(0x80 + topicCount)}6000${byte(0xa0 + topicCount)}00`
  return `0x${choose}${log}5b6004355460005260206000f3`
}

const word = (value: bigint | Hex): Hex => (typeof value === 'bigint' ? toHex(value, { size: 32 }) : pad(value, { size: 32 }))

/** What makes an echo log a transfer of an ERC-20 token, or an approval. */
export function erc20Log(name: 'transfer' | 'approval', from: Hex, to: Hex, amount: bigint): Hex {
  return concat([topics[name], word(from), word(to), word(amount)])
}

export function erc721Log(from: Hex, to: Hex, tokenId: bigint): Hex {
  return concat([topics.transfer, word(from), word(to), word(tokenId)])
}

export function erc1155Log(operator: Hex, from: Hex, to: Hex, ids: readonly bigint[], amounts: readonly bigint[]): Hex {
  const data = encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, amounts])
  return concat([topics.transferBatch, word(operator), word(from), word(to), data])
}
