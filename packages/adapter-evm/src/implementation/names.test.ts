import {
  createClient,
  custom,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  namehash,
  parseAbi,
  type Address,
  type Hex,
} from 'viem'
import { mainnet } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { lookupAddress, resolveName, writePrimaryName } from './names.js'

const alice: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const resolverAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
])
const universalAbi = parseAbi([
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string, address, address)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'error ResolverNotFound(bytes name)',
])

const bob: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const registrar: Address = '0xa58E81fe9b61B5c3fE2AFD33CF304c454AbFc7Cb'

/** A chain on which one name has one address for each coin type, and one picture. */
function ens({
  name = 'alice.eth',
  names = { '60': name },
  avatar = '',
  addresses = {},
}: {
  name?: string
  /** Primary names by coin type. */
  names?: Readonly<Record<string, string>>
  avatar?: string
  addresses?: Readonly<Record<string, Address>>
} = {}) {
  const coinTypes: string[] = []
  const reply = (data: Hex): Hex => {
    const { functionName, args } = decodeFunctionData({ abi: universalAbi, data })
    if (functionName === 'reverseWithGateways') {
      const said = names[String(args[1])]
      if (said === undefined) throw new Error('unknown coin type')
      return encodeAbiParameters([{ type: 'string' }, { type: 'address' }, { type: 'address' }], [said, alice, alice])
    }
    const inner = decodeFunctionData({ abi: resolverAbi, data: args[1] })
    const [node, detail] = inner.args
    const answer = (): Hex => {
      if (inner.functionName === 'text') return encodeAbiParameters([{ type: 'string' }], [avatar])
      coinTypes.push(String(detail ?? 60n))
      const address = node === namehash(name) ? addresses[String(detail ?? 60n)] : undefined
      return detail === undefined
        ? encodeAbiParameters([{ type: 'address' }], [address ?? `0x${'0'.repeat(40)}`])
        : encodeAbiParameters([{ type: 'bytes' }], [address ?? '0x'])
    }
    return encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [answer(), alice])
  }
  const request = async ({ method, params }: { method: string; params?: [{ data: Hex }] }) => {
    if (method !== 'eth_call' || !params) throw new Error(`unexpected ${method}`)
    if (!name)
      throw Object.assign(new Error('execution reverted'), {
        code: 3,
        data: encodeErrorResult({ abi: universalAbi, errorName: 'ResolverNotFound', args: ['0x'] }),
      })
    return reply(params[0].data)
  }
  return { client: createClient({ chain: mainnet, transport: custom({ request }, { retryCount: 0 }) }), coinTypes }
}

describe('the name behind an address', () => {
  test('comes with its picture, as far as that is an https or data: URL', async () => {
    for (const avatar of ['https://example.org/a.png', 'data:image/png;base64,AAAA']) {
      expect(await lookupAddress(ens({ avatar }).client, alice)).toEqual({ name: 'alice.eth', avatar })
    }
    for (const avatar of ['', 'ipfs://x', 'eip155:1/erc721:0x0/1', 'javascript:alert(1)', 'http://example.org/a.png']) {
      expect(await lookupAddress(ens({ avatar }).client, alice)).toEqual({ name: 'alice.eth' })
    }
  })

  test.each(['Alice.eth', 'alicе\u200b.eth', 'a\u202elice.eth', 'a'.repeat(300), '.eth'])(
    'S36: %j is not in normal form, and is no name',
    async (name) => {
      expect(await lookupAddress(ens({ name }).client, alice)).toEqual({})
    },
  )
})

describe('the name on another network (ENSIP-19)', () => {
  const onBase = '2147492101'

  test('comes first, and Ethereum’s where there is none, or where the resolver does not know the network', async () => {
    const basename = ens({ names: { '60': 'alice.eth', [onBase]: 'alice.base.eth' } })
    expect(await lookupAddress(basename.client, alice, 'eip155:8453')).toEqual({ name: 'alice.base.eth' })
    expect(await lookupAddress(basename.client, alice, 'eip155:1')).toEqual({ name: 'alice.eth' })
    expect(await lookupAddress(basename.client, alice, 'eip155:10')).toEqual({ name: 'alice.eth' })
    expect(await lookupAddress(ens({ names: { '60': 'alice.eth', [onBase]: '' } }).client, alice, 'eip155:8453')).toEqual({
      name: 'alice.eth',
    })
    const alike = ens({ names: { '60': 'alice.eth', [onBase]: 'Alice.base.eth' } })
    expect(await lookupAddress(alike.client, alice, 'eip155:8453')).toEqual({ name: 'alice.eth' })
  })

  test('leads to its address on Base, also where that stands under the coin type of Ethereum', async () => {
    const { client, coinTypes } = ens({ name: 'alice.base.eth', addresses: { 60: bob } })
    expect(await resolveName(client, { name: 'alice.base.eth', networkId: 'eip155:8453' })).toBe(bob)
    expect(await resolveName(client, { name: 'alice.base.eth', networkId: 'eip155:10' })).toBeUndefined()
    expect(coinTypes).toEqual([onBase, '60', '2147483658'])
  })
})

describe('the primary name on chain (EIP-181)', () => {
  const abi = parseAbi(['function owner(bytes32 node) view returns (address)', 'function setName(string name)'])
  const chain = (owner: Address, code: Hex) =>
    createClient({
      chain: mainnet,
      transport: custom(
        {
          request: async ({ method, params }: { method: string; params?: [{ to: Address; data: Hex }] }) => {
            if (method === 'eth_getCode') return code
            const { functionName, args } = decodeFunctionData({ abi, data: params?.[0].data ?? '0x' })
            expect([functionName, args]).toEqual(['owner', [namehash('addr.reverse')]])
            return encodeAbiParameters([{ type: 'address' }], [owner])
          },
        },
        { retryCount: 0 },
      ),
    })
  const none: Address = `0x${'0'.repeat(40)}`

  test('is set at the reverse registrar: that of the registry, or that of networks without one', async () => {
    const call = await writePrimaryName(chain(registrar, '0x60'), { name: 'Alice.eth', networkId: 'eip155:1' })
    expect(call?.to).toBe(registrar)
    expect(decodeFunctionData({ abi, data: (call?.data ?? '0x') as Hex })).toEqual({ functionName: 'setName', args: ['alice.eth'] })
    const l2 = await writePrimaryName(chain(none, '0x60'), { name: 'alice.eth', networkId: 'eip155:8453' })
    expect(l2?.to).toBe('0x0000000000D8e504002cC26E3Ec46D81971C1664')
  })

  test('is none where there is no registrar, and none for what is no name', async () => {
    for (const networkId of ['eip155:1', 'eip155:8453', 'eip155:137'] as const)
      expect(await writePrimaryName(chain(none, '0x'), { name: 'alice.eth', networkId })).toBeUndefined()
    expect(await writePrimaryName(chain(registrar, '0x'), { name: 'alice.eth', networkId: 'eip155:1' })).toBeUndefined()
    expect(await writePrimaryName(chain(registrar, '0x60'), { name: 'a..eth', networkId: 'eip155:1' })).toBeUndefined()
  })
})

describe('the address behind a name', () => {
  test('is that of the network: coin type 60 for Ethereum, ENSIP-11 for the others', async () => {
    const { client, coinTypes } = ens({ addresses: { 60: alice, 2147483658: bob } })
    expect(await resolveName(client, { name: 'Alice.eth', networkId: 'eip155:1' })).toBe(alice)
    expect(await resolveName(client, { name: 'alice.eth', networkId: 'eip155:10' })).toBe(bob)
    expect(await resolveName(client, { name: 'alice.eth', networkId: 'eip155:8453' })).toBeUndefined()
    expect(await resolveName(client, { name: 'nobody.eth', networkId: 'eip155:1' })).toBeUndefined()
    expect(coinTypes).toEqual(['60', '2147483658', '2147492101', '60'])
    const odd = ens({ addresses: { 2147483658: '0x1234' } })
    expect(await resolveName(odd.client, { name: 'alice.eth', networkId: 'eip155:10' })).toBeUndefined()
  })

  test('text that can be no name asks nobody', async () => {
    const { client, coinTypes } = ens()
    for (const name of ['', 'alice', 'a..eth', 'a b.eth'])
      expect(await resolveName(client, { name, networkId: 'eip155:1' })).toBeUndefined()
    expect(coinTypes).toEqual([])
  })

  test("a chain id of 2^31 or more is 'Invalid chainId', the largest below is not", async () => {
    const { client } = ens()
    await expect(resolveName(client, { name: 'alice.eth', networkId: 'eip155:2147483648' })).rejects.toMatchObject({
      name: 'InvalidChainIdError',
    })
    expect(await resolveName(client, { name: 'alice.eth', networkId: 'eip155:2147483647' })).toBeUndefined()
  })
})
