import { createServer } from 'node:http'
import {
  createClient,
  custom,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  namehash,
  parseAbi,
  toFunctionSelector,
  type Address,
  type Hex,
} from 'viem'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions'
import { mainnet } from 'viem/chains'
import { toCoinType } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { noRecord, readEnsAddress, readEnsName, readEnsText, selectors } from './ens.js'

const alice: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const universal: Address = mainnet.contracts.ensUniversalResolver.address
const universalAbi = parseAbi([
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string, address, address)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function goOn(bytes response, bytes extraData)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error ResolverNotFound(bytes name)',
  'error ResolverError(bytes data)',
  'error ResolverNotContract(bytes name, address resolver)',
  'error ReverseAddressMismatch(string primary, bytes primaryAddress)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error HttpError(uint16 status, string message)',
])
const gatewayAbi = parseAbi([
  'struct Query { address sender; string[] urls; bytes data; }',
  'function query(Query[] queries) returns (bool[] failures, bytes[] responses)',
])

/** A client on a chain that answers each call as `reply` says; what it throws is what the call reverts with. */
function chain(reply: (data: Hex, calls: number) => Hex) {
  const calls: Hex[] = []
  const request = async ({ method, params }: { method: string; params?: [{ to: Address; data: Hex }] }) => {
    if (method !== 'eth_call' || params?.[0].to !== universal) throw new Error(`unexpected ${method}`)
    calls.push(params[0].data)
    try {
      return reply(params[0].data, calls.length)
    } catch (thrown) {
      throw typeof thrown === 'string' ? Object.assign(new Error('execution reverted'), { code: 3, data: thrown }) : thrown
    }
  }
  return { calls, client: createClient({ chain: mainnet, transport: custom({ request }, { retryCount: 0 }) }) }
}
const resolved = (record: Hex) => encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [record, alice])

describe("asks as viem's own actions do", () => {
  test('the selectors are those of the functions and errors that they name', () => {
    const signatures: Record<keyof typeof selectors | keyof typeof noRecord, string> = {
      resolveWithGateways: 'resolveWithGateways(bytes,bytes,string[])',
      reverseWithGateways: 'reverseWithGateways(bytes,uint256,string[])',
      addr: 'addr(bytes32)',
      addrOfCoin: 'addr(bytes32,uint256)',
      text: 'text(bytes32,string)',
      OffchainLookup: 'OffchainLookup(address,string[],bytes,bytes4,bytes)',
      HttpError: 'HttpError(uint16,string)',
      Error: 'Error(string)',
      ResolverError: 'ResolverError(bytes)',
      ResolverNotContract: 'ResolverNotContract(bytes,address)',
      ResolverNotFound: 'ResolverNotFound(bytes)',
      ReverseAddressMismatch: 'ReverseAddressMismatch(string,bytes)',
      UnsupportedResolverProfile: 'UnsupportedResolverProfile(bytes4)',
    }
    for (const [name, selector] of Object.entries({ ...selectors, ...noRecord }))
      expect([name, selector]).toEqual([name, toFunctionSelector(`function ${signatures[name as keyof typeof signatures]}`)])
  })

  test.each([60n, toCoinType(10), 0n])('for an address of coin type %s', async (coinType) => {
    for (const record of [
      coinType === 60n ? encodeAbiParameters([{ type: 'address' }], [alice]) : encodeAbiParameters([{ type: 'bytes' }], [alice]),
      '0x' as const,
      coinType === 60n ? encodeAbiParameters([{ type: 'uint256' }], [0n]) : encodeAbiParameters([{ type: 'bytes' }], ['0x']),
    ]) {
      const [ours, theirs] = [chain(() => resolved(record)), chain(() => resolved(record))]
      const expected = await getEnsAddress(theirs.client, { name: 'älice.pôrtico.eth', ...(coinType !== 60n && { coinType }) })
      expect((await readEnsAddress(ours.client, 'älice.pôrtico.eth', coinType))?.toLowerCase()).toBe(expected?.toLowerCase())
      expect(ours.calls).toEqual(theirs.calls)
    }
  })

  test('for a name, and for a text', async () => {
    for (const said of ['alice.eth', '']) {
      const name = encodeAbiParameters([{ type: 'string' }, { type: 'address' }, { type: 'address' }], [said, alice, alice])
      const record = resolved(encodeAbiParameters([{ type: 'string' }], [said]))
      const [ours, theirs] = [0, 1].map(() => chain((data) => (data.startsWith(selectors.reverseWithGateways) ? name : record)))
      if (!ours || !theirs) throw new Error('two chains')
      expect(await readEnsName(ours.client, alice)).toBe((await getEnsName(theirs.client, { address: alice })) ?? undefined)
      expect(await readEnsText(ours.client, 'alice.eth', 'avatar')).toBe(
        (await getEnsText(theirs.client, { name: 'alice.eth', key: 'avatar' })) ?? undefined,
      )
      expect(ours.calls).toEqual(theirs.calls)
    }
  })

  test.each(Object.entries(noRecord))('%s means that there is no such record', async (_, selector) => {
    const reply = () => {
      throw `${selector}${'0'.repeat(128)}`
    }
    expect(await readEnsAddress(chain(reply).client, 'alice.eth', 60n)).toBeUndefined()
    expect(await readEnsName(chain(reply).client, alice)).toBeUndefined()
  })

  test('any other refusal is an error, and a chain without ENS has no names', async () => {
    const broken = chain(() => {
      throw selectors.Error
    })
    await expect(readEnsName(broken.client, alice)).rejects.toThrow('reverted')
    const { client } = chain(() => '0x')
    expect(await readEnsName({ ...client, chain: { ...mainnet, contracts: {} } }, alice)).toBeUndefined()
    expect(await readEnsAddress(client, `${'a'.repeat(256)}.eth`, 60n)).toBeUndefined()
  })
})

describe('what is not on chain (EIP-3668, ENSIP-21)', () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/broken')) response.statusCode = 500
    response.end(JSON.stringify({ data: '0xc0ffee' }))
  })
  let origin = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = server.address()
    if (at === null || typeof at === 'string') throw new Error('no port')
    origin = `http://127.0.0.1:${at.port}`
  })
  afterAll(() => void server.close())

  /** Refuses the first call with a batch for the gateways, and answers the second with what it was told. */
  const offchain = (paths: readonly string[], sender = universal) =>
    chain((data, calls) => {
      if (calls === 1) {
        const queries = paths.map((path) => ({ sender: alice, urls: [`${origin}${path}/{sender}/{data}`], data: '0x1234' as const }))
        throw encodeErrorResult({
          abi: universalAbi,
          errorName: 'OffchainLookup',
          args: [
            sender,
            ['x-batch-gateway:true'],
            encodeFunctionData({ abi: gatewayAbi, functionName: 'query', args: [queries] }),
            toFunctionSelector('function goOn(bytes,bytes)'),
            '0xfeed',
          ],
        })
      }
      expect(decodeFunctionData({ abi: universalAbi, data }).args?.[1]).toBe('0xfeed')
      return resolved(encodeAbiParameters([{ type: 'address' }], [alice]))
    })

  test('each gateway is asked, and the contract hears the same as from viem: answers, and failures as errors', async () => {
    const [ours, theirs] = [offchain(['/good', '/broken']), offchain(['/good', '/broken'])]
    expect((await readEnsAddress(ours.client, 'alice.eth', 60n))?.toLowerCase()).toBe(alice.toLowerCase())
    expect(asked.splice(0)).toEqual([`/good/${alice.toLowerCase()}/0x1234`, `/broken/${alice.toLowerCase()}/0x1234`])
    await getEnsAddress(theirs.client, { name: 'alice.eth' })
    expect(ours.calls).toEqual(theirs.calls)
    expect(namehash('alice.eth').slice(2)).toHaveLength(64)
  })

  /** Refuses the first call with some gateways that stand in for each other. */
  const turning = (urls: readonly string[]) =>
    chain((_, calls) => {
      if (calls === 1)
        throw encodeErrorResult({ abi: universalAbi, errorName: 'OffchainLookup', args: [universal, urls, '0x1234', '0x12345678', '0x'] })
      return resolved(encodeAbiParameters([{ type: 'address' }], [alice]))
    })
  /** Gateways by host, with what they are asked. */
  function gateways(answers: Readonly<Record<string, () => Response | Promise<Response>>>) {
    const requests: { url: string; init: RequestInit | undefined }[] = []
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      requests.push({ url: input, init })
      return answers[new URL(input).hostname]?.()
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    return requests
  }
  const good = () => Response.json({ data: '0xc0ffee' })

  test('R9: one that does not answer in 10 s, or with something else, has the next one asked; one that says no ends it', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const never = () => new Promise<Response>(() => {})
    const requests = gateways({ a: never, b: () => new Response('<html>'), c: () => new Response(null, { status: 503 }), d: good, e: good })
    const { client, calls } = turning(['a', 'b', 'c', 'd', 'e'].map((host) => `https://${host}/{data}`))
    const reading = readEnsAddress(client, 'alice.eth', 60n)
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await reading)?.toLowerCase()).toBe(alice.toLowerCase())
    expect(requests.map(({ url }) => url)).toEqual(['a', 'b', 'c', 'd'].map((host) => `https://${host}/0x1234`))
    expect(calls[1]).toContain('c0ffee')

    const refused = gateways({ a: () => new Response('', { status: 404 }), b: good })
    await expect(readEnsAddress(turning(['https://a/{data}', 'https://b/{data}']).client, 'alice.eth', 60n)).rejects.toMatchObject({
      status: 404,
    })
    expect(refused).toHaveLength(1)
  })

  test('whoever owns a name has nothing sent with the visitor’s cookies, to the site’s own server neither', async () => {
    const requests = gateways({ a: good })
    await readEnsAddress(turning(['/api/logout?{data}', 'javascript:{data}', 'https://a/{sender}']).client, 'alice.eth', 60n)
    expect(requests).toEqual([
      {
        url: `https://a/${universal.toLowerCase()}`,
        init: expect.objectContaining({
          method: 'POST',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          body: JSON.stringify({ data: '0x1234', sender: universal }),
        }),
      },
    ])
  })

  test("another contract's question is not passed on, and questions have an end", async () => {
    asked.length = 0
    await expect(readEnsAddress(offchain(['/good'], alice).client, 'alice.eth', 60n)).rejects.toThrow('reverted')
    expect(asked).toEqual([])
    const endless = chain(() => {
      throw encodeErrorResult({
        abi: universalAbi,
        errorName: 'OffchainLookup',
        args: [universal, [`${origin}/good/{data}`], '0x1234', '0x12345678', '0x'],
      })
    })
    await expect(readEnsAddress(endless.client, 'alice.eth', 60n)).rejects.toThrow('reverted')
    expect(endless.calls).toHaveLength(5)
  })
})
