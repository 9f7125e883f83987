import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Address,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseAbi,
  publicActions,
  serializeErc6492Signature,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { startAnvil } from '../test/anvil.js'
import { compileContracts } from '../test/contracts.js'
import { evmVerifier } from './evm.js'

const chain = 'eip155:31337'
const text = 'shop.example wants you to sign in with your Ethereum account:\n…'
const salt: Hex = `0x${'07'.repeat(32)}`
const factoryAbi = parseAbi([
  'function make(address owner, bytes32 salt) returns (address)',
  'function where(address owner, bytes32 salt) view returns (address)',
])
const owner = privateKeyToAccount(generatePrivateKey())
const other = privateKeyToAccount(generatePrivateKey())
const signed = (address: string, signature: string) => ({
  message: {
    namespace: 'eip155',
    domain: 'a',
    address,
    uri: 'a:',
    version: '1',
    chainId: '31337',
    nonce: '12345678',
    issuedAt: '',
  } as const,
  chain,
  text,
  signature,
})

/** What a node is asked. */
const asked = (init: RequestInit | undefined) => JSON.parse(typeof init?.body === 'string' ? init.body : '{}')

let anvil: Awaited<ReturnType<typeof startAnvil>>
let verify: ReturnType<typeof evmVerifier>
let byOwner: Hex
let byOther: Hex
let at: Record<'account' | 'factory' | 'denies' | 'burns' | 'reverts' | 'undeployed', Address>
let setCode: (address: Address, code: Hex) => Promise<void>

beforeAll(async () => {
  anvil = await startAnvil()
  verify = evmVerifier({ rpcUrls: { [chain]: anvil.url } })
  ;[byOwner, byOther] = await Promise.all([owner.signMessage({ message: text }), other.signMessage({ message: text })])
  const code = compileContracts()
  const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  const [account] = await client.getAddresses()
  const deploy = async (data: Hex): Promise<Address> => {
    const hash = await client.sendTransaction({ account: account ?? '0x', data })
    return (await client.waitForTransactionReceipt({ hash })).contractAddress ?? '0x'
  }
  const factory = await deploy(code.Factory)
  at = {
    factory,
    account: await deploy(`${code.Owned}${encodeAbiParameters([{ type: 'address' }], [owner.address]).slice(2)}`),
    denies: await deploy(code.Denies),
    burns: await deploy(code.Burns),
    reverts: await deploy(code.Reverts),
    undeployed: await client.readContract({ address: factory, abi: factoryAbi, functionName: 'where', args: [owner.address, salt] }),
  }
  for (const [name, address] of Object.entries(at)) Object.assign(at, { [name]: getAddress(address) })
  setCode = (address, bytecode) => client.setCode({ address, bytecode })
}, 60_000)
afterAll(() => anvil.stop())

const wrap = (signature: Hex) =>
  serializeErc6492Signature({
    address: at.factory,
    data: encodeFunctionData({ abi: factoryAbi, functionName: 'make', args: [owner.address, salt] }),
    signature,
  })

describe('S23: signatures of Ethereum accounts', () => {
  test('of a key, and of no other', async () => {
    expect(await verify(signed(owner.address, byOwner))).toBe('valid')
    expect(await verify(signed(owner.address, byOther))).toBe('invalid')
    expect(await verify({ ...signed(owner.address, byOwner), text: `${text}x` })).toBe('invalid')
  })

  test('of a contract, on its chain alone (ERC-1271)', async () => {
    expect(await verify(signed(at.account, byOwner))).toBe('validOnChain')
    expect(await verify(signed(at.account, byOther))).toBe('invalid')
  })

  test('of a contract on a chain that runs no code but what is there, as those of the ZK Stack', async () => {
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { method, params } = asked(init)
      const isCreation = method === 'eth_call' && params[0].to === undefined
      return isCreation
        ? Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'to is required' } })
        : globalThis.fetch(url, init)
    }
    const verifyThere = evmVerifier({ rpcUrls: { [chain]: anvil.url }, fetch })
    expect(await verifyThere(signed(at.account, byOwner))).toBe('validOnChain')
    expect(await verifyThere(signed(at.account, byOther))).toBe('invalid')
    expect(await verifyThere(signed(at.reverts, byOwner))).toBe('invalid')
    expect(await verifyThere(signed(at.undeployed, wrap(byOwner)))).toBe('unavailable')
  })

  test.each(['0x', '0x1626ba7e', `0x1626ba7e${'0'.repeat(55)}1`, `0x${'0'.repeat(56)}1626ba7e`, `0x${'0'.repeat(63)}1`])(
    'there a contract that answers %s has not said yes',
    async (result) => {
      const fetch: typeof globalThis.fetch = async (url, init) => {
        const { method, params } = asked(init)
        if (method !== 'eth_call') return globalThis.fetch(url, init)
        return Response.json({ jsonrpc: '2.0', id: 1, ...(params[0].to === undefined ? { error: { code: -32602 } } : { result }) })
      }
      expect(await evmVerifier({ rpcUrls: { [chain]: anvil.url }, fetch })(signed(at.account, byOwner))).toBe('invalid')
    },
  )

  test('of a contract that is not there yet (ERC-6492)', async () => {
    expect(await verify(signed(at.undeployed, wrap(byOwner)))).toBe('validOnChain')
    expect(await verify(signed(at.undeployed, wrap(byOther)))).toBe('invalid')
    expect(await verify(signed(at.undeployed, byOwner))).toBe('invalid')
    expect(await verify(signed(other.address, wrap(byOwner)))).toBe('invalid')
  })

  test('an address without its checksum, and what is no signature', async () => {
    expect(await verify(signed(owner.address.toLowerCase(), byOwner))).toBe('invalid')
    expect(await verify(signed(owner.address.replace('0x', '0X'), byOwner))).toBe('invalid')
    for (const bad of ['', '0x', '0x1234', '0x123', 'hello', `${byOwner}00`, byOwner.slice(0, -2), `0x${'6492'.repeat(16)}`]) {
      expect(await verify(signed(owner.address, bad)), bad).toBe('invalid')
      expect(await verify(signed(at.account, bad)), bad).toBe('invalid')
    }
  })

  test('attacks of contracts: denied, reverted, all gas burnt, and a key whose own code denies (EIP-7702)', async () => {
    await setCode(other.address, `0xef0100${at.denies.slice(2)}`)
    const tried: Record<string, string> = {
      denies: await verify(signed(at.denies, byOwner)),
      reverts: await verify(signed(at.reverts, byOwner)),
      burns: await verify(signed(at.burns, byOwner)),
      delegated: await verify(signed(other.address, byOther)),
      'delegated, wrapped': await verify(signed(other.address, wrap(byOther))),
    }
    await setCode(other.address, '0x')
    expect(await verify(signed(other.address, byOther))).toBe('valid')
    const accepted = Object.values(tried).filter((verdict) => verdict.startsWith('valid')).length
    recordPromise({
      id: 'S23',
      name: 'contracts that deny, revert or burn gas; a delegated key',
      runs: 5,
      accepted,
    })
    expect(tried).toEqual({
      denies: 'invalid',
      reverts: 'invalid',
      burns: 'invalid',
      delegated: 'invalid',
      'delegated, wrapped': 'invalid',
    })
  })
})

describe('S23: a node that does not answer says nothing', () => {
  const answers = {
    'an error page': [502, '<html>'],
    'no JSON': [200, 'ok'],
    'a limit': [200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}'],
    'an error of its own': [200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"internal error"}}'],
    'a lost header': [200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"header not found"}}'],
    'no result': [200, '{"jsonrpc":"2.0","id":1,"result":null}'],
    'another chain': [200, '{"jsonrpc":"2.0","id":1,"result":"0x1"}'],
  } as const

  test.each(Object.entries(answers))('%s', async (_, [status, body]) => {
    const fetch = async () => new Response(body, { status })
    for (const address of [owner.address, at.account])
      expect(await evmVerifier({ rpcUrls: { [chain]: 'http://node.example' }, fetch })(signed(address, byOwner))).toBe('unavailable')
  })

  test.each(Object.entries(answers))('%s, once it comes to the call', async (name, [status, body]) => {
    const fetch: typeof globalThis.fetch = async (url, init) =>
      typeof init?.body === 'string' && init.body.includes('eth_call') && name !== 'another chain'
        ? new Response(body, { status })
        : globalThis.fetch(url, init)
    const verdict = await evmVerifier({ rpcUrls: { [chain]: anvil.url }, fetch })(signed(at.account, byOwner))
    expect(verdict).toBe(name === 'another chain' ? 'validOnChain' : 'unavailable')
  })

  test('one that says nothing of which chain it is', async () => {
    const fetch = async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x' })
    expect(await evmVerifier({ rpcUrls: { [chain]: 'http://node.example' }, fetch })(signed(owner.address, byOwner))).toBe('unavailable')
  })

  test('nobody there, one that is silent, and a chain without a node', async () => {
    expect(await evmVerifier({ rpcUrls: { [chain]: 'http://127.0.0.1:1' } })(signed(owner.address, byOwner))).toBe('unavailable')
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as AddressInfo
    expect(await evmVerifier({ rpcUrls: { [chain]: `http://127.0.0.1:${port}` }, timeout: 100 })(signed(owner.address, byOwner))).toBe(
      'unavailable',
    )
    silent.close()
    silent.closeAllConnections()
    expect(await evmVerifier({ rpcUrls: {} })(signed(owner.address, byOwner))).toBe('unavailable')
  })

  test('of all of them together none is a yes', async () => {
    let accepted = 0
    for (const [status, body] of Object.values(answers)) {
      for (const address of [owner.address, other.address, at.account, at.denies]) {
        const fetch = async () => new Response(body, { status })
        const verdict = await evmVerifier({ rpcUrls: { [chain]: 'http://node.example' }, fetch })(signed(address, byOwner))
        if (verdict !== 'unavailable') accepted++
      }
    }
    recordPromise({ id: 'S23', name: 'a node that is away, fails or is of another chain', runs: 4 * Object.keys(answers).length, accepted })
    expect(accepted).toBe(0)
  })
})

test('does not start with a node that has no address: an environment leaves text that is empty, or none', () => {
  for (const rpcUrls of [
    undefined,
    'https://node.example',
    { [chain]: '' },
    { [chain]: undefined },
    { [chain]: 'node.example' },
    { 1: 'https://a.example' },
  ])
    expect(() => evmVerifier({ rpcUrls: rpcUrls as never }), JSON.stringify(rpcUrls)).toThrow(
      expect.objectContaining({ name: 'SiwxOptionsError', message: expect.stringMatching(/^rpcUrls/) }) as Error,
    )
})
