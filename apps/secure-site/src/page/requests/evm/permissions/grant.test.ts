import { secp256k1 } from '@noble/curves/secp256k1.js'
import { accountAddress, accountInitCode } from '@portico/contracts'
import { delegationTypedData, enforcers, redeemPermission } from '@portico/contracts/permissions'
import { longestPermission, writeExecution, writeGrant, type Permission } from '@portico/core/permissions'
import { sqlite } from '@portico/service/test'
import { type Address, getAddress, type Hex, hexToBytes, numberToHex, parseEther, zeroAddress } from 'viem'
import { entryPoint08Address } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { bytesToHex, publicKeyToAddress } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../../../../../../packages/contracts/src/test/chain.js'
import { loggedInBrowser } from '../../../../server/test/login.js'
import { testSite, type TestSite } from '../../../../server/test/site.js'
import { ServerRefusedError } from '../../../session/errors.js'
import { serverPermissions } from '../../../session/permissions.js'
import type { Keys, PermissionService } from '../../../types.js'
import { ethereum, nodeDouble, own as plain, testContext } from '../../kit.test.helper.js'
import { prepareRequest } from '../../prepare.js'
import { prepareEnding, sayGranted } from '../../granted.js'
import { revokePermissions } from '../../revoke.js'
import type { PrepareContext } from '../../types.js'
import { bundlerDouble, smartNetwork } from '../smart/bundler.test.helper.js'

/** Takes any call, with coins or without: code that stops at once. */
const game: Address = `0x${'9a'.repeat(20)}`
const elsewhere: Address = `0x${'5b'.repeat(20)}`
const move: Hex = '0x01020304'
const networkId = 'eip155:8453'
const limits = { networks: [networkId], seconds: longestPermission }
const seconds = () => Math.floor(Date.now() / 1000)
let seed = 0

/** A key that nobody had before, and what a page knows of its smart account. */
function newOwner() {
  const privateKey = hexToBytes(numberToHex(7_000_000 + seed++, { size: 32 }))
  const owner = publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(privateKey, false)))
  const keys: Pick<Keys, 'withKey'> = { withKey: async (_, run) => run(privateKey) }
  return { owner, account: accountAddress(owner), keys }
}
const permissionFor = (delegate: string, change: Partial<Permission> = {}): Permission => ({
  networkId,
  delegate: delegate.toLowerCase() as Hex,
  expiry: seconds() + 300,
  spending: { token: 'native', amount: 10n },
  contracts: [game],
  methods: [move],
  ...change,
})
const base = { ...ethereum, id: networkId, name: 'Base' } as const

/** A page whose wallet service notes what it is asked, and offers what it is told to. */
function setUp(change: Partial<PermissionService> = {}, more: Partial<PrepareContext> = {}) {
  const { owner, account, keys } = newOwner()
  const asked: string[] = []
  const service: PermissionService = {
    ...limits,
    offer: async () => (asked.push('offer'), { id: `0x${'00'.repeat(32)}` as const, keeper: elsewhere, salt: '1', begins: seconds() }),
    activate: async () => (asked.push('activate'), '0x'),
    stop: async () => void asked.push('stop'),
    list: async () => [],
    ...change,
  }
  const context = testContext({
    addresses: { eip155: account, solana: testContext().addresses.solana },
    smartAccount: { owner },
    active: { eip155: networkId, solana: testContext().active.solana },
    networks: [base],
    permissions: service,
    ...more,
  })
  const prepare = (params: unknown) => prepareRequest({ id: 'r', method: 'wallet_grantPermissions', params }, context)
  return { owner, account, keys, asked, service, context, prepare }
}

describe('what is refused before anything is offered or shown', () => {
  const holder = privateKeyToAccount(generatePrivateKey()).address
  const write = (change: Partial<Permission>) => writeExecution([permissionFor(holder, change)])
  test.each<[string, string, (account: Hex) => readonly unknown[]]>([
    ['PermissionOverError', 'its end has passed', () => write({ expiry: 1 })],
    ['PermissionTooBroadError', 'it is for longer than a day', () => write({ expiry: seconds() + 86_500 })],
    [
      'PermissionTooBroadError',
      'it names no contract',
      () => [{ ...Object(write({ methods: [] })[0]), rules: [{ type: 'expiry', data: { timestamp: seconds() + 60 } }] }],
    ],
    ['PermissionTooBroadError', 'its limit is none', () => write({ spending: { token: 'native', amount: 2n ** 256n - 1n } })],
    ['PermissionTooBroadError', 'it gives tokens away without a limit', () => write({ methods: ['approve(address,uint256)'] })],
    ['PermissionTooBroadError', 'the same, by four bytes', () => write({ methods: ['0x4000aea0'] })],
    ['PermissionTooBroadError', 'it reaches the account itself', (account) => write({ contracts: [account] })],
    ['PermissionTooBroadError', 'it reaches the entry point', () => write({ contracts: [entryPoint08Address.toLowerCase() as Hex] })],
    ['PermissionTooBroadError', 'it is nobody’s', () => write({ delegate: zeroAddress })],
    ['PermissionTooBroadError', 'it is the account’s own', (account) => write({ delegate: account })],
    ['ChainMismatchError', 'it is for another network', () => write({ networkId: 'eip155:10' })],
    ['AccountMismatchError', 'it is of another account', () => write({ account: elsewhere })],
    [
      'PermissionUnsupportedError',
      'it has a rule that nobody holds to',
      () => [{ ...Object(write({})[0]), rules: [{ type: 'moon', data: {} }] }],
    ],
    ['PermissionFormError', 'it is none', () => [{}]],
    ['PermissionTooBroadError', 'it has no end', () => [{ ...Object(writeGrant(permissionFor(holder))[0]), expiry: undefined }]],
  ])('S20: %s: %s', async (name, _, params) => {
    const { account, asked, prepare } = setUp()
    await expect(prepare(params(account.toLowerCase() as Hex))).rejects.toMatchObject({ name })
    expect(asked).toEqual([])
  })

  test('S20: a plain account is told why, and so is a network that permissions are not turned on for', async () => {
    const { context, asked } = setUp()
    const request = { id: 'r', method: 'wallet_grantPermissions', params: write({}) }
    const { smartAccount: _, ...without } = context
    const plainly = { ...without, addresses: { ...context.addresses, eip155: plain } }
    await expect(prepareRequest(request, plainly)).rejects.toMatchObject({ name: 'PermissionAccountError', code: 4200 })
    const off = setUp({ networks: ['eip155:1'] })
    await expect(off.prepare(write({}))).rejects.toMatchObject({ name: 'PermissionNetworkError', code: 4200 })
    expect([...asked, ...off.asked]).toEqual([])
  })

  test('S20: typed data of a delegation is no way around it: the account’s own is signed by the wallet alone', async () => {
    const { account, context } = setUp()
    const delegation = { delegate: elsewhere, delegator: account, caveats: [], salt: 0n }
    const { domain, types, primaryType, message } = delegationTypedData({ delegation, chainId: 8453 })
    const data = { domain, types, primaryType, message: { ...message, salt: '0' } }
    const params = [account, JSON.stringify(data)]
    await expect(prepareRequest({ id: 'r', method: 'eth_signTypedData_v4', params }, context)).rejects.toMatchObject({
      name: 'AccountControlError',
      code: -32602,
    })
  })

  test('a service that offers something else gets no signature', async () => {
    const { prepare, asked } = setUp()
    await expect(prepare(write({}))).rejects.toMatchObject({ name: 'PermissionOfferError' })
    expect(asked).toEqual(['offer'])
  })
})

describe('on a chain, by the service', () => {
  let chain: TestChain
  const { fresh, drop } = sqlite()
  let site: TestSite
  let service: PermissionService
  beforeAll(async () => {
    chain = await startChain(8453)
    site = await testSite(await fresh(), { permissions: { networks: [networkId] } })
    const browser = await loggedInBrowser(site, 'visitor@example.com')
    const call: Parameters<typeof serverPermissions>[0]['call'] = async (path, body, schema) => {
      const answer = await browser.post(path, body)
      if (answer.status === 200) return schema.parse(answer.body)
      throw new ServerRefusedError({ reason: answer.status === 404 ? 'not_found' : 'invalid', message: 'no', status: answer.status })
    }
    service = serverPermissions({ call }, limits)
    for (const address of [game, elsewhere]) await chain.test.setCode({ address, bytecode: '0x00' })
  }, 90_000)
  afterAll(async () => {
    chain.stop()
    await site.close()
    await drop()
  })

  const fetchSite: typeof fetch = async (url, init) => site.app.fetch(new Request(url, init))
  async function setUpChain() {
    const { owner, account, keys } = newOwner()
    const network = smartNetwork(chain, { id: networkId })
    const context = testContext({
      addresses: { eip155: account, solana: testContext().addresses.solana },
      smartAccount: { owner },
      active: { eip155: networkId, solana: testContext().active.solana },
      networks: [network],
      permissions: service,
      fetch: bundlerDouble(chain).fetch,
    })
    const holder = privateKeyToAccount(generatePrivateKey())
    await chain.test.setBalance({ address: holder.address, value: parseEther('1') })
    await chain.test.setBalance({ address: account, value: parseEther('1') })
    const grant = async (params: readonly unknown[]) => {
      const prepared = await prepareRequest({ id: 'r', method: 'wallet_grantPermissions', params }, context)
      return { prepared, answer: await prepared.sign(keys) }
    }
    const use = async (granted: Hex, call: { to?: Address; value?: bigint; data?: Hex } = {}) => {
      const asked = { wallet: site.services.config.publicUrl, context: granted, networkId, holder, fetch: fetchSite }
      const { call: redeem } = await redeemPermission({ ...asked, call: { to: game, data: move, ...call } })
      return (await chain.send({ from: holder.address, ...redeem })).status === 'success'
    }
    const deploy = async () => {
      const { factory, factoryData } = accountInitCode(owner)
      await chain.send({ to: factory, data: factoryData })
    }
    return { owner, account, context, holder, keys, grant, use, deploy }
  }

  test('S5, S9: it is said in sentences who may do what, how much, and until when, and every value that is signed can be found', async () => {
    const { context, holder, account } = await setUpChain()
    const permission = permissionFor(holder.address, {
      spending: { token: 'native', amount: 10n ** 16n, period: 600 },
      contracts: [game, elsewhere],
      methods: ['move(uint256)', 'stay()'],
      justification: 'So that you can play',
    })
    const request = { id: 'r', method: 'wallet_grantPermissions', params: writeExecution([permission]) }
    const { effects, warnings, risk, hash, details, address } = await prepareRequest(request, context)
    const who = { delegate: holder.address, function: 'move(uint256), stay()' }
    expect(effects).toEqual([
      { kind: 'grant', values: { ...who, to: getAddress(game) } },
      { kind: 'grant', values: { ...who, to: getAddress(elsewhere) } },
      { kind: 'grantLimit', values: { amount: '0.01', symbol: 'ETH', period: '600' } },
      {
        kind: 'grantUntil',
        values: { until: new Date(permission.expiry * 1000).toISOString().replace('.000Z', 'Z'), statement: 'So that you can play' },
      },
    ])
    expect(warnings.map(({ kind }) => kind)).toContain('grant')
    expect({ risk, address }).toEqual({ risk: 'risky', address: account })
    expect(hash).toMatch(/^0x[\da-f]{64}$/)
    const shown = new Map(details.map(({ path, value }) => [path, value]))
    expect(shown.get('permissions[0].delegate')).toBe(permission.delegate)
    expect(shown.get('permissions[0].amount')).toBe(String(10n ** 16n))
    expect([...shown.values()]).toContain(enforcers.nativePeriod)
  })

  test.each(['execution', 'grant'] as const)(
    'S20: what is granted in the words of %s is used on the chain, and no more than that',
    async (dialect) => {
      const { account, holder, grant, use, deploy } = await setUpChain()
      const permission = permissionFor(holder.address)
      const { answer } = await grant(dialect === 'execution' ? writeExecution([permission]) : writeGrant(permission))
      const [made] = [answer].flat() as readonly Record<string, unknown>[]
      const context = (made?.['context'] ?? made?.['permissionsContext']) as Hex
      // The account is made by what the answer says, and not before.
      expect(dialect === 'execution' ? made?.['dependencies'] : [{ factory: made?.['factory'] }]).toMatchObject([
        { factory: expect.any(String) },
      ])
      await deploy()
      const before = await chain.reader.getBalance({ address: account })
      expect(await use(context, { value: 4n })).toBe(true)
      expect(before - (await chain.reader.getBalance({ address: account }))).toBe(4n)
      await expect(use(context, { value: 7n })).rejects.toMatchObject({ name: 'PermissionUseError', code: 'not_covered' })
      await expect(use(context, { to: elsewhere })).rejects.toMatchObject({ code: 'not_covered' })
      expect(await use(context, { value: 6n })).toBe(true)
    },
  )

  test('S20: a word of the site ends its own, at once and without a question; a second one changes nothing', async () => {
    const { context, holder, grant, use, deploy } = await setUpChain()
    await deploy()
    const { answer } = await grant(writeExecution([permissionFor(holder.address)]))
    const granted = (answer as readonly { readonly context: Hex }[])[0]?.context ?? '0x'
    expect(await use(granted)).toBe(true)
    expect(await revokePermissions([{ permissionContext: granted }], context)).toBeNull()
    await expect(use(granted)).rejects.toMatchObject({ name: 'PermissionUseError', code: 'not_found' })
    expect(await revokePermissions([{ permissionContext: granted }], context)).toBeNull()
    await expect(revokePermissions([{ all: true }], context)).rejects.toMatchObject({ name: 'PermissionFormError' })
  })

  test('S20: it is ended on the chain as well, by the account: what was signed for one use before is done no more', async () => {
    const { context, holder, keys, grant, deploy } = await setUpChain()
    await deploy()
    const { answer } = await grant(writeExecution([permissionFor(holder.address)]))
    const granted = (answer as readonly { readonly context: Hex }[])[0]?.context ?? '0x'
    const wallet = site.services.config.publicUrl
    const { call } = await redeemPermission({
      wallet,
      context: granted,
      networkId,
      holder,
      fetch: fetchSite,
      call: { to: game, data: move },
    })
    const listed = (await service.list()).find((each) => each.context === granted)
    if (!listed) throw new Error('it is not listed')
    expect(await sayGranted(listed, context)).toMatchObject({
      networkId,
      effects: [{ kind: 'grant' }, { kind: 'grantLimit' }, { kind: 'grantUntil' }],
    })
    const ending = await prepareEnding(listed, networkId, context)
    expect(ending).toMatchObject({ sponsored: true, method: 'wallet_sendCalls' })
    await ending.sign(keys)
    expect((await chain.send({ from: holder.address, ...call })).status).toBe('reverted')
    const stranger = { ...context, smartAccount: { owner: elsewhere } }
    await expect(prepareEnding(listed, networkId, stranger)).rejects.toMatchObject({ name: 'AccountMismatchError' })
  })

  test('several at once are all granted, or none', async () => {
    const { account, context, holder, grant } = await setUpChain()
    const two = writeExecution([permissionFor(holder.address), permissionFor(holder.address, { contracts: [elsewhere] })])
    const { answer, prepared } = await grant(two)
    expect(answer).toHaveLength(2)
    expect(prepared.hash).toBeUndefined()
    const mine = async () => (await service.list()).filter((each) => each.account === account)
    expect(await mine()).toHaveLength(2)
    let calls = 0
    const flaky: PermissionService = {
      ...service,
      activate: async (id, signature) => (++calls === 2 ? Promise.reject(new Error('down')) : service.activate(id, signature)),
    }
    const request = { id: 'r', method: 'wallet_grantPermissions', params: two }
    const again = await prepareRequest(request, { ...context, permissions: flaky })
    await expect(
      again.sign({ withKey: async (_, run) => run(hexToBytes(numberToHex(7_000_000 + seed - 1, { size: 32 }))) }),
    ).rejects.toThrow('down')
    expect(await mine()).toHaveLength(2)
  })

  test('S36: a token is said by its contract, and where the node does not answer by its smallest unit', async () => {
    const { owner, account } = newOwner()
    const context = testContext({
      addresses: { eip155: account, solana: testContext().addresses.solana },
      smartAccount: { owner },
      active: { eip155: networkId, solana: testContext().active.solana },
      networks: [base],
      permissions: service,
      fetch: nodeDouble({ eth_call: new Error('down') }).fetch,
    })
    const permission = permissionFor(elsewhere, {
      spending: { token: game, amount: 5n },
      contracts: [game],
      methods: ['transfer(address,uint256)'],
    })
    const { effects } = await prepareRequest({ id: 'r', method: 'wallet_grantPermissions', params: writeExecution([permission]) }, context)
    expect(effects.map(({ kind, values }) => [kind, values['amount'], values['units']])).toEqual([
      ['grant', undefined, undefined],
      ['grantLimit', '5', 'smallest'],
      ['grantUntil', undefined, undefined],
    ])
  })
})
