import { accountAbi, accountAddress, accountInitCode, delegateIn, simple7702Account } from '@portico/contracts'
import { encodeFunctionData, getAddress, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../../../../packages/contracts/src/test/chain.js'
import { createRoot, amongKeys, evmAddressOf } from '../keys/root.js'
import { bundlerDouble, smartNetwork } from '../requests/evm/smart/bundler.test.helper.js'
import { addressOf, testContext } from '../requests/kit.test.helper.js'
import { prepareRequest } from '../requests/prepare.js'
import { ownerOn } from '../requests/evm/smart/account.js'
import type { Returned } from '../screens/control.js'
import type { Keys, PreparedRequest } from '../types.js'
import { createControl } from './control.js'
import { RejectedError } from './errors.js'
import { memoryStore } from './store.js'

let chain: TestChain
let other: TestChain
let third: TestChain
beforeAll(async () => {
  ;[chain, other, third] = await Promise.all([startChain(8453), startChain(10), startChain(1)])
}, 60_000)
afterAll(() => {
  for (const each of [chain, other, third]) each.stop()
})

/** A wallet with its own keys on three chains, and a visitor who approves what `approves` says. */
async function setUp({ approves = () => true }: { approves?: (prepared: PreparedRequest) => boolean } = {}) {
  const root = createRoot()
  const mine: string[] = []
  await amongKeys(root, (key) => void mine.push(evmAddressOf(key)))
  const [first = ''] = mine
  const account = accountAddress(first as Hex)
  const chains = [chain, other, third]
  const names = ['Base', 'OP', 'Ethereum']
  const networks = chains.map((each, index) => smartNetwork(each, { name: names[index] ?? '' }))
  const bundlers = chains.map((each) => bundlerDouble(each))
  /** A bundler of each chain, by the chain that the last question to a node named. */
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const at = networks.findIndex(
      ({ rpcUrl, smartAccounts }) => addressOf(url).startsWith(rpcUrl) || addressOf(url) === smartAccounts?.bundlerUrl,
    )
    return (bundlers[at] ?? bundlers[0])!.fetch(url, init)
  }
  const keys: Pick<Keys, 'withKey'> = {
    withKey: async (_, use, of) => {
      const found = await amongKeys(root, async (key) =>
        of === undefined || evmAddressOf(key) === of ? { result: await use(key) } : undefined,
      )
      if (!found) throw new Error('no key has this address')
      return found.result
    },
  }
  const store = memoryStore()
  const { addresses, active } = testContext()
  const contextOn = (index: number, type: 'eoa' | 'smartAccount' = 'smartAccount') =>
    testContext({
      addresses: { eip155: type === 'eoa' ? first : account, solana: addresses.solana },
      ...(type === 'smartAccount' && { smartAccount: { owner: first } }),
      active: { eip155: networks[index]?.id ?? networks[0]!.id, solana: active.solana },
      networks,
      fetch: bundlers[index]!.fetch,
    })
  const returned: Returned[] = []
  const asked: PreparedRequest[] = []
  const open = () =>
    createControl({
      networks,
      store,
      keys: { ...keys, evmAddresses: async () => mine },
      context: async (id) => contextOn(networks.findIndex((network) => network.id === id)),
      approve: async (prepared) => {
        asked.push(prepared)
        if (!approves(prepared)) throw new RejectedError()
        return prepared
      },
      back: (came) => void returned.push(came),
      signal: new AbortController().signal,
      looks: [10, 20, 50, 100, 200],
    })
  const deploy = async (on: TestChain) => {
    const { factory, factoryData } = accountInitCode(first as Hex)
    await on.send({ to: factory, data: factoryData })
  }
  const states = async (control = open()) => Object.fromEntries((await control.owners()).map(({ name, state }) => [name, state]))
  const came = async () => {
    for (let tries = 0; tries < 200 && returned.length === 0; tries += 1) await new Promise((resolve) => setTimeout(resolve, 20))
    return returned.splice(0)
  }
  const ownerAt = (index: number) => ownerOn({ network: networks[index]!, address: account, fetch })
  return { mine, first, account, networks, keys, store, open, deploy, states, came, asked, ownerAt, contextOn, chains }
}

test('S15: the smart account gets another key of the wallet network by network; a reload in between goes on with the same key', async () => {
  const { mine, account, networks, keys, open, deploy, states, came, asked, ownerAt, contextOn } = await setUp()
  await deploy(chain)
  await deploy(other)
  const [base, op, ethereum] = networks
  // What the first key has signed already.
  const early = await prepareRequest({ id: 'early', method: 'eth_sendTransaction', params: [{ to: mine[5], data: '0x' }] }, contextOn(0))
  expect(await states()).toEqual({ Base: 'first', OP: 'first', Ethereum: 'absent' })

  await open().changeOwner(base!.id)
  expect(await came()).toEqual([{ to: 'owner', network: 'Base', outcome: 'changeDone' }])
  expect(asked[0]).toMatchObject({ risk: 'risky', account: 'smartAccount', effects: [{ kind: 'owner', values: { owner: mine[1] } }] })
  expect(await ownerAt(0)).toBe(mine[1])
  expect(await ownerAt(1)).toBe(mine[0])
  await expect(early.sign(keys)).rejects.toMatchObject({ name: 'OperationRefusedError' })

  // Another page of the wallet: what is done is done, and the rest is left.
  expect(await states()).toEqual({ Base: 'changed', OP: 'first', Ethereum: 'absent' })
  const again = open()
  await again.changeOwner(op!.id)
  await came()
  expect(await ownerAt(1)).toBe(mine[1])
  // Where it did not stand one operation makes it and changes it: it stays at the first key's address.
  await again.changeOwner(ethereum!.id)
  expect(await came()).toEqual([{ to: 'owner', network: 'Ethereum', outcome: 'changeDone' }])
  expect(asked[2]).toMatchObject({ deploys: true, address: account })
  expect(await ownerAt(2)).toBe(mine[1])
  expect(await states()).toEqual({ Base: 'changed', OP: 'changed', Ethereum: 'changed' })

  // The wallet goes on with it: the new key signs, and the account takes its word.
  const request = await prepareRequest({ id: 'r', method: 'personal_sign', params: ['0x1234', account] }, contextOn(0))
  const signature = (await request.sign(keys)) as Hex
  expect(await chain.reader.verifyMessage({ address: account, message: { raw: '0x1234' }, signature })).toBe(true)
  const pay = await prepareRequest({ id: 'p', method: 'eth_sendTransaction', params: [{ to: mine[5], data: '0x' }] }, contextOn(0))
  await expect(pay.sign(keys)).resolves.toMatch(/^0x[0-9a-f]{64}$/)

  // And once more, with the key after it.
  await again.changeAgain()
  expect(await states()).toEqual({ Base: 'older', OP: 'older', Ethereum: 'older' })
  await open().changeOwner(base!.id)
  await came()
  expect(await ownerAt(0)).toBe(mine[2])
}, 60_000)

test('S15: no site can ask for it, also for an account that has been given another key', async () => {
  const { mine, account, contextOn } = await setUp()
  const data = encodeFunctionData({ abi: accountAbi, functionName: 'setOwner', args: [getAddress(mine[3] ?? '')] })
  const ask = (method: string, params: unknown) => prepareRequest({ id: 'r', method, params }, contextOn(0))
  await expect(ask('eth_sendTransaction', [{ to: account, data }])).rejects.toMatchObject({ name: 'AccountControlError' })
  const batch = { version: '2.0.0', chainId: '0x2105', atomicRequired: true, calls: [{ to: account, data }] }
  await expect(ask('wallet_sendCalls', [batch])).rejects.toMatchObject({ name: 'AccountControlError' })
})

test('a visitor who rejects comes back to what they were at, and nothing has changed', async () => {
  const { networks, open, deploy, states, came, ownerAt, mine } = await setUp({ approves: () => false })
  await deploy(chain)
  await open().changeOwner(networks[0]!.id)
  expect(await came()).toEqual([{ to: 'owner', network: 'Base' }])
  expect(await ownerAt(0)).toBe(mine[0])
  expect((await states())['Base']).toBe('first')
})

test('an account that another wallet decides over is said to be so, and its requests are signed by no key of this one', async () => {
  const { account, deploy, states, contextOn, keys } = await setUp()
  await deploy(chain)
  const stranger = '0x00000000000000000000000000000000DeaDBeef'
  await chain.test.setBalance({ address: account, value: parseEther('1') })
  await chain.send({
    from: account,
    to: account,
    data: encodeFunctionData({ abi: accountAbi, functionName: 'setOwner', args: [stranger] }),
  })
  expect((await states())['Base']).toBe('other')
  const request = await prepareRequest({ id: 'r', method: 'personal_sign', params: ['0x1234', account] }, contextOn(0))
  await expect(request.sign(keys)).rejects.toThrow('no key')
})

test('a plain account is upgraded and taken back by transactions to itself, each with one authorisation of this chain', async () => {
  const { first, networks, open, came, chains, asked } = await setUp()
  const id = networks[0]!.id
  const codeOf = async () => (await chains[0]!.reader.getCode({ address: first as Hex })) ?? '0x'
  await chains[0]!.test.setBalance({ address: first as Hex, value: parseEther('1') })
  const states = async () => (await open().upgrades()).map(({ state }) => state)
  expect(await states()).toEqual(['ready', 'ready', 'ready'])

  await open().setUpgrade(id, true)
  expect(await came()).toEqual([{ to: 'upgrades', network: 'Base', outcome: 'upgradeDone' }])
  expect(delegateIn(await codeOf())).toBe(simple7702Account)
  expect(await states()).toEqual(['upgraded', 'ready', 'ready'])
  expect(asked[0]).toMatchObject({ risk: 'risky', effects: [{ kind: 'upgrade', values: { delegate: simple7702Account } }] })
  expect(asked[0]?.details).toContainEqual({ path: 'authorizationList[0].chainId', value: '8453' })

  await open().setUpgrade(id, false)
  expect(await came()).toEqual([{ to: 'upgrades', network: 'Base', outcome: 'takeBackDone' }])
  expect(await codeOf()).toBe('0x')
  expect(asked[1]).toMatchObject({ risk: 'risky', effects: [{ kind: 'downgrade', values: {} }] })
  expect(asked[1]?.details).toContainEqual({ path: 'authorizationList[0].address', value: `0x${'0'.repeat(40)}` })
}, 30_000)

test('without coins for the fee it is refused with the node’s own word, and the view is back', async () => {
  const { networks, open, came } = await setUp()
  await open().setUpgrade(networks[0]!.id, true)
  expect(await came()).toMatchObject([{ to: 'upgrades', network: 'Base', error: { name: 'NodeAnswerError' } }])
})
