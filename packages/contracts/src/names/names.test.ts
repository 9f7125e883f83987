import { type Address, type Hex, bytesToHex, encodeFunctionData, namehash, parseAbi, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployNameResolver } from '../deploy/index.js'
import { newKey } from '../test/accounts.js'
import { type TestChain, startChain } from '../test/chain.js'
import { encodeNameAnswer, nameAnswerToSign, offchainNameResolverAbi } from './index.js'

let chain: TestChain
let resolver: Address
const [signer, next] = [newKey(), newKey()]
const url = 'https://api.example.com/v1/profile/ccip/{sender}/{data}.json'
beforeAll(async () => {
  chain = await startChain(1)
  const { address, to, data } = deployNameResolver({ owner: chain.operator.address, urls: [url], signers: [signer.address] })
  await chain.send({ to, data })
  await chain.test.setBalance({ address: chain.operator.address, value: 10n ** 18n })
  resolver = address
}, 60_000)
afterAll(() => chain.stop())

const name = bytesToHex(packetToBytes('mira.portico.eth'))
const inner = encodeFunctionData({ abi: parseAbi(['function addr(bytes32 node)']), args: [namehash('mira.portico.eth')] })
const request = encodeFunctionData({ abi: offchainNameResolverAbi, functionName: 'resolve', args: [name, inner] })
const result = toHex(7, { size: 32 })
const nowIn = async (seconds: number) => Number((await chain.reader.getBlock()).timestamp) + seconds

interface Said {
  by?: typeof signer
  to?: Address
  expires?: number
  signed?: Hex
}
/** An answer of the gateway, which the resolver is asked about. */
async function answered({ by = signer, to = resolver, expires, signed = result }: Said = {}): Promise<Hex> {
  const until = expires ?? (await nowIn(300))
  const signature = await by.sign({ hash: nameAnswerToSign({ resolver: to, request, result: signed, expires: until }) })
  const args = [encodeNameAnswer({ result, expires: until }, signature), request] as const
  return chain.reader.readContract({ address: resolver, abi: offchainNameResolverAbi, functionName: 'resolveWithProof', args })
}
const call = (data: Hex, from: Address = chain.operator.address) => chain.send({ from, to: resolver, data })

test('sends clients to its gateway, and takes from there what its signer has signed', async () => {
  const asked = chain.reader.readContract({ address: resolver, abi: offchainNameResolverAbi, functionName: 'resolve', args: [name, inner] })
  await expect(asked).rejects.toThrow(/api\.example\.com/)
  expect(await answered()).toBe(result)
  expect(await answered({ expires: await nowIn(0) })).toBe(result)
})

test('refuses what another key has signed, another result, an answer to another resolver, and one that is over', async () => {
  await expect(answered({ by: next })).rejects.toThrow('InvalidSigner')
  await expect(answered({ signed: toHex(8, { size: 32 }) })).rejects.toThrow('InvalidSigner')
  await expect(answered({ to: chain.paymaster })).rejects.toThrow('InvalidSigner')
  await expect(answered({ expires: await nowIn(-1) })).rejects.toThrow('SignatureExpired')
})

test('its owner alone changes who signs and where clients ask, and hands it over in two steps', async () => {
  const setSigner = (key: Address, allowed: boolean) =>
    encodeFunctionData({ abi: offchainNameResolverAbi, functionName: 'setSigner', args: [key, allowed] })
  const setUrls = encodeFunctionData({ abi: offchainNameResolverAbi, functionName: 'setUrls', args: [[`${url}?2`, url]] })
  for (const data of [setSigner(next.address, true), setUrls]) expect((await call(data, chain.bundler)).status).toBe('reverted')
  for (const data of [setSigner(next.address, true), setSigner(signer.address, false), setUrls]) {
    expect((await call(data)).status).toBe('success')
  }
  expect(await answered({ by: next })).toBe(result)
  await expect(answered()).rejects.toThrow('InvalidSigner')
  const read = { address: resolver, abi: offchainNameResolverAbi } as const
  expect(await chain.reader.readContract({ ...read, functionName: 'urls' })).toEqual([`${url}?2`, url])

  await call(encodeFunctionData({ abi: offchainNameResolverAbi, functionName: 'transferOwnership', args: [chain.bundler] }))
  expect(await chain.reader.readContract({ ...read, functionName: 'owner' })).toBe(chain.operator.address)
  await call(encodeFunctionData({ abi: offchainNameResolverAbi, functionName: 'acceptOwnership' }), chain.bundler)
  expect(await chain.reader.readContract({ ...read, functionName: 'owner' })).toBe(chain.bundler)
})
