import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { accountAddress, entryPoint08 } from '@portico/contracts'
import { freePort } from '@portico/service/ports'
import { getAddress, hexToBytes, numberToHex, parseAbiItem, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../../../../../../packages/contracts/src/test/chain.js'
import type { Keys } from '../../../types.js'
import { ethereum, testContext } from '../../kit.test.helper.js'
import { prepareRequest } from '../../prepare.js'
import { forwardRead } from '../../read.js'

const friend = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
const program = fileURLToPath(new URL('../../../../../../gateway/bin/gateway.mjs', import.meta.url))
const happened = parseAbiItem(
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
)
const folder = mkdtempSync(join(tmpdir(), 'portico-page-kill-'))
const timeout = 120_000
let chain: TestChain
let port = 0
let executor: `0x${string}`
const running = new Set<ChildProcess>()

beforeAll(async () => {
  chain = await startChain()
  port = await freePort()
  executor = generatePrivateKey()
  await chain.test.setBalance({ address: privateKeyToAccount(executor).address, value: parseEther('100') })
}, timeout)
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  chain.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The gateway as its operator starts it: the same database and the same port each time. */
async function startGateway(database: string): Promise<{ readonly kill: () => Promise<void> }> {
  const id = `eip155:${chain.chainId}`
  const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpc = [chain.reader.chain.rpcUrls.default.http[0]]
  const env = {
    ...process.env,
    PORTICO_GATEWAY_PORT: String(port),
    PORTICO_GATEWAY_DATABASE: join(folder, database),
    PORTICO_GATEWAY_CHAINS: JSON.stringify([{ id, name: 'Local', rpc, native, startBlock: 0, pollMs: 60_000 }]),
    PORTICO_GATEWAY_BUNDLERS: JSON.stringify([{ chain: id, executors: [executor], pollMs: 20 }]),
  }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('listening')) break
  const kill = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    running.delete(child)
  }
  return { kill }
}

/** Somebody with a smart account and a little ether, as their page knows them. `fetch` in the place of the browser's own. */
async function visitor(fetch: typeof globalThis.fetch = globalThis.fetch) {
  const privateKey = generatePrivateKey()
  const owner = privateKeyToAccount(privateKey).address
  const account = accountAddress(owner)
  await chain.test.setBalance({ address: account, value: parseEther('1') })
  const id = `eip155:${chain.chainId}` as const
  const bundlerUrl = `http://127.0.0.1:${port}/v1/bundler?chainId=${id}`
  const network = { ...ethereum, id, rpcUrl: chain.reader.chain.rpcUrls.default.http[0] ?? '', smartAccounts: { bundlerUrl } }
  const context = testContext({
    addresses: { eip155: account, solana: testContext().addresses.solana },
    smartAccount: { owner },
    active: { eip155: id, solana: testContext().active.solana },
    networks: [network],
    riskyAbove: { [id]: String(parseEther('1')) },
    fetch,
  })
  const keys: Pick<Keys, 'withKey'> = { withKey: async (_, run) => run(hexToBytes(privateKey)) }
  const batch = (value: bigint) => {
    const calls = [{ to: friend, value: numberToHex(value) }]
    const params = [{ version: '2.0.0', chainId: numberToHex(chain.chainId), atomicRequired: true, calls }]
    return prepareRequest({ id: 'r', method: 'wallet_sendCalls', params }, context)
  }
  const send = async (value: bigint) => ((await (await batch(value)).sign(keys)) as { id: string }).id
  const status = async (batchId: string) =>
    ((await forwardRead('wallet_getCallsStatus', [batchId], undefined, context)) as { status: number }).status
  const operations = async () =>
    chain.reader.getLogs({ address: entryPoint08.address, event: happened, args: { sender: account }, fromBlock: 0n })
  return { send, status, operations, batch, keys }
}

/** Asks as a site does, until the batch has come to its end; what it heard on the way, failures by their names. */
async function follow(status: () => Promise<number>): Promise<readonly (number | string)[]> {
  const heard: (number | string)[] = []
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const next = await status().catch((error: unknown) => (error instanceof Error ? error.name : 'unknown'))
    if (heard.at(-1) !== next) heard.push(next)
    if (typeof next === 'number' && next >= 200) return heard
    await pause(50)
  }
  throw new Error(`It never ended: ${heard.join(', ')}`)
}

test('R8: killed between the operation and its block, the gateway brings it to the chain once, and the page says nothing wrong on the way', {
  timeout,
}, async () => {
  const database = 'between.sqlite'
  const { send, status, operations } = await visitor()
  const first = await startGateway(database)
  await chain.test.setAutomine(false)
  const id = await send(7n)
  expect(await status(id)).toBe(100)
  const following = follow(() => status(id))
  await pause(300)
  await first.kill()
  await pause(1000)
  const second = await startGateway(database)
  await pause(500)
  await chain.test.setAutomine(true)
  await chain.test.mine({ blocks: 1 })
  const heard = await following
  await second.kill()
  expect(heard.at(-1)).toBe(200)
  expect(new Set(heard)).toEqual(new Set([100, 'NodeUnreachableError', 200]))
  expect((await operations()).map(({ args }) => args.success)).toEqual([true])
})

test('R8: killed before it answers that it took the operation, that happens once, and what the visitor asks for next comes after it', {
  timeout,
}, async () => {
  const database = 'unanswered.sqlite'
  let gateway = await startGateway(database)
  let isKilled = false
  const { send, status, operations } = await visitor(async (url, init) => {
    const answer = await fetch(url, init)
    const body = typeof init?.body === 'string' ? init.body : ''
    if (isKilled || !body.includes('eth_sendUserOperation')) return answer
    isKilled = true
    await gateway.kill()
    throw new TypeError('Failed to fetch')
  })
  await chain.test.setAutomine(false)
  const id = await send(8n)
  await expect(status(id)).rejects.toMatchObject({ name: 'NodeUnreachableError' })
  gateway = await startGateway(database)
  const next = send(9n)
  expect(await Promise.race([next.then(() => 'sent'), pause(1500).then(() => 'waits')])).toBe('waits')
  await chain.test.setAutomine(true)
  await chain.test.mine({ blocks: 1 })
  expect(await follow(() => status(id))).toContain(200)
  const following = await next
  expect((await follow(async () => status(following))).at(-1)).toBe(200)
  await gateway.kill()
  expect((await operations()).map(({ args }) => [args.nonce, args.success])).toEqual([
    [0n, true],
    [1n, true],
  ])
})
