import { createRequire } from 'node:module'
import { encodeNameAnswer, nameAnswerToSign } from '@portico/contracts/names'
import { JsonRpcProvider, Network } from 'ethers'
import {
  type Address,
  type Hex,
  bytesToHex,
  createPublicClient,
  createWalletClient,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  http,
  namehash,
  parseAbi,
  toCoinType,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiptOf } from '@portico/chains/evm'
import { z } from 'zod'
import { accounts, mnemonic, nameSigner, operator } from '../accounts.js'
import { rpc } from '../chains/rpc.js'
import { addresses } from '../contracts/index.js'
import { createSandbox } from '../sandbox.js'

const sandbox = createSandbox({ portOffset: 2480, quiet: true })
beforeAll(async () => void (await sandbox.ready), 60_000)
afterAll(() => sandbox.stop(), 30_000)

const visitor = (addressIndex: number) => mnemonicToAccount(mnemonic, { addressIndex })
const ethereum = sandbox.urls.chains[1]
/** As anybody makes one, with nothing of ours. */
const stock = () => createPublicClient({ chain: mainnet, transport: http(ethereum) })

interface Claim {
  by: ReturnType<typeof visitor>
  coinType?: number
  attributes?: Record<string, string>
}
async function claim(name: string, { by, coinType = 0x80000001, attributes = {} }: Claim) {
  const message = JSON.stringify({ name, attributes, timestamp: Math.floor(Date.now() / 1000) })
  const body = { coin_type: coinType, address: by.address, message, signature: await by.signMessage({ message }) }
  const answer = await fetch(`${sandbox.urls.gateway}/v1/profile/account`, { method: 'POST', body: JSON.stringify(body) })
  expect(await answer.json()).toEqual({ success: true })
}

const registryAbi = parseAbi(['function setResolver(bytes32 node, address resolver)'])
/** Sends as the operator, and waits until it is mined. */
async function send(to: Address | undefined, data: Hex) {
  const transaction = { from: operator, ...(to && { to }), data, gas: '0x4c4b40' }
  const hash = z.custom<Hex>().parse(await rpc(ethereum, 'eth_sendTransaction', [transaction]))
  const receipt = await receiptOf(stock(), hash)
  expect(receipt.status).toBe('success')
  return receipt
}
const pointTo = (resolver: Address) =>
  send(
    addresses.ensRegistry,
    encodeFunctionData({ abi: registryAbi, functionName: 'setResolver', args: [namehash('portico.eth'), resolver] }),
  )

const avatar = `https://pictures.example/a.png`
const texts = { 'com.github': 'alice', avatar, description: 'Sells doors' }

test('stock viem resolves a name that was registered a second ago, with its texts, and each coin type', async () => {
  const [alice, zoe] = [visitor(3), visitor(4)]
  await claim('alice.portico.eth', { by: alice, attributes: texts })
  await claim('zoe-base.portico.eth', { by: zoe, coinType: Number(toCoinType(8453)) })
  const client = stock()
  const name = 'alice.portico.eth'
  expect(await client.getEnsAddress({ name })).toBe(alice.address)
  expect(await client.getEnsAddress({ name, coinType: toCoinType(8453) })).toBe(alice.address.toLowerCase())
  expect(await client.getEnsAddress({ name: 'zoe-base.portico.eth', coinType: toCoinType(8453) })).toBe(zoe.address.toLowerCase())
  expect(await client.getEnsAddress({ name, coinType: 0n })).toBeNull()
  expect(await client.getEnsText({ name, key: 'com.github' })).toBe('alice')
  expect(await client.getEnsText({ name, key: 'avatar' })).toBe(avatar)
  expect(await client.getEnsText({ name, key: 'unset' })).toBeNull()
  expect(await client.getEnsResolver({ name })).toBe(addresses.offchainNames)
  expect(await client.getEnsAddress({ name: 'nobody.portico.eth' })).toBeNull()
  expect(await client.getEnsAddress({ name: 'portico.eth' })).toBeNull()
  // Those on the chain as ever.
  expect(await client.getEnsAddress({ name: 'mira.eth' })).toBe(accounts[0].address)
  expect(await client.getEnsName({ address: accounts[0].address })).toBe('mira.eth')
})

test('stock ethers resolves it as well, and names on the chain', async () => {
  const ella = visitor(5)
  await claim('ella.portico.eth', { by: ella, attributes: texts })
  const provider = new JsonRpcProvider(ethereum, Network.from('mainnet'), { staticNetwork: true, batchMaxCount: 1 })
  try {
    expect(await provider.resolveName('mira.eth')).toBe(accounts[0].address)
    expect(await provider.lookupAddress(accounts[0].address)).toBe('mira.eth')
    expect(await provider.resolveName('ella.portico.eth')).toBe(ella.address)
    expect(await provider.resolveName('nobody.portico.eth')).toBeNull()
    const resolver = await provider.getResolver('ella.portico.eth')
    expect(await resolver?.getText('com.github')).toBe('alice')
    expect(await resolver?.getText('avatar')).toBe(avatar)
    // In EIP-55's form, as ethers has it: the coin type of Base.
    expect(await resolver?.getAddress(Number(toCoinType(8453)))).toBe(ella.address)
  } finally {
    provider.destroy()
  }
})

test('ENS’s own offchain resolver takes what the gateway has signed', async () => {
  const oscar = visitor(6)
  await claim('oscar.portico.eth', { by: oscar, attributes: texts })
  const artifact = z
    .object({ bytecode: z.custom<Hex>((value) => typeof value === 'string') })
    .parse(
      createRequire(import.meta.url)(
        '@ensdomains/offchain-resolver-contracts/artifacts/contracts/OffchainResolver.sol/OffchainResolver.json',
      ),
    )
  const abi = parseAbi(['constructor(string url, address[] signers)'])
  const args = [`${sandbox.urls.gateway}/v1/profile/ccip/{sender}/{data}.json`, [nameSigner.address]] as const
  const { contractAddress } = await send(undefined, encodeDeployData({ abi, bytecode: artifact.bytecode, args }))
  if (!contractAddress) throw new Error('It was not deployed.')
  await pointTo(contractAddress)
  const client = stock()
  expect(await client.getEnsAddress({ name: 'oscar.portico.eth' })).toBe(oscar.address)
  expect(await client.getEnsText({ name: 'oscar.portico.eth', key: 'com.github' })).toBe('alice')
  await pointTo(addresses.offchainNames)
})

const answerType = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
interface Tampered {
  resolver: Address
  request: Hex
  result: Hex
  expires: number
  signature: Hex
}
/** A client between whom and the gateway somebody else sits. */
const between = (tamper: (answer: Tampered) => Promise<Hex> | Hex) =>
  createPublicClient({
    chain: mainnet,
    transport: http(ethereum),
    ccipRead: {
      request: async ({ sender, data, urls }) => {
        const url = urls[0]?.replace('{sender}', sender).replace('{data}', data) ?? ''
        const answer = z.object({ data: z.custom<Hex>() }).parse(await (await fetch(url)).json())
        const [result, expires, signature] = decodeAbiParameters(answerType, answer.data)
        return await tamper({ resolver: sender, request: data, result, expires: Number(expires), signature })
      },
    },
  })

test('an answer of another key, and one that was altered, are refused', async () => {
  const hanna = visitor(7)
  await claim('hanna.portico.eth', { by: hanna })
  const ask = (client: ReturnType<typeof between>) => client.getEnsAddress({ name: 'hanna.portico.eth', strict: true })
  expect(await ask(between(({ signature, ...answer }) => encodeNameAnswer(answer, signature)))).toBe(hanna.address)

  const thief = privateKeyToAccount(generatePrivateKey())
  const stolen = encodeAbiParameters([{ type: 'address' }], [thief.address])
  const signed = async (answer: Tampered) => encodeNameAnswer(answer, await thief.sign({ hash: nameAnswerToSign(answer) }))
  await expect(ask(between(signed))).rejects.toThrow(/reverted/)
  await expect(ask(between((answer) => signed({ ...answer, result: stolen })))).rejects.toThrow(/reverted/)
  await expect(ask(between(({ signature, ...answer }) => encodeNameAnswer({ ...answer, result: stolen }, signature)))).rejects.toThrow(
    /reverted/,
  )
  await expect(
    ask(between(({ signature, ...answer }) => encodeNameAnswer({ ...answer, expires: answer.expires + 1 }, signature))),
  ).rejects.toThrow(/reverted/)
})

test('the identity of an address shows its name at once, and a primary name on the chain may be one of these', async () => {
  const [ines, frida] = [visitor(8), visitor(13)]
  const identity = async (address: string) => (await fetch(`${sandbox.urls.gateway}/v1/identity/${address}`)).json()
  await claim('ines.portico.eth', { by: ines, attributes: texts })
  expect(await identity(ines.address)).toMatchObject({ name: 'ines.portico.eth', avatar: expect.stringMatching(/\/v1\/pictures\//) })
  expect(await identity(accounts[0].address)).toMatchObject({ name: 'mira.eth' })
  expect(await identity(visitor(11).address)).toEqual({ name: null, avatar: null })

  // On the chain an account says it itself, and for itself alone.
  await claim('frida.portico.eth', { by: frida })
  await rpc(ethereum, 'anvil_setBalance', [frida.address, '0xde0b6b3a7640000'])
  const wallet = createWalletClient({ account: frida, chain: mainnet, transport: http(ethereum) })
  const abi = parseAbi(['function setName(string name) returns (bytes32)'])
  const hash = await wallet.writeContract({ address: addresses.ensReverse, abi, functionName: 'setName', args: ['frida.portico.eth'] })
  expect((await receiptOf(stock(), hash)).status).toBe('success')
  expect(await stock().getEnsName({ address: ines.address })).toBeNull()
  expect(await stock().getEnsName({ address: frida.address })).toBe('frida.portico.eth')
  expect(await identity(frida.address)).toMatchObject({ name: 'frida.portico.eth' })
})

test('a question that is too long for an address is posted', async () => {
  const lena = visitor(12)
  const name = 'lena.portico.eth'
  await claim(name, { by: lena, attributes: texts })
  const abi = parseAbi([
    'function resolve(bytes name, bytes data) view returns (bytes result, address resolver)',
    'function multicall(bytes[] calls) view returns (bytes[])',
    'function text(bytes32 node, string key) view returns (string)',
  ])
  const text = (key: string) => encodeFunctionData({ abi, functionName: 'text', args: [namehash(name), key] })
  const calls = ['com.github', ...Array.from({ length: 31 }, (_, at) => `${'key'.repeat(60)}${at}`)].map(text)
  const data = encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
  const dns = bytesToHex(packetToBytes(name))
  const read = { address: addresses.ensUniversalResolver, abi, functionName: 'resolve', args: [dns, data] } as const
  const [result] = await stock().readContract(read)
  const answers = decodeFunctionResult({ abi, functionName: 'multicall', data: result })
  expect(answers.map((each) => decodeFunctionResult({ abi, functionName: 'text', data: each }))).toEqual([
    'alice',
    ...Array.from({ length: 31 }, () => ''),
  ])
})

test('an answer is over after five minutes, and a reset forgets names', async () => {
  const [hanna, rosa] = [visitor(14), visitor(9)]
  await claim('hannah.portico.eth', { by: hanna })
  const ask = () =>
    between(({ signature, ...answer }) => encodeNameAnswer(answer, signature)).getEnsAddress({ name: 'hannah.portico.eth', strict: true })
  expect(await ask()).toBe(hanna.address)
  await rpc(ethereum, 'evm_increaseTime', [360])
  await rpc(ethereum, 'evm_mine')
  await expect(ask()).rejects.toThrow(/reverted/)

  await claim('rosa.portico.eth', { by: rosa })
  await sandbox.reset()
  expect((await fetch(`${sandbox.urls.gateway}/v1/profile/account/rosa.portico.eth`)).status).toBe(404)
  await claim('rosa.portico.eth', { by: rosa })
  expect(await stock().getEnsAddress({ name: 'rosa.portico.eth' })).toBe(rosa.address)
})
