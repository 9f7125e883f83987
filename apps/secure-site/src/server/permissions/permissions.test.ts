import { writeExecution, type Permission } from '@portico/core/permissions'
import { accountAddress, messageToSign, typedDataToSign, wrapTypedDataSignature } from '@portico/contracts'
import {
  delegationManager,
  delegationManagerAbi,
  delegationTypedData,
  textOfSessions,
  textOfStop,
  textOfUse,
} from '@portico/contracts/permissions'
import { databases } from '@portico/service/test'
import { encodeFunctionData, encodePacked, erc20Abi, pad, parseEther, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount } from '../../../../../packages/contracts/src/test/accounts.js'
import { startChain, type TestChain } from '../../../../../packages/contracts/src/test/chain.js'
import { sessionRoutes } from '../../../../gateway/src/sessions/routes.js'
import { rootDelegation } from '../../delegation/delegation.js'
import { activated, listed, offered, used } from '../../delegation/wire.js'
import { migrations } from '../app.js'
import { testBrowser, type TestBrowser } from '../test/browser.js'
import { loggedInBrowser, logIn } from '../test/login.js'
import { otherOrigin, publicUrl, testSite, type TestSite } from '../test/site.js'

const networkId = 'eip155:8453'
const options = { permissions: { networks: [networkId, 'eip155:10'] } }
/** Takes any call, with coins or without: code that stops at once. */
const game: Address = `0x${'9a'.repeat(20)}`
const elsewhere: Address = `0x${'5b'.repeat(20)}`
const move: Hex = '0x01020304'

const key = () => privateKeyToAccount(generatePrivateKey())
const seconds = () => Math.floor(Date.now() / 1000)

interface Granted {
  readonly id: Hex
  readonly context: Hex
}

/** What a page does: offers, has the owner sign as the account, and activates. */
async function grant(browser: TestBrowser, owner: PrivateKeyAccount, permission: Permission): Promise<Granted> {
  const account = accountAddress(owner.address)
  const [request] = writeExecution([permission])
  const answer = await browser.post('/v1/permissions/offer', { account, request })
  const { id, keeper, salt, begins } = offered.parse(answer.body)
  const root = rootDelegation(permission, account, { keeper, salt: BigInt(salt), begins })
  const chainId = Number(permission.networkId.slice(7))
  const typedData = delegationTypedData({ delegation: root, chainId })
  const signature = wrapTypedDataSignature({
    signature: await owner.signTypedData(typedDataToSign({ account, chainId, typedData })),
    typedData,
  })
  return { id, context: activated.parse((await browser.post('/v1/permissions/activate', { id, signature })).body).context }
}

interface Call {
  readonly to?: Address
  readonly value?: bigint
  readonly data?: Hex
}

/** What a site does: asks for one use with its key, as its server does. */
async function askUse(
  site: TestSite,
  holder: PrivateKeyAccount,
  id: Hex,
  { to = game, value = 0n, data = move }: Call = {},
  more: { networkId?: string; at?: number } = {},
) {
  const asked = { id, networkId, at: seconds(), nonce: pad('0x1', { size: 16 }), ...more }
  const signature = await holder.signMessage({ message: textOfUse({ ...asked, to, value, data }) })
  const body = { ...asked, call: { to, value: String(value), data }, signature }
  const send = async () => {
    const headers = { 'content-type': 'application/json', origin: 'https://shop.example' }
    const answer = await site.app.fetch(
      new Request(`${publicUrl}/permissions/use`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown }
  }
  return { ...(await send()), again: send }
}

describe.each(await databases(migrations))('permissions, on $name', ({ fresh, drop }) => {
  afterAll(drop)
  async function setUp() {
    const site = await testSite(await fresh(), options)
    const [browser, owner, holder] = [await loggedInBrowser(site, 'visitor@example.com'), key(), key()] as const
    const permission: Permission = {
      networkId,
      delegate: holder.address.toLowerCase() as Hex,
      expiry: seconds() + 3600,
      spending: { token: 'native', amount: 10n },
      contracts: [game],
      methods: [move],
    }
    return { site, browser, owner, holder, permission }
  }

  test('S20: after Stop, at once: 0 signatures, whoever presses it', async () => {
    const { site, browser, owner, holder, permission } = await setUp()
    const one = await grant(browser, owner, permission)
    const two = await grant(browser, owner, permission)
    expect(await askUse(site, holder, one.id)).toMatchObject({ status: 200 })
    expect(listed.parse((await browser.post('/v1/permissions', {})).body).permissions).toHaveLength(2)
    expect(await browser.post('/v1/permissions/stop', { id: one.id })).toMatchObject({ status: 200 })
    expect(await askUse(site, holder, one.id)).toMatchObject({ status: 404 })
    expect(await browser.post('/v1/permissions/stop', { context: two.context })).toMatchObject({ status: 200 })
    expect(await askUse(site, holder, two.id)).toMatchObject({ status: 404 })
    expect(listed.parse((await browser.post('/v1/permissions', {})).body).permissions).toEqual([])
    expect(await browser.post('/v1/permissions/stop', { id: one.id })).toMatchObject({ status: 404 })
    await site.close()
  })

  test('S20: whoever brings uses to a chain is told at once what was stopped, and of what others granted nothing', async () => {
    const { site, browser, owner, permission } = await setUp()
    const [one, two] = [await grant(browser, owner, permission), await grant(browser, owner, permission)]
    const ask = async (ids: readonly unknown[]) => {
      const body = JSON.stringify({ ids })
      const answer = await site.app.fetch(
        new Request(`${publicUrl}/permissions/stopped`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      )
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    const strange = pad('0x1')
    expect(await ask([one.id, two.id, strange])).toEqual({ status: 200, body: { stopped: [] } })
    await browser.post('/v1/permissions/stop', { id: one.id })
    expect(await ask([one.id, two.id, strange])).toEqual({ status: 200, body: { stopped: [one.id] } })
    for (const ids of [[], ['0x01'], Array.from({ length: 21 }, () => strange)]) expect(await ask(ids)).toMatchObject({ status: 400 })
    await site.close()
  })

  test('S20: expired, above its limit, another contract, another method, another network: 0 signatures', async () => {
    const { site, browser, owner, holder, permission } = await setUp()
    const { id } = await grant(browser, owner, permission)
    const refused = { status: 403, body: { error: { code: 'not_covered' } } }
    expect(await askUse(site, holder, id, { value: 11n })).toMatchObject(refused)
    expect(await askUse(site, holder, id, { to: elsewhere })).toMatchObject(refused)
    expect(await askUse(site, holder, id, { data: '0x0a0b0c0d' })).toMatchObject(refused)
    expect(await askUse(site, holder, id, { data: '0x' })).toMatchObject(refused)
    expect(await askUse(site, holder, id, {}, { networkId: 'eip155:10' })).toMatchObject(refused)
    expect(await askUse(site, holder, id, { value: 7n })).toMatchObject({ status: 200 })
    expect(await askUse(site, holder, id, { value: 4n })).toMatchObject(refused)
    expect(await askUse(site, holder, id, { value: 3n })).toMatchObject({ status: 200 })
    site.advance(3601)
    expect(await askUse(site, holder, id, {}, { at: seconds() + 3601 })).toMatchObject({ status: 404 })
    await site.close()
  })

  test('S20: of twenty uses at once, no more is signed than the limit lets out', async () => {
    const { site, browser, owner, holder, permission } = await setUp()
    const { id } = await grant(browser, owner, permission)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => askUse(site, holder, id, { value: 3n, data: `${move}${pad(generatePrivateKey()).slice(2)}` })),
    )
    const signed = answers.filter(({ status }) => status === 200).length
    expect(signed).toBeGreaterThan(0)
    expect(signed).toBeLessThanOrEqual(3)
    await site.close()
  })

  test('S20: nobody else uses it, nor the holder’s own request twice', async () => {
    const { site, browser, owner, holder, permission } = await setUp()
    const { id } = await grant(browser, owner, permission)
    expect(await askUse(site, key(), id)).toMatchObject({ status: 401, body: { error: { code: 'invalid_proof' } } })
    const first = await askUse(site, holder, id)
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(await first.again()).toMatchObject({ status: 401, body: { error: { code: 'proof_replayed' } } })
    expect(await askUse(site, holder, id, {}, { at: seconds() - 61 })).toMatchObject({
      status: 401,
      body: { error: { code: 'proof_time' } },
    })
    await site.close()
  })

  test('S20: without an end, or for longer than a day, or on a network that is not turned on, nothing is offered', async () => {
    const { site, browser, owner, permission } = await setUp()
    const account = accountAddress(owner.address)
    const offer = async (change: Partial<Permission>) => {
      const [request] = writeExecution([{ ...permission, ...change }])
      return browser.post('/v1/permissions/offer', { account, request })
    }
    expect(await offer({ expiry: seconds() + 86_500 })).toMatchObject({ status: 400 })
    expect(await offer({ expiry: seconds() - 1 })).toMatchObject({ status: 400 })
    expect(await offer({ networkId: 'eip155:1' })).toMatchObject({ status: 400 })
    expect(await offer({ methods: ['approve(address,uint256)'] })).toMatchObject({ status: 400 })
    expect(await offer({ methods: ['0x4000aea0'] })).toMatchObject({ status: 400 })
    expect(await offer({ contracts: [account.toLowerCase() as Hex] })).toMatchObject({ status: 400 })
    expect(await browser.post('/v1/permissions/offer', { account, request: { all: true } })).toMatchObject({ status: 400 })
    expect(await offer({})).toMatchObject({ status: 200 })
    await site.close()
  })

  test('a site stops its own alone: another site of the same visitor does not know it by its context', async () => {
    const { site, browser, owner, holder, permission } = await setUp()
    const { id, context } = await grant(browser, owner, permission)
    const beside = await testBrowser(site.app, { origin: otherOrigin })
    site.advance(31)
    await logIn(site, beside, 'visitor@example.com')
    expect(await beside.post('/v1/permissions/stop', { context })).toMatchObject({ status: 404 })
    expect(await beside.post('/v1/permissions/stop', { context: '0x01' })).toMatchObject({ status: 404 })
    expect(await askUse(site, holder, id)).toMatchObject({ status: 200 })
    // The visitor's own list has those of all sites.
    expect(listed.parse((await beside.post('/v1/permissions', {})).body).permissions).toMatchObject([{ id, context }])
    expect(await beside.post('/v1/permissions/stop', { id })).toMatchObject({ status: 200 })
    expect(await askUse(site, holder, id)).toMatchObject({ status: 404 })
    await site.close()
  })

  test('another visitor sees nothing of it, and stops nothing', async () => {
    const { site, browser, owner, holder, permission } = await setUp()
    const { id, context } = await grant(browser, owner, permission)
    const other = await loggedInBrowser(site, 'other@example.com')
    expect(listed.parse((await other.post('/v1/permissions', {})).body).permissions).toEqual([])
    expect(await other.post('/v1/permissions/stop', { id })).toMatchObject({ status: 404 })
    expect(await other.post('/v1/permissions/stop', { context })).toMatchObject({ status: 404 })
    expect(await other.post('/v1/permissions/activate', { id, signature: '0x00' })).toMatchObject({ status: 404 })
    expect(await askUse(site, holder, id)).toMatchObject({ status: 200 })
    await site.close()
  })
})

describe('on a chain', () => {
  let chain: TestChain
  let other: TestChain
  let site: TestSite
  let browser: TestBrowser
  beforeAll(async () => {
    ;[chain, other] = await Promise.all([startChain(8453), startChain(10)])
    const rpcUrl = chain.reader.chain.rpcUrls.default.http[0] ?? ''
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    site = await testSite(':memory:', { ...options, networks: [{ id: networkId, name: 'Base', rpcUrl, nativeCurrency }] })
    browser = await loggedInBrowser(site, 'visitor@example.com')
    for (const address of [game, elsewhere]) await chain.test.setCode({ address, bytecode: '0x00' })
  }, 90_000)
  afterAll(async () => {
    chain.stop()
    other.stop()
    await site.close()
  })

  /** Sends a use as its holder, or as somebody else. @returns whether it was done */
  async function redeem(context: Hex, by: Address, { to = game, value = 0n, data = move }: Call = {}, on: TestChain = chain) {
    const execution = encodePacked(['address', 'uint256', 'bytes'], [to, value, data])
    await on.test.setBalance({ address: by, value: parseEther('1') })
    const call = encodeFunctionData({
      abi: delegationManagerAbi,
      functionName: 'redeemDelegations',
      args: [[context], [pad('0x')], [execution]],
    })
    return (await on.send({ from: by, to: delegationManager, data: call })).status === 'success'
  }
  async function setUp(spending: Permission['spending'] = { token: 'native', amount: 10n }, more: Partial<Permission> = {}) {
    const { owner, account } = await newAccount(chain)
    const holder = key()
    const now = Number((await chain.reader.getBlock()).timestamp)
    const permission: Permission = {
      networkId,
      delegate: holder.address.toLowerCase() as Hex,
      expiry: Math.max(now, seconds()) + 3600,
      spending,
      contracts: [game],
      methods: [move],
      ...more,
    }
    const granted = await grant(browser, owner, permission)
    const signed = async (call: Call = {}) => used.parse((await askUse(site, holder, granted.id, call)).body).context
    return { owner, account, holder: holder.address, ...granted, signed }
  }

  test('S20: what is signed for one use does that, once, for its holder alone, on its chain alone', async () => {
    const { account, holder, signed } = await setUp()
    const before = await chain.reader.getBalance({ address: account })
    const context = await signed({ value: 4n })
    expect(await redeem(context, key().address, { value: 4n })).toBe(false)
    expect(await redeem(context, holder, { value: 5n })).toBe(false)
    expect(await redeem(context, holder, { to: elsewhere, value: 4n })).toBe(false)
    expect(await redeem(context, holder, { value: 4n, data: `${move}00` })).toBe(false)
    expect(await redeem(context, holder, { value: 4n }, other)).toBe(false)
    expect(await redeem(context, holder, { value: 4n })).toBe(true)
    expect(await redeem(context, holder, { value: 4n })).toBe(false)
    expect(before - (await chain.reader.getBalance({ address: account }))).toBe(4n)
  })

  test('a node tries a use out by the clock of its latest block, which lies behind the moment of granting', async () => {
    for (const amount of [0n, 10n]) {
      const { holder, signed } = await setUp({ token: 'native', amount })
      const args = [[await signed()], [pad('0x')], [encodePacked(['address', 'uint256', 'bytes'], [game, 0n, move])]] as const
      const data = encodeFunctionData({ abi: delegationManagerAbi, functionName: 'redeemDelegations', args })
      const blockOverrides = { time: BigInt(seconds() - 600) }
      await expect(chain.reader.call({ account: holder, to: delegationManager, data, blockOverrides })).resolves.toBeDefined()
    }
  })

  test('S20: what the account has signed is worth nothing without the keeper, and the keeper’s word nothing without the holder', async () => {
    const { context, holder, id } = await setUp()
    expect(await redeem(context, holder)).toBe(false)
    const row = await site.services.db.selectFrom('permissions').select('keeper').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await redeem(context, row.keeper as Address)).toBe(false)
  })

  test('S20, S23: by the gateway the account itself sees what it has granted, and stops it at once; nobody else does either', async () => {
    const { owner, account, id, signed } = await setUp()
    const fetch = (url: string | URL | Request, init?: RequestInit) => Promise.resolve(site.app.fetch(new Request(url, init)))
    const sessions = sessionRoutes({ wallet: publicUrl, fetch })
    const byAccount = async (by: PrivateKeyAccount, message: string) => by.signTypedData(messageToSign({ account, chainId: 8453, message }))
    const list = async (by: PrivateKeyAccount, at = seconds(), of: Address = account) => {
      const proof = await byAccount(by, textOfSessions({ account, networkId, at }))
      const authorization = `Account ${at} ${proof}`
      const once = async () => {
        const answer = await sessions.request(`/${networkId}:${of}`, { headers: { authorization } })
        return { status: answer.status, body: (await answer.json()) as unknown }
      }
      return { ...(await once()), again: once }
    }
    const stop = async (by: PrivateKeyAccount, pci: Hex = id, named: Hex = id) => {
      const body = JSON.stringify({ pci, signature: await byAccount(by, textOfStop({ account, networkId, id: named })) })
      const answer = await sessions.request(`/${networkId}:${account}/revoke`, { method: 'POST', body })
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    const known = await list(owner)
    expect(known).toMatchObject({ status: 200, body: { pcis: [{ pci: id, origin: 'https://shop.example' }] } })
    expect(await known.again()).toMatchObject({ status: 401, body: { error: { code: 'proof_replayed' } } })
    const invalid = { status: 401, body: { error: { code: 'invalid_proof' }, reasons: [{ name: 'invalid_proof' }] } }
    expect(await list(key())).toMatchObject(invalid)
    expect(await list(owner, seconds(), accountAddress(key().address))).toMatchObject(invalid)
    expect(await list(owner, seconds() - 61)).toMatchObject({ status: 401, body: { error: { code: 'proof_time' } } })
    expect(await stop(key())).toMatchObject(invalid)
    const other = await setUp()
    expect(await stop(owner, id, other.id)).toMatchObject(invalid)
    expect(await stop(owner, other.id, other.id)).toMatchObject({ status: 404 })
    await expect(signed()).resolves.toBeDefined()
    expect(await stop(owner)).toEqual({ status: 200, body: {} })
    await expect(signed()).rejects.toThrow()
    expect(await list(owner, seconds() - 5)).toMatchObject({ status: 200, body: { pcis: [] } })
    expect(await stop(owner)).toMatchObject({ status: 404 })
  })

  test('S20: a token leaves as much as the limit of a period says', async () => {
    const token: Address = `0x${'0c'.repeat(20)}`
    // Says yes to every transfer: PUSH1 1 PUSH0 MSTORE PUSH1 32 PUSH0 RETURN.
    await chain.test.setCode({ address: token, bytecode: '0x60015f5260205ff3' })
    const { holder, signed } = await setUp(
      { token, amount: 10n, period: 600 },
      { contracts: [token], methods: ['transfer(address,uint256)'] },
    )
    const transfer = (units: bigint) => ({
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [elsewhere, units] }),
    })
    const first = await signed(transfer(10n))
    expect(await redeem(first, holder, transfer(10n))).toBe(true)
    await expect(signed(transfer(1n))).rejects.toThrow()
  })
})
