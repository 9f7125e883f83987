import { secp256k1 } from '@noble/curves/secp256k1.js'
import { accountAddress, accountInitCode, encodeExecute, entryPoint08 } from '@portico/contracts'
import {
  concat,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  getContractAddress,
  type Hex,
  hashTypedData,
  hexToBytes,
  numberToHex,
  parseAbi,
  parseEther,
  recoverTypedDataAddress,
  stringToHex,
} from 'viem'
import { getUserOperationTypedData } from 'viem/account-abstraction'
import { bytesToHex, publicKeyToAddress } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../../../../../../packages/contracts/src/test/chain.js'
import { testTokenBytecode } from '../../../../../../../packages/contracts/src/test/artifacts/testTokenBytecode.js'
import { submit } from '../../../../../../../packages/contracts/src/test/operations.js'
import type { Keys } from '../../../types.js'
import { memoryBatches, own as plain, testContext } from '../../kit.test.helper.js'
import { prepareRequest } from '../../prepare.js'
import { forwardRead } from '../../read.js'
import type { PrepareContext } from '../../types.js'
import { operationHash } from './bundler.js'
import { type BundlerOptions, bundlerDouble, paymasterUrl, readOperation, smartNetwork } from './bundler.test.helper.js'

let chain: TestChain
beforeAll(async () => void (chain = await startChain()), 60_000)
afterAll(() => chain.stop())

const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const requestOf = (method: string, params: readonly unknown[]) => ({ method: 'POST', body: JSON.stringify({ method, params }) })
const friend = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
let seed = 0

/** A key that nobody had before, and what a page knows of its smart account. */
function setUp(options: BundlerOptions = {}, more: Partial<PrepareContext> = {}) {
  const privateKey = hexToBytes(numberToHex(1_000_000 + seed++, { size: 32 }))
  const owner = publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(privateKey, false)))
  const account = accountAddress(owner)
  const network = smartNetwork(chain)
  const bundler = bundlerDouble(chain, options)
  const context = testContext({
    addresses: { eip155: account, solana: testContext().addresses.solana },
    smartAccount: { owner },
    active: { eip155: network.id, solana: testContext().active.solana },
    networks: [network],
    riskyAbove: { [network.id]: String(10n ** 18n) },
    fetch: bundler.fetch,
    ...more,
  })
  const own: Pick<Keys, 'withKey'> = { withKey: async (_, run) => run(privateKey) }
  const prepare = (method: string, params: unknown) => prepareRequest({ id: 'r', method, params }, context)
  const batch = (calls: readonly object[], rest: object = {}) =>
    prepare('wallet_sendCalls', [{ version: '2.0.0', chainId: numberToHex(chain.chainId), atomicRequired: true, calls, ...rest }])
  const status = (id: unknown) => forwardRead('wallet_getCallsStatus', [id], undefined, context)
  return { owner, account, network, bundler, context, keys: own, prepare, batch, status }
}
const deploy = async (owner: Hex) => {
  const { factory, factoryData } = accountInitCode(owner)
  await chain.send({ to: factory, data: factoryData })
}
const typed = (verifyingContract: string) => ({
  domain: { name: 'Shop', version: '1', chainId: chain.chainId, verifyingContract },
  // A nested type that comes before the primary one in the alphabet.
  types: {
    Basket: [{ name: 'item', type: 'string' }],
    Order: [
      { name: 'basket', type: 'Basket' },
      { name: 'count', type: 'uint256' },
    ],
  },
  primaryType: 'Order',
  message: { basket: { item: 'tea' }, count: 3 },
})

describe('signing in the name of the account', () => {
  test('S23: a message counts before the account stands, by ERC-6492, and afterwards by ERC-1271; of another text it does not', async () => {
    const { account, owner, keys: own, prepare } = setUp()
    const message = 'I keep the keys'
    const sign = async () => (await prepare('personal_sign', [stringToHex(message), account])).sign(own) as Promise<Hex>
    const before = await sign()
    expect(before).toMatch(/6492{16}$|(6492){16}$/)
    expect(await chain.reader.verifyMessage({ address: account, message, signature: before })).toBe(true)
    expect(await chain.reader.verifyMessage({ address: account, message: 'another', signature: before })).toBe(false)
    await deploy(owner)
    const after = await sign()
    expect(after).toHaveLength(132)
    expect(await chain.reader.verifyMessage({ address: account, message, signature: after })).toBe(true)
    // Who verifies by the text that was signed before gets the same answer still.
    expect(await chain.reader.verifyMessage({ address: account, message, signature: before })).toBe(true)
  })

  test('S23: typed data in explicit mode counts for the account, also where a nested type sorts first; never for the key itself', async () => {
    const { account, owner, keys: own, prepare } = setUp()
    const data = typed(friend)
    const request = await prepare('eth_signTypedData_v4', [account, JSON.stringify(data)])
    expect(request).toMatchObject({ account: 'smartAccount', address: account })
    const signature = (await request.sign(own)) as Hex
    const asked = { ...data, message: { basket: { item: 'tea' }, count: 3n } } as const
    expect(await chain.reader.verifyTypedData({ address: account, ...asked, signature } as never)).toBe(true)
    await deploy(owner)
    const after = (await (await prepare('eth_signTypedData_v4', [account, data])).sign(own)) as Hex
    expect(await chain.reader.verifyTypedData({ address: account, ...asked, signature: after } as never)).toBe(true)
    const signer = await recoverTypedDataAddress({ ...asked, signature: after.slice(0, 132) as Hex } as never)
    expect(signer).not.toBe(owner)
  })

  test('what no contract can sign is said so: This application might not support Smart Accounts', async () => {
    const { account, prepare } = setUp()
    const data = { ...typed(friend), types: { order: [{ name: 'count', type: 'uint256' }] }, primaryType: 'order', message: { count: 1 } }
    await expect(prepare('eth_signTypedData_v4', [account, data])).rejects.toMatchObject({
      name: 'SmartAccountSignatureError',
      shown: 'This application might not support Smart Accounts',
    })
  })

  test('S15: the plain account signs nothing that its contract takes for its owner’s word', async () => {
    const { network, bundler } = setUp()
    const account = accountAddress(plain)
    const context = testContext({
      networks: [network],
      active: { eip155: network.id, solana: testContext().active.solana },
      fetch: bundler.fetch,
    })
    const ask = (data: object) => prepareRequest({ id: 'r', method: 'eth_signTypedData_v4', params: [plain, data] }, context)
    const zero = {
      nonce: 0n,
      callData: '0x',
      callGasLimit: 1n,
      verificationGasLimit: 1n,
      preVerificationGas: 1n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
      signature: '0x',
    } as const
    const operation = getUserOperationTypedData({
      chainId: chain.chainId,
      entryPointAddress: entryPoint08.address,
      userOperation: { sender: account, ...zero },
    })
    const domain = { name: 'Portico Account', version: '1', chainId: chain.chainId, verifyingContract: account }
    const message = {
      domain,
      types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
      primaryType: 'PersonalSign',
      message: { prefixed: '0x1234' },
    }
    const nested = {
      ...typed(friend),
      types: {
        ...typed(friend).types,
        TypedDataSign: [
          'Order contents',
          'string name',
          'string version',
          'uint256 chainId',
          'address verifyingContract',
          'bytes32 salt',
        ].map((field) => {
          const [type = '', name = ''] = field.split(' ')
          return { name, type }
        }),
      },
      primaryType: 'TypedDataSign',
      message: { contents: typed(friend).message, ...domain, salt: `0x${'0'.repeat(64)}` },
    }
    for (const data of [
      JSON.stringify(operation, (name, value: unknown) =>
        name === 'signature' ? undefined : typeof value === 'bigint' ? String(value) : value,
      ),
      message,
      nested,
    ]) {
      await expect(ask(data as object)).rejects.toMatchObject({ name: 'AccountControlError', code: -32602 })
    }
    // Of another account it is shown as what it is, in a window of its own.
    const others = { ...message, domain: { ...domain, verifyingContract: friend } }
    expect(await ask(others)).toMatchObject({ risk: 'risky' })
    expect(hashTypedData(others as never)).toBe((await ask(others)).hash)
  })
})

describe('a batch is one operation', () => {
  const pay = { to: friend, value: numberToHex(7n) }

  test('made, sponsored and done with nothing on the account; each call has its sentence, and the account is set up by it', async () => {
    const { batch, keys: own, account, status, bundler } = setUp()
    const request = await batch([
      { to: friend, data: '0x' },
      { to: friend, data: '0x12345678' },
    ])
    expect(request).toMatchObject({ account: 'smartAccount', deploys: true, sponsored: true, fee: { expected: '0', ceiling: '0' } })
    expect(request.effects.map(({ kind }) => kind)).toEqual(['send', 'call'])
    const { id } = (await request.sign(own)) as { id: string }
    expect(bundler.sent()).toHaveLength(1)
    expect(await status(id)).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
    expect((await chain.reader.getCode({ address: account }))?.length).toBeGreaterThan(2)
    expect(await batch([{ to: friend }])).not.toHaveProperty('deploys')
  })

  test('what it changes is tried out whole, and what the account pays itself is said', async () => {
    const {
      batch,
      keys: own,
      account,
      status,
    } = setUp({
      answers: {
        pm_getPaymasterStubData: () => {
          throw new Error('The daily budget is used up')
        },
      },
    })
    await chain.test.setBalance({ address: account, value: parseEther('1') })
    const request = await batch([pay, { to: friend, value: numberToHex(parseEther('0.25')) }])
    expect(request).not.toHaveProperty('sponsored')
    expect(request.changes).toEqual([{ symbol: 'ETH', amount: '-0.250000000000000007' }])
    expect(Number(request.fee?.ceiling)).toBeGreaterThan(0)
    const { id } = (await request.sign(own)) as { id: string }
    expect(await status(id)).toMatchObject({ status: 200 })
    expect(await chain.reader.getBalance({ address: account })).toBeLessThan(parseEther('0.75'))
  })

  describe('the network fee in a token, where the paymaster takes it', () => {
    const receiver = getAddress('0x4444444444444444444444444444444444444444')
    /** 3,000 tokens of 18 decimals for a coin. */
    const rate = 3_000n * 10n ** 18n
    let token: Hex
    beforeAll(async () => {
      const salt = numberToHex(7, { size: 32 })
      token = getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt, bytecode: testTokenBytecode })
      await chain.send({ to: create2Deployer, data: concat([salt, testTokenBytecode]) })
    })
    const wanted = (more: object = {}) => ({ token, receiver, rate: numberToHex(rate), ...more })
    const visitor = async (tokenFee: unknown, { holds = 10n ** 20n } = {}) => {
      const good = bundlerDouble(chain)
      const stub = async (params: readonly unknown[]) => {
        const { result } = await (await good.fetch(paymasterUrl, requestOf('pm_getPaymasterStubData', params))).json()
        return { ...result, tokenFee }
      }
      const page = setUp({ answers: { pm_getPaymasterStubData: stub } })
      if (holds > 0n) await chain.send({ to: token, data: encodeFunctionData({ abi: mintAbi, args: [page.account, holds] }) })
      const balanceOf = (holder: Hex) =>
        chain.reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
      return { ...page, balanceOf }
    }
    const service = (context: object, optional = false) => ({
      capabilities: { paymasterService: { url: paymasterUrl, context, optional } },
    })

    test('is a transfer in the operation, shown as the fee, and tried out with the rest; the account needs no coins', async () => {
      const { batch, keys: own, account, status, balanceOf, bundler } = await visitor(wanted())
      const before = await balanceOf(receiver)
      const request = await batch([{ to: friend, data: '0x' }], service({ token: token.toLowerCase() }))
      expect(request).not.toHaveProperty('sponsored')
      expect(request.effects).toHaveLength(1)
      const { id } = (await request.sign(own)) as { id: string }
      expect(await status(id)).toMatchObject({ status: 200, atomic: true })
      const paid = (await balanceOf(receiver)) - before
      expect(request.fee).toEqual({ expected: formatUnits(paid, 18), ceiling: formatUnits(paid, 18), symbol: 'TEST', isToken: true })
      expect(request.changes).toMatchObject([{ symbol: 'TEST', amount: `-${formatUnits(paid, 18)}` }])
      expect(request.details).toContainEqual({ path: 'calls[1].to', value: token })
      const gas = ['preVerificationGas', 'verificationGasLimit', 'callGasLimit', 'paymasterVerificationGasLimit', 'paymasterPostOpGasLimit']
      const [sent = {}] = bundler.sent()
      const wei = gas.reduce((sum, name) => sum + BigInt(sent[name] ?? 0), 0n) * BigInt(sent['maxFeePerGas'] ?? 0)
      expect(paid).toBe((wei * rate + 10n ** 18n - 1n) / 10n ** 18n)
      expect(await chain.reader.getBalance({ address: account })).toBe(0n)
    })

    test.each<[string, () => readonly [object, object]]>([
      ['another token than was named', () => [wanted(), { token: receiver }]],
      ['one, and none was named', () => [wanted(), {}]],
      ['what is no token', () => [wanted({ token: receiver }), { token: receiver }]],
      ['more than there is', () => [wanted({ rate: `0x${'f'.repeat(41)}` }), { token }]],
      ['it for nobody', () => [wanted({ receiver: '0x44' }), { token }]],
      ['it for nothing', () => [wanted({ rate: '0x0' }), { token }]],
    ])('S6: nobody pays where it wants %s; where the site can do without, the account pays in coins', async (_, asked) => {
      const [tokenFee, context] = asked()
      const { batch } = await visitor(tokenFee)
      await expect(batch([{ to: friend }], service(context))).rejects.toMatchObject({ name: 'NodeUnreachableError' })
      const { effects, fee, details } = await batch([{ to: friend }], service(context, true))
      expect([effects.length, fee?.symbol, details.some(({ path }) => path === 'calls[1].to')]).toEqual([1, 'ETH', false])
    })

    test('who has too little of it is told before that it will fail', async () => {
      const { batch } = await visitor(wanted(), { holds: 1n })
      expect((await batch([{ to: friend }], service({ token }))).warnings.map(({ kind }) => kind)).toContain('willFail')
    })
  })

  test('a call that fails takes the others back, and is said before and after', async () => {
    const { batch, keys: own, account, status } = setUp()
    await chain.test.setBalance({ address: account, value: parseEther('1') })
    const fails = { to: chain.paymaster, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 1n] }) }
    const before = await chain.reader.getBalance({ address: friend })
    const request = await batch([pay, fails])
    expect(request.warnings.map(({ kind }) => kind)).toContain('willFail')
    const { id } = (await request.sign(own)) as { id: string }
    expect(await status(id)).toMatchObject({ status: 500, atomic: true })
    expect(await chain.reader.getBalance({ address: friend })).toBe(before)
  })

  test('a second one waits for the first, says so, and is made on what that left', async () => {
    let isMined = false
    let waited = 0
    const first = setUp({ answers: { eth_sendUserOperation: ([wire]) => held(wire), eth_getUserOperationReceipt: () => null } })
    const held = (wire: unknown) => operationHash(readOperation(wire), first.network)
    const { bundler, context } = first
    const call = [{ version: '2.0.0', chainId: numberToHex(chain.chainId), atomicRequired: true, calls: [{ to: friend }] }]
    const prepare = (more: Partial<PrepareContext> = {}) =>
      prepareRequest({ id: 'r', method: 'wallet_sendCalls', params: call }, { ...context, ...more })
    await (await prepare()).sign(first.keys)
    const second = prepare({ onWait: () => (waited += 1) }).finally(() => expect(isMined).toBe(true))
    await expect.poll(() => waited).toBeGreaterThan(0)
    const sent = bundler.sent()[0]
    isMined = true
    await submit(chain, readOperation(sent))
    const { details } = await second
    expect(details.find(({ path }) => path === 'nonce')).toMatchObject({ value: '1' })
    expect(details.find(({ path }) => path === 'factory')).toBeUndefined()
  })

  test('what used the nonce between two questions has used it, though the bundler knows nothing of it', async () => {
    let isMined = false
    const mine = async () => {
      if (!isMined) await submit(chain, readOperation(first.bundler.sent()[0]))
      isMined = true
      return null
    }
    const first = setUp({ answers: { eth_sendUserOperation: ([wire]) => held(wire), eth_getUserOperationReceipt: mine } })
    const held = (wire: unknown) => operationHash(readOperation(wire), first.network)
    await (await first.batch([{ to: friend }])).sign(first.keys)
    const { details } = await first.batch([{ to: friend }])
    expect([isMined, details.find(({ path }) => path === 'nonce')]).toEqual([true, expect.objectContaining({ value: '1' })])
  })

  test('eth_sendTransaction answers the hash of the transaction that it was in', async () => {
    const { prepare, account, keys: own } = setUp()
    const request = await prepare('eth_sendTransaction', [{ from: account, to: friend, data: '0x' }])
    const hash = (await request.sign(own)) as Hex
    expect(await chain.reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'success', to: entryPoint08.address.toLowerCase() })
  })

  test('capabilities: atomic, and somebody who may pay', async () => {
    const { account, context } = setUp()
    const answer = await forwardRead('wallet_getCapabilities', [account], undefined, context)
    expect(answer).toEqual({ [numberToHex(chain.chainId)]: { atomic: { status: 'supported' }, paymasterService: { supported: true } } })
  })
})

describe('nobody is believed', () => {
  test('S15: a call to the account itself, or to the zero address that stands for it, is refused before anything is shown', async () => {
    const { batch, prepare, account } = setUp()
    for (const to of [account, `0x${'0'.repeat(40)}`]) {
      await expect(batch([{ to: friend }, { to, data: '0x13af4035' }])).rejects.toMatchObject({ name: 'AccountControlError' })
      await expect(prepare('eth_sendTransaction', [{ from: account, to, data: '0x' }])).rejects.toMatchObject({
        name: 'AccountControlError',
      })
    }
    await expect(prepare('eth_sendTransaction', [{ from: account, data: '0x60' }])).rejects.toMatchObject({
      name: 'SmartAccountTransactionError',
    })
  })

  test('S9: what is signed is the hash that this page makes of what it shows, whatever the bundler calls it', async () => {
    const { batch, keys: own } = setUp({
      answers: { eth_sendUserOperation: () => `0x${'ab'.repeat(32)}`, eth_getUserOperationByHash: () => null },
    })
    const request = await batch([{ to: friend }])
    const shown = new Map(request.details.map(({ path, value }) => [path, value]))
    expect(shown.get('sender')).toBe(request.address)
    expect([...shown.keys()]).toEqual(
      expect.arrayContaining(['callData', 'nonce', 'paymaster', 'paymasterData', 'maxFeePerGas', 'callGasLimit']),
    )
    await expect(request.sign(own)).rejects.toMatchObject({ name: 'NodeUnreachableError' })
  })

  test.each([
    [
      'gas of no block',
      { eth_estimateUserOperationGas: () => ({ preVerificationGas: '0x1', verificationGasLimit: '0xffffffffffff', callGasLimit: '0x1' }) },
    ],
    ['no answer', { eth_estimateUserOperationGas: () => 'later' }],
  ])('S6: %s is refused', async (_, answers) => {
    await expect(setUp({ answers }).batch([{ to: friend }])).rejects.toMatchObject({ name: 'NodeUnreachableError' })
  })

  test('S6: a paymaster that the site names is one of the operator’s, or there is none; it is told what the site says', async () => {
    const { batch, bundler, context } = setUp()
    const service = (url: string, optional = false) => ({
      capabilities: { paymasterService: { url, context: { policy: 'tea', origin: 'https://evil.example' }, optional } },
    })
    await expect(batch([{ to: friend }], service('https://evil.example'))).rejects.toMatchObject({ name: 'BatchRefusedError', code: 5700 })
    expect(await batch([{ to: friend }], service('https://evil.example', true))).toMatchObject({ sponsored: true })
    expect(await batch([{ to: friend }], service(paymasterUrl))).toMatchObject({ sponsored: true })
    expect(bundler.calls.filter(({ method }) => method === 'pm_getPaymasterStubData').at(-1)?.params[3]).toEqual({
      policy: 'tea',
      origin: context.origin,
    })
    expect(bundler.calls.every(({ url }) => !url.includes('evil'))).toBe(true)
  })

  test('a paymaster that the site cannot do without refuses with its own sentence', async () => {
    const { batch } = setUp({
      answers: {
        pm_getPaymasterStubData: () => {
          throw new Error('The daily budget is used up')
        },
      },
    })
    const capabilities = { paymasterService: { url: paymasterUrl } }
    await expect(batch([{ to: friend }], { capabilities })).rejects.toMatchObject({
      name: 'OperationRefusedError',
      message: 'The daily budget is used up',
    })
  })

  test('an operation that was refused is no batch on its way: 400, and one that nobody knows yet is: 100', async () => {
    const refused = setUp({
      answers: {
        eth_sendUserOperation: () => {
          throw new Error("AA21 didn't pay prefund")
        },
      },
    })
    await expect((await refused.batch([{ to: friend }], { id: 'mine' })).sign(refused.keys)).rejects.toMatchObject({
      shown: 'There is not enough on this account for the network fee',
    })
    expect(await refused.status('mine')).toMatchObject({ status: 400 })
    const batches = memoryBatches()
    const waiting = setUp({}, { batches })
    const { account, network } = waiting
    await batches.keep({
      id: 'new',
      networkId: network.id,
      from: account,
      nonce: 0,
      calls: 1,
      hashes: [],
      stopped: false,
      at: Date.now(),
      operation: `0x${'1'.repeat(64)}`,
    })
    expect(await waiting.status('new')).toMatchObject({ status: 100, atomic: true })
    await batches.keep({
      id: 'old',
      networkId: network.id,
      from: account,
      nonce: 0,
      calls: 1,
      hashes: [],
      stopped: false,
      at: 0,
      operation: `0x${'2'.repeat(64)}`,
    })
    expect(await waiting.status('old')).toMatchObject({ status: 400 })
  })

  test('an operation that the bundler took and knows no more is over after ten seconds; one that it never answered for may still come', async () => {
    const batches = memoryBatches()
    const held = (wire: unknown) => operationHash(readOperation(wire), network)
    const {
      batch,
      keys: own,
      status,
      network,
    } = setUp(
      {
        answers: {
          eth_sendUserOperation: ([wire]) => held(wire),
          eth_getUserOperationReceipt: () => null,
          eth_getUserOperationByHash: () => null,
        },
      },
      { batches },
    )
    await (await batch([{ to: friend }], { id: 'mine' })).sign(own)
    const kept = batches.find('mine')
    if (!kept) throw new Error('The batch was not kept.')
    expect(kept).toMatchObject({ accepted: true, stopped: false })
    expect(await status('mine')).toMatchObject({ status: 100 })
    const { accepted: _, ...unanswered } = { ...kept, at: Date.now() - 11_000 }
    await batches.keep({ ...unanswered, accepted: true })
    expect(await status('mine')).toMatchObject({ status: 400 })
    await batches.keep(unanswered)
    expect(await status('mine')).toMatchObject({ status: 100 })
  })
})

describe('an operation that the site has built', () => {
  /** As a site's library has it before it is signed (ERC-7769), for an account that is not there yet. */
  const operationOf = (account: Hex, owner: Hex, calls: Parameters<typeof encodeExecute>[0], more: object = {}) => ({
    sender: account,
    nonce: '0x0',
    ...accountInitCode(owner),
    callData: encodeExecute(calls),
    callGasLimit: '0x7a120',
    verificationGasLimit: '0x7a120',
    preVerificationGas: '0xea60',
    maxFeePerGas: numberToHex(10n ** 10n),
    maxPriorityFeePerGas: '0x1',
    signature: '0x1234',
    ...more,
  })
  const calls = [
    { to: friend, value: 7n },
    { to: friend, data: '0x12345678' },
  ] as const
  const send = 'eth_sendUserOperation'

  test('S9: is shown and tried out as the batch that it is, and signed by the hash that this page makes of it', async () => {
    const { account, owner, prepare, keys: own, status, bundler, context } = setUp()
    await chain.test.setBalance({ address: account, value: parseEther('1') })
    const before = await chain.reader.getBalance({ address: friend })
    const operation = operationOf(account, owner, calls)
    const request = await prepare(send, [operation, entryPoint08.address])
    expect(request).toMatchObject({ account: 'smartAccount', address: account, deploys: true, method: send })
    expect(request).not.toHaveProperty('sponsored')
    expect(request.effects.map(({ kind }) => kind)).toEqual(['send', 'call'])
    expect(request.changes).toEqual([{ symbol: 'ETH', amount: '-0.000000000000000007' }])
    expect(request.fee?.ceiling).toBe('0.0106') // 1,060,000 gas at 10 gwei
    const shown = new Map(request.details.map(({ path, value }) => [path, value]))
    expect(shown.get('callData')).toBe(operation.callData)
    expect(shown.get('maxFeePerGas')).toBe(String(10n ** 10n))

    const hash = (await request.sign(own)) as Hex
    expect(hash).toBe(request.hash)
    const [sent] = bundler.sent()
    const { signature: stub, ...rest } = operation
    expect(sent).toMatchObject(rest)
    expect(sent?.['signature']).not.toBe(stub)
    expect(await chain.reader.getBalance({ address: friend })).toBe(before + 7n)
    expect(await forwardRead('eth_getUserOperationReceipt', [hash], undefined, context)).toMatchObject({ userOpHash: hash, success: true })
    expect(await status(hash)).toMatchObject({ status: 200, atomic: true })
    // It makes an account that is there by now, and its nonce is used.
    await expect(prepare(send, [operation, entryPoint08.address])).rejects.toMatchObject({ name: 'InvalidParamsError' })
    const { factory: _, factoryData: __, ...second } = operationOf(account, owner, calls, { nonce: '0x1' })
    expect(await (await prepare(send, [second, entryPoint08.address])).sign(own)).not.toBe(hash)
    expect(await chain.reader.getBalance({ address: friend })).toBe(before + 14n)
  })

  test('waits for what the account sent before, says so, and comes after it', async () => {
    let isMined = false
    let waited = 0
    const first = setUp({ answers: { eth_sendUserOperation: ([wire]) => held(wire), eth_getUserOperationReceipt: () => null } })
    const held = (wire: unknown) => operationHash(readOperation(wire), first.network)
    const { account, owner, prepare, bundler, context } = first
    await chain.test.setBalance({ address: account, value: parseEther('1') })
    await (await prepare(send, [operationOf(account, owner, calls), entryPoint08.address])).sign(first.keys)
    const { factory: _, factoryData: __, ...next } = operationOf(account, owner, calls, { nonce: '0x1' })
    const second = prepareRequest(
      { id: 'r', method: send, params: [next, entryPoint08.address] },
      { ...context, onWait: () => (waited += 1) },
    ).finally(() => expect(isMined).toBe(true))
    await expect.poll(() => waited).toBeGreaterThan(0)
    const sent = bundler.sent()[0]
    isMined = true
    await submit(chain, readOperation(sent))
    const { details, deploys } = await second
    expect(details.find(({ path }) => path === 'nonce')).toMatchObject({ value: '1' })
    expect(deploys).toBeUndefined()
  })

  test('S15: is refused where it would decide over the account, is of another one, or of another entry point', async () => {
    const { account, owner, prepare } = setUp()
    const other = accountAddress(friend)
    const ask = (of: object, entryPoint: string = entryPoint08.address) => prepare(send, [of, entryPoint])
    const asked = (more: object) => ask(operationOf(account, owner, calls, more))
    for (const to of [account, `0x${'0'.repeat(40)}`] as const)
      await expect(ask(operationOf(account, owner, [{ to: friend }, { to, data: '0x13af4035' }]))).rejects.toMatchObject({
        name: 'AccountControlError',
      })
    await expect(asked({ sender: other })).rejects.toMatchObject({ name: 'AccountMismatchError', code: 4100 })
    await expect(ask(operationOf(account, owner, calls), '0x0000000071727De22E5E9d8BAf0edAc6f37da032')).rejects.toMatchObject({
      name: 'EntryPointNotSupportedError',
      code: -32602,
    })
    for (const more of [
      accountInitCode(friend),
      { factory: friend },
      { factory: '0x7702' },
      { eip7702Auth: {} },
      { nonce: '0x1' },
      { nonce: numberToHex(1n << 64n) }, // another key of nonces
      { paymaster: chain.paymaster, paymasterData: '0x', paymasterVerificationGasLimit: '0x1', paymasterPostOpGasLimit: '0x1' },
      { callData: '0x' },
      { callData: `${encodeExecute(calls)}00` }, // what is not in the one form could hold more than is shown
      { callData: encodeExecute([]) },
      { callGasLimit: '0xffffffffffff' },
      { callGasLimit: undefined },
      { maxPriorityFeePerGas: numberToHex(10n ** 11n) },
    ])
      await expect(asked(more), JSON.stringify(more)).rejects.toMatchObject({ name: 'InvalidParamsError', code: -32602 })
    const many = Array.from({ length: 11 }, () => ({ to: friend }))
    await expect(asked({ callData: encodeExecute(many) })).rejects.toMatchObject({ name: 'BatchRefusedError', code: 5740 })
    await expect(prepare(send, [operationOf(account, owner, calls)])).rejects.toMatchObject({ name: 'InvalidParamsError' })
  })

  test('a plain account has no operations', async () => {
    const { network, bundler } = setUp()
    const context = testContext({
      networks: [network],
      active: { eip155: network.id, solana: testContext().active.solana },
      fetch: bundler.fetch,
    })
    const params = [operationOf(accountAddress(plain), plain, calls), entryPoint08.address]
    await expect(prepareRequest({ id: 'r', method: send, params }, context)).rejects.toMatchObject({
      name: 'MethodNotSupportedError',
      code: 4200,
    })
    expect(bundler.sent()).toEqual([])
  })

  test('its gas and what became of it are asked of the operator’s bundler', async () => {
    const { account, owner, context, bundler } = setUp({ answers: { eth_supportedEntryPoints: () => [entryPoint08.address] } })
    const read = (method: string, params: unknown) => forwardRead(method, params, undefined, context)
    const { callGasLimit: _, ...bare } = operationOf(account, owner, calls)
    expect(await read('eth_estimateUserOperationGas', [bare, entryPoint08.address])).toHaveProperty('callGasLimit')
    expect(await read('eth_supportedEntryPoints', [])).toEqual([entryPoint08.address])
    expect(await read('eth_getUserOperationByHash', [`0x${'1'.repeat(64)}`])).toBeNull()
    expect(await read('eth_getUserOperationReceipt', [`0x${'1'.repeat(64)}`])).toBeNull()
    expect(bundler.calls.map(({ method }) => method)).toEqual([
      'eth_estimateUserOperationGas',
      'eth_supportedEntryPoints',
      'eth_getUserOperationByHash',
      'eth_getUserOperationReceipt',
    ])
  })
})
