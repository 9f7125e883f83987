import type { NetworkId } from '@portico/core'
import { pause, type Adapter } from '@portico/core/kit'
import { encodeFunctionData, erc20Abi, verifyMessage, verifyTypedData, type Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { toNetwork } from '../options.js'
import { never, testAdapter, wayIn } from '../test/adapter.js'
import { startAnvil, type Anvil } from '../test/anvil.js'
import { codeError, testKeys, testWallet, type TestWallet } from '../test/testWallet.js'

const here: NetworkId = 'eip155:31337'
const there: NetworkId = 'eip155:31338'
const recipient: Address = '0x000000000000000000000000000000000000dEaD'
const connectorId = 'org.example.wallet'
const connector = { connectorId }

let first: Anvil
let second: Anvil
let adapter: Adapter
let reports: unknown[][]
let wallet: TestWallet
let target: { connectorId: string; address: string; networkId: NetworkId }

beforeAll(async () => {
  ;[first, second] = await Promise.all([startAnvil({ port: 19545 }), startAnvil({ port: 19546, chainId: 31338 })])
}, 60_000)
afterAll(() => Promise.all([first.stop(), second.stop()]))

beforeEach(async () => {
  ;({ adapter, reports } = await testAdapter({ networks: [first.chain, second.chain] }))
  wallet = testWallet({ urls: { 31337: first.url } })
  target = { connectorId, address: wallet.address, networkId: here }
})

const connect = () => adapter.connect({ connector: wayIn(wallet), signal: never() })

describe('connecting', () => {
  test('resolves with what the wallet grants, and reports nothing on top of that', async () => {
    expect(await connect()).toEqual({ addresses: [wallet.address], networkId: here })
    expect(reports).toEqual([])
  })

  test('nothing is asked of a wallet, and nobody listens to it, before it is chosen', () => {
    expect(wallet.asked).toEqual([])
    expect(wallet.listening()).toBe(0)
  })

  test('asks for a network when one is wanted; a wallet that declines that stays connected where it is', async () => {
    wallet.state.script = (method) => {
      if (method === 'wallet_switchEthereumChain') throw codeError(4001)
    }
    expect(await adapter.connect({ connector: wayIn(wallet), networkId: there, signal: never() })).toEqual({
      addresses: [wallet.address],
      networkId: here,
    })
    wallet.state.script = undefined
    expect(await adapter.connect({ connector: wayIn(wallet), networkId: there, signal: never() })).toMatchObject({ networkId: there })
  })

  test('R3: what the wallet tells while it is asked for that network counts', async () => {
    let decline = (_: Error) => {}
    wallet.state.script = (method) => (method === 'wallet_switchEthereumChain' ? new Promise((_, reject) => (decline = reject)) : undefined)
    const connecting = adapter.connect({ connector: wayIn(wallet), networkId: there, signal: never() })
    await expect.poll(() => wallet.asked.map(({ method }) => method)).toContain('wallet_switchEthereumChain')
    wallet.emit('accountsChanged', [recipient])
    wallet.emit('chainChanged', '0xa')
    decline(codeError(4001))
    expect(await connecting).toEqual({ addresses: [recipient], networkId: 'eip155:10' })
  })

  test('R3: a wallet that takes its yes back while it is asked for that network is not connected', async () => {
    wallet.state.script = (method) => {
      if (method !== 'wallet_switchEthereumChain') return undefined
      wallet.emit('accountsChanged', [])
      throw codeError(4001)
    }
    await expect(adapter.connect({ connector: wayIn(wallet), networkId: there, signal: never() })).rejects.toMatchObject({
      name: 'UserRejectedError',
    })
    expect(wallet.listening()).toBe(0)
    wallet.state.script = undefined
    expect(await connect()).toMatchObject({ addresses: [wallet.address] })
  })

  test('a refusal is a UserRejectedError and leaves nothing behind', async () => {
    wallet.state.script = (method) => {
      if (method === 'eth_requestAccounts') throw codeError(4001)
    }
    await expect(connect()).rejects.toMatchObject({ name: 'UserRejectedError', code: 4001 })
    expect(wallet.listening()).toBe(0)
  })

  test('what a wallet agrees to after the visitor turned away and came back counts, also where it refused to be asked twice', async () => {
    let approve = () => {}
    const approved = new Promise<void>((resolve) => (approve = resolve))
    let asked = 0
    wallet.state.script = (method) => {
      if (method !== 'eth_requestAccounts') return undefined
      asked += 1
      if (asked > 1) throw codeError(-32002)
      return approved.then(() => [wallet.address])
    }
    const turn = new AbortController()
    const left = adapter.connect({ connector: wayIn(wallet), signal: turn.signal })
    await expect.poll(() => asked).toBe(1)
    turn.abort()
    await expect(left).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    const again = connect()
    await expect.poll(() => asked).toBe(2)
    approve()
    expect(await again).toEqual({ addresses: [wallet.address], networkId: here })
  })

  test('a connector without a provider is a ProviderNotFoundError', async () => {
    const empty = { ...wayIn(wallet), getProvider: async () => undefined }
    await expect(adapter.connect({ connector: empty, signal: never() })).rejects.toMatchObject({ name: 'ProviderNotFoundError' })
    const broken = { ...wayIn(wallet), getProvider: () => Promise.reject('no') }
    await expect(adapter.connect({ connector: broken, signal: never() })).rejects.toMatchObject({ name: 'WalletRequestError' })
  })

  test('reconnecting asks only what never prompts', async () => {
    wallet.state.allowed = true
    expect(await adapter.reconnect({ connector: wayIn(wallet), signal: never() })).toEqual({ addresses: [wallet.address], networkId: here })
    expect(new Set(wallet.asked.map(({ method }) => method))).toEqual(new Set(['eth_accounts', 'eth_chainId']))
  })

  test('reconnecting to a wallet that has forgotten the site resolves with nothing', async () => {
    expect(await adapter.reconnect({ connector: wayIn(wallet), signal: never() })).toBeUndefined()
    expect(wallet.listening()).toBe(0)
  })

  test('disconnecting tells the wallet, stops listening, and ends the connection', async () => {
    await connect()
    await adapter.disconnect(connector)
    expect(wallet.asked.at(-1)).toMatchObject({ method: 'wallet_revokePermissions' })
    expect(wallet.listening()).toBe(0)
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test('two wallets are two connections; ending one leaves the other', async () => {
    const other = testWallet({ urls: { 31337: first.url }, key: testKeys[1] })
    await connect()
    await adapter.connect({ connector: wayIn(other, 'org.other'), signal: never() })
    await adapter.activate?.(connector)
    await adapter.disconnect(connector)
    const signature = await adapter.signMessage({ connectorId: 'org.other', address: other.address, networkId: here, message: 'hi' })
    expect(signature).toMatch(/^0x[\da-f]{130}$/)
    expect(reports).toContainEqual(['disconnected', connectorId])
  })
})

describe('what the wallet tells by itself', () => {
  test('another account, another network and its farewell are reported once each', async () => {
    await connect()
    wallet.emit('accountsChanged', [recipient.toLowerCase()])
    wallet.emit('accountsChanged', [recipient.toLowerCase()])
    wallet.emit('chainChanged', '0x7a6a')
    await expect.poll(() => reports).toHaveLength(2)
    wallet.emit('accountsChanged', [])
    await expect
      .poll(() => reports)
      .toEqual([
        ['changed', connectorId, { addresses: [recipient] }],
        ['changed', connectorId, { networkId: there }],
        ['disconnected', connectorId],
      ])
    expect(wallet.listening()).toBe(0)
  })

  test('EIP-1193 disconnect ends the connection, a lost line of a moment does not', async () => {
    await connect()
    wallet.emit('disconnect', { code: 1013 })
    await pause(20)
    expect(reports).toEqual([])
    // On its way back it is in no hurry: MetaMask says so when it changes to a network whose node is slow.
    let answer = (_: unknown) => {}
    wallet.state.script = (method) => (method === 'eth_accounts' ? new Promise((resolve) => (answer = resolve)) : undefined)
    wallet.emit('disconnect', { code: 1013 })
    await pause(1_200)
    answer([wallet.address])
    await pause(20)
    expect(reports).toEqual([])
    wallet.state.script = undefined
    wallet.emit('disconnect', { code: 4900 })
    await expect.poll(() => reports).toEqual([['disconnected', connectorId]])
  })

  test.each([
    ['text', 'garbage'],
    ['a decimal', '1.5'],
    ['nothing', undefined],
    ['an object', {}],
    ['a negative', '-1'],
    ['too much', '0xffffffffffffffffffff'],
  ])('R3: a network that is %s is looked up instead', async (_, said) => {
    await connect()
    wallet.state.chainId = 31338
    wallet.emit('chainChanged', said)
    await expect.poll(() => reports).toEqual([['changed', connectorId, { networkId: there }]])
  })

  test('R3: networks as decimal text or number are understood', async () => {
    await connect()
    wallet.emit('chainChanged', '31338')
    wallet.emit('chainChanged', 31337)
    await expect.poll(() => reports.map(([, , change]) => change)).toEqual([{ networkId: there }, { networkId: here }])
  })

  test.each([
    ['text', 'garbage'],
    ['nothing', undefined],
    ['no addresses', ['me', 7]],
  ])('R3: accounts that are %s are looked up instead', async (_, said) => {
    await connect()
    wallet.emit('accountsChanged', said)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(reports).toEqual([])
    wallet.state.accounts = [recipient]
    wallet.emit('accountsChanged', said)
    await expect.poll(() => reports).toEqual([['changed', connectorId, { addresses: [recipient] }]])
  })
})

test('R17: a wallet is asked where it is when the page comes out of the browser’s cache, where its events did not reach it', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const shows = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  await connect()
  wallet.state.accounts = [recipient]
  wallet.state.chainId = 31338
  shows(false)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(reports).toEqual([])
  shows(true)
  await expect.poll(() => reports).toHaveLength(2)
  expect(reports).toContainEqual(['changed', connectorId, { addresses: [recipient] }])
  expect(reports).toContainEqual(['changed', connectorId, { networkId: there }])
  await adapter.disconnect(connector)
  const asked = wallet.asked.length
  shows(true)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(wallet.asked.length).toBe(asked)
})

describe('switching the network', () => {
  const network = () => toNetwork(second.chain)

  test('adds a network that the wallet does not know, and goes there', async () => {
    await connect()
    await adapter.switchNetwork({ ...connector, network: network() })
    expect(wallet.state.chainId).toBe(31338)
    const add = wallet.asked.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(add?.params[0]).toMatchObject({
      chainId: '0x7a6a',
      chainName: 'Local 31338',
      nativeCurrency: { symbol: 'ETH' },
      rpcUrls: [second.url],
    })
    expect(reports).toEqual([['changed', connectorId, { networkId: there }]])
  })

  test.each([
    ['4902', codeError(4902)],
    ['4902 inside -32603', Object.assign(new Error('Internal JSON-RPC error'), { code: -32603, data: { originalError: { code: 4902 } } })],
    ['-32603 in words', codeError(-32603, 'Unrecognized chain ID "0x7a6a". Try adding the chain using wallet_addEthereumChain first.')],
    ['-32000 in words', codeError(-32000, 'Chain 31338 is not added')],
  ])('%s means that the network is unknown', async (_, error) => {
    await connect()
    let tries = 0
    wallet.state.script = (method) => {
      if (method === 'wallet_switchEthereumChain' && (tries += 1) === 1) throw error
    }
    await adapter.switchNetwork({ ...connector, network: network() })
    expect(wallet.state.chainId).toBe(31338)
  })

  test('declining is a UserRejectedError, also when declining to add', async () => {
    await connect()
    wallet.state.script = (method) => {
      if (method === 'wallet_addEthereumChain') throw codeError(4001)
    }
    await expect(adapter.switchNetwork({ ...connector, network: network() })).rejects.toMatchObject({ name: 'UserRejectedError' })
    wallet.state.script = (method) => {
      if (method === 'wallet_switchEthereumChain') throw codeError(4001)
    }
    await expect(adapter.switchNetwork({ ...connector, network: network() })).rejects.toMatchObject({ name: 'UserRejectedError' })
    expect(reports).toEqual([])
  })

  test.each([4200, -32601, -32004])('%i is a SwitchNotSupportedError', async (code) => {
    await connect()
    wallet.state.script = (method) => {
      if (method === 'wallet_switchEthereumChain') throw codeError(code)
    }
    await expect(adapter.switchNetwork({ ...connector, network: network() })).rejects.toMatchObject({ name: 'SwitchNotSupportedError' })
  })

  test('a wallet that says yes and stays is a NetworkSwitchUnconfirmedError', async () => {
    await connect()
    wallet.state.script = (method) => (method === 'wallet_switchEthereumChain' ? null : undefined)
    await expect(adapter.switchNetwork({ ...connector, network: network() })).rejects.toMatchObject({
      name: 'NetworkSwitchUnconfirmedError',
      code: 4901,
    })
    expect(reports).toEqual([])
  })

  test('a wallet that says yes and takes its time is waited for', async () => {
    await connect()
    wallet.state.script = (method) => {
      if (method !== 'wallet_switchEthereumChain') return undefined
      setTimeout(() => (wallet.state.chainId = 31338), 200)
      return null
    }
    await adapter.switchNetwork({ ...connector, network: network() })
    expect(reports).toEqual([['changed', connectorId, { networkId: there }]])
  })

  test('a wallet that sends no event is reported all the same', async () => {
    const silent = testWallet({ urls: { 31337: first.url, 31338: second.url } })
    delete silent.provider.on
    delete silent.provider.removeListener
    await adapter.connect({ connector: wayIn(silent), signal: never() })
    await adapter.switchNetwork({ ...connector, network: network() })
    expect(reports).toEqual([['changed', connectorId, { networkId: there }]])
  })
})

describe('signing', () => {
  test('text and bytes are signed by the account', async () => {
    await connect()
    for (const message of ['Grüße 👋', new Uint8Array([0, 255, 16])]) {
      const signature = await adapter.signMessage({ ...target, message })
      const isHex = (text: unknown): text is `0x${string}` => typeof text === 'string' && text.startsWith('0x')
      if (!isHex(signature)) throw new Error('no hex')
      expect(
        await verifyMessage({ address: wallet.address, message: typeof message === 'string' ? message : { raw: message }, signature }),
      ).toBe(true)
    }
  })

  const types = {
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  }
  const message = { to: recipient, amount: 2n ** 70n }
  const typedData = (chainId: number | bigint | string) => ({
    domain: { name: 'Post', version: '1', chainId },
    types,
    primaryType: 'Mail',
    message,
  })

  test('typed data is signed, with a domain of any spelling of the right chain', async () => {
    await connect()
    for (const chainId of [31337, 31337n, '31337', '0x7a69']) {
      const signature = await adapter.signTypedData?.({ ...target, typedData: typedData(chainId) })
      if (!signature?.startsWith('0x')) throw new Error('no hex')
      const domain = { name: 'Post', version: '1', chainId: 31337 } as const
      expect(
        await verifyTypedData({
          address: wallet.address,
          domain,
          types,
          primaryType: 'Mail',
          message,
          signature: `0x${signature.slice(2)}`,
        }),
      ).toBe(true)
    }
  })

  test('S14: typed data of another chain never reaches the wallet', async () => {
    await connect()
    await expect(adapter.signTypedData?.({ ...target, typedData: typedData(1) })).rejects.toMatchObject({
      name: 'ChainMismatchError',
      code: 4901,
    })
    expect(wallet.asked.some(({ method }) => method.includes('sign'))).toBe(false)
  })

  test('S14, R3: a wallet that has moved, event or not, is asked for no signature and no transaction', async () => {
    await connect()
    wallet.state.chainId = 31338
    const refused = { name: 'ChainMismatchError' }
    await expect(adapter.signTypedData?.({ ...target, typedData: typedData(31337) })).rejects.toMatchObject(refused)
    await expect(adapter.sendTransaction?.({ ...target, to: recipient, value: 1n })).rejects.toMatchObject(refused)
    await expect(adapter.sendCalls?.({ ...target, calls: [{ to: recipient }] })).rejects.toMatchObject(refused)
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject(refused)
    expect(wallet.asked.some(({ method }) => /sign|send/.test(method))).toBe(false)
  })

  test('an account that the wallet does not share is not signed for', async () => {
    await connect()
    await expect(adapter.signMessage({ ...target, address: recipient, message: 'x' })).rejects.toMatchObject({
      name: 'WalletRequestError',
      code: 4100,
    })
  })
})

describe('money', () => {
  test('the balance is read in wei, and a failure says so', async () => {
    await first.test.setBalance({ address: recipient, value: 123n })
    expect(await adapter.getBalance({ address: recipient, networkId: here })).toBe(123n)
    await expect(adapter.getBalance({ address: 'nobody', networkId: here })).rejects.toMatchObject({ name: 'BalanceUnavailableError' })
    await expect(adapter.getBalance({ address: recipient, networkId: 'eip155:5' })).rejects.toMatchObject({
      name: 'BalanceUnavailableError',
    })
  })

  test('a transfer is estimated, sent and confirmed', async () => {
    await connect()
    const request = { ...target, to: recipient, value: 10n ** 15n }
    const before = await adapter.getBalance({ address: recipient, networkId: here })
    const fee = await adapter.estimateFee?.(request)
    expect(fee?.expected).toBeGreaterThan(0n)
    expect(fee?.maximum).toBeGreaterThanOrEqual(fee?.expected ?? 0n)
    const hash = (await adapter.sendTransaction?.(request)) ?? ''
    const receipt = await adapter.waitForReceipt?.({ hash, networkId: here })
    expect(receipt).toMatchObject({ hash, outcome: 'success', minedHash: hash })
    expect((await adapter.getBalance({ address: recipient, networkId: here })) - before).toBe(10n ** 15n)
    const { gasUsed, effectiveGasPrice } = await first.reader.getTransactionReceipt({ hash: `0x${hash.slice(2)}` })
    expect(gasUsed * effectiveGasPrice).toBeLessThanOrEqual(fee?.maximum ?? 0n)
  })

  test('too little money is an InsufficientFundsError, at the estimate and at the sending', async () => {
    await connect()
    const request = { ...target, to: recipient, value: 10n ** 30n }
    await expect(adapter.estimateFee?.(request)).rejects.toMatchObject({ name: 'InsufficientFundsError' })
    await expect(adapter.sendTransaction?.(request)).rejects.toMatchObject({ name: 'InsufficientFundsError' })
  })

  test('a token is sent by its own contract, never as ether', async () => {
    await connect()
    const token = '0x00000000000000000000000000000000000ABCDE'
    wallet.state.script = (method) => (method === 'eth_sendTransaction' ? `0x${'ab'.repeat(32)}` : undefined)
    await adapter.sendTransaction?.({ ...target, to: recipient, value: 12_345n, token })
    expect(wallet.asked.at(-1)?.params[0]).toEqual({
      from: wallet.address,
      chainId: '0x7a69',
      to: token,
      value: '0x0',
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, 12_345n] }),
    })
    const wrong = [{ token: 'USDC' }, { token, data: '0x12' }, { token, value: 2n ** 256n }, { feeRate: 3 }]
    for (const more of wrong) {
      await expect(adapter.sendTransaction?.({ ...target, to: recipient, value: 1n, ...more })).rejects.toMatchObject({
        name: 'InvalidOptionError',
      })
    }
  })

  test('a payment code is an EIP-681 URI, with the chain where one is chosen', () => {
    expect(adapter.paymentUri?.({ address: recipient })).toBe(`ethereum:${recipient}`)
    expect(adapter.paymentUri?.({ address: recipient, networkId: 'eip155:8453' })).toBe(`ethereum:${recipient}@8453`)
    expect(() => adapter.paymentUri?.({ address: 'nobody' })).toThrow('address')
  })

  test('a call that would fail is a TransactionRevertedError', async () => {
    await first.test.setCode({ address: '0x00000000000000000000000000000000000ABCDE', bytecode: '0x60006000fd' })
    await connect()
    await expect(
      adapter.estimateFee?.({ ...target, to: '0x00000000000000000000000000000000000ABCDE', data: '0x12' }),
    ).rejects.toMatchObject({ name: 'TransactionRevertedError' })
  })

  test.each([
    ['to', { to: 'vitalik.eth' }],
    ['to', { to: '0x12' }],
    ['value', { to: recipient, value: -1n }],
    ['data', { to: recipient, data: '0x1' }],
    ['data', { to: recipient, data: 'hello' }],
  ])('a malformed %s is named and goes nowhere', async (option, call) => {
    await connect()
    await expect(adapter.sendTransaction?.({ ...target, ...call })).rejects.toMatchObject({ name: 'InvalidOptionError', option })
    await expect(adapter.sendCalls?.({ ...target, calls: [call] })).rejects.toMatchObject({
      name: 'InvalidOptionError',
      option: `calls[0].${option}`,
    })
  })
})

describe('names', () => {
  test('there are none without a network that has them', async () => {
    expect(await adapter.lookupAddress?.({ address: recipient })).toEqual({})
    expect(await adapter.resolveName?.({ name: 'someone.eth', networkId: here })).toBeUndefined()
  })

  test("a chain id of 2^31 or more is 'Invalid chainId'", async () => {
    await expect(adapter.resolveName?.({ name: 'someone.eth', networkId: 'eip155:2147483648' })).rejects.toMatchObject({
      name: 'InvalidChainIdError',
      message: expect.stringMatching(/^Invalid chainId/),
    })
  })
})
