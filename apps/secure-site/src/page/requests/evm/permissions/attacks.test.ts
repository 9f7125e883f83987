import { secp256k1 } from '@noble/curves/secp256k1.js'
import { accountAddress, accountInitCode, PermissionUseError, type WholeCall } from '@portico/contracts'
import { redeemPermission } from '@portico/contracts/permissions'
import { longestPermission, writeExecution } from '@portico/core/permissions'
import { sqlite } from '@portico/service/test'
import { type Address, type Hex, hexToBytes, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { bytesToHex, publicKeyToAddress } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../../../../../../packages/contracts/src/test/chain.js'
import { recordPromise, tallyAttacks } from '../../../../../../../scripts/lib/promises.mjs'
import { loggedInBrowser } from '../../../../server/test/login.js'
import { testSite, type TestSite } from '../../../../server/test/site.js'
import { ServerRefusedError } from '../../../session/errors.js'
import { serverPermissions } from '../../../session/permissions.js'
import { ownSolana, testContext } from '../../kit.test.helper.js'
import { prepareRequest } from '../../prepare.js'
import { revokePermissions } from '../../revoke.js'
import { bundlerDouble, smartNetwork } from '../smart/bundler.test.helper.js'

/** Takes any call, with coins or without: code that stops at once. */
const game: Address = `0x${'9a'.repeat(20)}`
const elsewhere: Address = `0x${'5b'.repeat(20)}`
const move: Hex = '0x01020304'
const networkId = 'eip155:8453'
/** Seconds: as long as somebody plays. */
const minutes = 300

const { fresh, drop } = sqlite()
let chain: TestChain
let other: TestChain
let site: TestSite
beforeAll(async () => {
  ;[chain, other] = await Promise.all([startChain(8453), startChain(10)])
  site = await testSite(await fresh(), { permissions: { networks: [networkId, 'eip155:10'] } })
  for (const each of [chain, other]) for (const address of [game, elsewhere]) await each.test.setCode({ address, bytecode: '0x00' })
}, 90_000)
afterAll(async () => {
  chain.stop()
  other.stop()
  await site.close()
  await drop()
})

interface Use {
  readonly to?: Address
  readonly value?: bigint
  readonly data?: Hex
  readonly networkId?: string
}

/** A visitor who lets a game play for five minutes, with at most 10 wei; and the game, with its key. */
async function play() {
  const key = hexToBytes(generatePrivateKey())
  const owner = publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(key, false)))
  const account = accountAddress(owner)
  const holder = privateKeyToAccount(generatePrivateKey())
  const browser = await loggedInBrowser(site, `${owner}@example.com`.toLowerCase())
  const service = serverPermissions(
    {
      async call(path, body, schema) {
        const { status, body: answer } = await browser.post(path, body)
        if (status === 200) return schema.parse(answer)
        throw new ServerRefusedError({ reason: status === 404 ? 'not_found' : 'invalid', message: 'no', status })
      },
    },
    { networks: [networkId], seconds: longestPermission },
  )
  const context = testContext({
    addresses: { eip155: account, solana: ownSolana },
    smartAccount: { owner },
    active: { eip155: networkId, solana: testContext().active.solana },
    networks: [smartNetwork(chain, { id: networkId })],
    permissions: service,
    fetch: bundlerDouble(chain).fetch,
  })
  const permission = {
    networkId,
    delegate: holder.address.toLowerCase() as Hex,
    expiry: Math.floor(Date.now() / 1000) + minutes,
    spending: { token: 'native', amount: 10n },
    contracts: [game],
    methods: [move],
  } as const
  const prepared = await prepareRequest({ id: 'r', method: 'wallet_grantPermissions', params: writeExecution([permission]) }, context)
  const answer = (await prepared.sign({ withKey: async (_, run) => run(key) })) as readonly { readonly context: Hex }[]
  const granted = answer[0]?.context ?? '0x'
  const { factory, factoryData } = accountInitCode(owner)
  for (const each of [chain, other]) {
    await each.send({ to: factory, data: factoryData })
    await each.test.setBalance({ address: account, value: parseEther('1') })
    await each.test.setBalance({ address: holder.address, value: parseEther('1') })
  }
  const fetchSite: typeof fetch = async (url, init) => site.app.fetch(new Request(url, init))
  const sign = async ({ networkId: on = networkId, ...call }: Use = {}): Promise<WholeCall> => {
    const asked = { wallet: site.services.config.publicUrl, context: granted, holder, fetch: fetchSite }
    return (await redeemPermission({ ...asked, networkId: on, call: { to: game, data: move, ...call } })).call
  }
  const send = async (call: WholeCall, on = chain) => (await on.send({ from: holder.address, ...call })).status === 'success'
  /** Whether the account did it. */
  const use = async (wanted: Use = {}, on = chain) => send(await sign(wanted), on)
  return { sign, send, use, stop: () => revokePermissions([{ permissionContext: granted }], context) }
}

test('S20: a game plays by itself for five minutes; past its contract, method, limit or network, after stop and after the end, nothing is done', async () => {
  const rounds = 3
  const kinds = new Map<string, ReturnType<typeof tallyAttacks>>()
  // The service says no by one of these; that it can't be reached or read is none.
  const isRefusal = (error: unknown) => error instanceof PermissionUseError && error.code !== 'unreachable'
  const attempt = async (kind: string, attack: Promise<boolean>) => {
    const tallied = kinds.get(kind) ?? tallyAttacks({ isRefusal })
    kinds.set(kind, tallied)
    await tallied.attempt(attack)
  }
  for (let round = 0; round < rounds; round += 1) {
    const match = await play()
    expect(await match.use({ value: 2n })).toBe(true)
    await attempt('for another contract', match.use({ to: elsewhere }))
    await attempt('for another method', match.use({ data: '0xa9059cbb' }))
    await attempt('above its limit', match.use({ value: 9n }))
    await attempt('on another chain', match.use({ networkId: 'eip155:10' }, other))
    await attempt('on another chain', match.send(await match.sign(), other))
    expect(await match.use({ value: 8n })).toBe(true)
    await match.stop()
    for (let again = 0; again < 5; again += 1) await attempt('after stop', match.use())
  }
  const late = await play()
  const kept = await late.sign()
  site.advance(minutes + 1)
  await chain.test.increaseTime({ seconds: minutes + 1 })
  await attempt('after its end', late.use())
  await attempt('after its end', late.send(kept))
  for (const [kind, { tally }] of kinds) {
    expect(tally, kind).toMatchObject({ accepted: 0, crashes: 0, pending: 0 })
    recordPromise({ id: 'S20', name: `a permission used ${kind}`, ...tally })
  }
}, 120_000)
