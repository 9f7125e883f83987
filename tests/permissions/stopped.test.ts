import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, concat, encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, createAsk, createWorld, receiptOf, send } from '../../apps/gateway/src/bundler/test/world.js'
import { writeOperation } from '../../apps/gateway/src/bundler/operation.js'
import { type Gateway, createGateway } from '../../apps/gateway/src/gateway.js'
import { plainAddresses } from '../../apps/gateway/src/paymaster/test/plain.js'
import { createSponsored, sponsor } from '../../apps/gateway/src/paymaster/test/sponsored.js'
import { rootDelegation } from '../../apps/secure-site/src/delegation/delegation.js'
import { activated, offered } from '../../apps/secure-site/src/delegation/wire.js'
import { loggedInBrowser } from '../../apps/secure-site/src/server/test/login.js'
import { type TestSite, testSite } from '../../apps/secure-site/src/server/test/site.js'
import { accountAddress, typedDataToSign, wrapTypedDataSignature } from '../../packages/contracts/src/index.js'
import { delegationManager, delegationTypedData, redeemPermission } from '../../packages/contracts/src/permissions/index.js'
import { type Permission, writeExecution } from '../../packages/core/src/controllers/permissions/index.js'

const timeout = 120_000
const chainId = 31_337
const networkId = `eip155:${chainId}` as const
const game = '0x9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a'
const move = '0x01020304'
const executeAbi = parseAbi(['function execute(address target, uint256 value, bytes data)'])
const folder = mkdtempSync(join(tmpdir(), 'portico-stopped-'))
let world: World
let site: TestSite
let wallet = ''
let gateway: Gateway
let url = ''

beforeAll(async () => {
  world = await createWorld(chainId)
  const { paymaster, signer } = await createSponsored(world)
  site = await testSite(join(folder, 'wallet.sqlite'), { port: 0, permissions: { networks: [networkId] } })
  wallet = await site.listen()
  const { key } = await world.key()
  gateway = createGateway({
    port: 0,
    quiet: true,
    wallet,
    database: join(folder, 'gateway.sqlite'),
    chains: [world.chain.options()],
    bundlers: [{ chain: networkId, executors: [key], pollMs: 20 }],
    sponsoring: {
      paymasters: [{ chain: networkId, address: paymaster, signer, pollMs: 60_000 }],
      policies: [
        { id: 'all', origins: ['*'], implementations: [world.delegate], perDay: '1000000000000000000', perAccount: '1000000000000000000' },
      ],
    },
  })
  url = await gateway.listen()
}, timeout)
afterAll(async () => {
  await gateway.close()
  await site.close()
  await world.chain.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Somebody who has granted a permission, and its holder: a plain address that acts as an account (EIP-7702). */
async function setUp(email: string) {
  const browser = await loggedInBrowser(site, email)
  const { visit } = plainAddresses(world)
  const { owner: holder, draft, authorize, sign } = await visit()
  await world.chain.run('anvil_setBalance', holder.address, '0xde0b6b3a7640000')
  const owner = privateKeyToAccount(generatePrivateKey())
  const account = accountAddress(owner.address)
  const permission: Permission = {
    networkId,
    delegate: holder.address.toLowerCase() as Hex,
    expiry: Math.floor(Date.now() / 1000) + 3600,
    spending: { token: 'native', amount: 0n },
    contracts: [game],
    methods: [move],
  }
  const [request] = writeExecution([permission])
  const { id, keeper, salt, begins } = offered.parse((await browser.post('/v1/permissions/offer', { account, request })).body)
  const typedData = delegationTypedData({
    delegation: rootDelegation(permission, account, { keeper, salt: BigInt(salt), begins }),
    chainId,
  })
  const signature = wrapTypedDataSignature({
    signature: await owner.signTypedData(typedDataToSign({ account, chainId, typedData })),
    typedData,
  })
  const { context } = activated.parse((await browser.post('/v1/permissions/activate', { id, signature })).body)
  /** One use, signed by the wallet's keeper, as an operation of the holder's. */
  const use = async (wrap = (data: Hex): Hex => data) => {
    const { call } = await redeemPermission({ wallet, context, networkId, call: { to: game, data: move }, holder })
    const callData = wrap(encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [delegationManager, 0n, call.data] }))
    return { ...draft, callData, authorization: await authorize(world.delegate) }
  }
  return { use, sign, stop: () => browser.post('/v1/permissions/stop', { id }) }
}

test('S20: a use that was signed before Stop is neither brought to the chain nor paid for after it', { timeout }, async () => {
  const ask = createAsk(url, chainId)
  const { use, sign, stop } = await setUp('visitor@example.com')
  const one = await use()
  const nested = await use((data) => concat(['0xffffffff', data])) // of an account that nobody knows
  const standing = await setUp('beside@example.com')
  expect((await sponsor(ask, one)).error).toBeUndefined()
  const { result, error } = await send(ask, await standing.sign(await standing.use()))
  expect(error).toBeUndefined()
  expect(await receiptOf(ask, result)).toMatchObject({ success: true })

  expect(await stop()).toMatchObject({ status: 200 })
  const refused = { code: -32_500, message: 'This permission was stopped.' }
  for (const each of [one, nested]) {
    expect((await send(ask, await sign(each))).error).toMatchObject(refused)
    for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData'])
      expect((await sponsor(ask, each, {}, method)).error).toMatchObject(refused)
  }
})

test('S20: while the wallet does not answer no permission is used, and everything else goes on', { timeout }, async () => {
  const { use, sign } = await setUp('other@example.com')
  const one = await use()
  const { key } = await world.key()
  const alone = createGateway({
    port: 0,
    quiet: true,
    wallet: 'http://127.0.0.1:9',
    database: join(folder, 'alone.sqlite'),
    chains: [world.chain.options()],
    bundlers: [{ chain: networkId, executors: [key], pollMs: 20 }],
  })
  const ask = createAsk(await alone.listen(), chainId)
  expect((await send(ask, await sign(one))).error).toMatchObject({
    code: -32_603,
    message: expect.stringContaining('The wallet does not say'),
  })
  const user = await world.user()
  const { result } = await send(ask, await user.operation())
  expect(await receiptOf(ask, result)).toMatchObject({ success: true })
  const many = concat(Array.from({ length: 70 }, () => '0xcef6d209' as const))
  const full = writeOperation({ ...(await user.operation()), callData: many })
  expect((await ask('eth_sendUserOperation', [full, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'])).error).toMatchObject({ code: -32_602 })
  await alone.close()
})
