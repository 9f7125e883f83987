import { freePort } from '@portico/service/ports'
import { createPublicClient, http, parseAbi } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Anvil, startAnvil } from '../../chains/anvil.js'
import { rpc } from '../../chains/rpc.js'
import { chains } from '../../parts.js'
import { type FarcasterService, casters, farcasterService, idRegistry, registerId } from './index.js'

const host = '127.0.0.1'
const abi = parseAbi(['function idOf(address) view returns (uint256)', 'function custodyOf(uint256) view returns (address)'])
let anvil: Anvil
let rpcUrl: string
let service: FarcasterService

beforeAll(async () => {
  const port = await freePort()
  rpcUrl = `http://${host}:${port}`
  anvil = startAnvil({ chain: chains[1], rpcUrl, host, port, onExit: () => {} })
  await anvil.ready()
  service = farcasterService({ host, port: await freePort(), rpcUrl })
  await service.start()
})
afterAll(async () => {
  await service.stop()
  await anvil.stop()
})

const channel = z.object({ channelToken: z.string(), url: z.url(), nonce: z.string() })
const completed = z.object({
  state: z.literal('completed'),
  message: z.string(),
  signature: z.templateLiteral(['0x', z.string()]),
  fid: z.number(),
  username: z.string(),
})

async function open(nonce = 'abcdefgh12345678') {
  const body = JSON.stringify({ siweUri: 'https://shop.example', domain: 'shop.example', nonce })
  const answer = await fetch(`${service.url}/v1/channel`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(answer.status).toBe(201)
  return channel.parse(await answer.json())
}

const status = (token: string) => fetch(`${service.url}/v1/channel/status`, { headers: { authorization: `Bearer ${token}` } })

test('the phone signs what the site asked for, with the key that owns the id', async () => {
  const { channelToken, url, nonce } = await open()
  expect((await status(channelToken)).status).toBe(202)
  const page = await fetch(url)
  expect(await page.text()).toContain('Sign in to shop.example')
  await fetch(url, { method: 'POST', body: new URLSearchParams({ fid: '4211' }) })

  const answer = await status(channelToken)
  expect(answer.status).toBe(200)
  const { message, signature, fid, username } = completed.parse(await answer.json())
  expect({ fid, username }).toEqual({ fid: 4211, username: 'mira' })
  const fields = parseSiweMessage(message)
  expect(fields).toMatchObject({
    domain: 'shop.example',
    uri: 'https://shop.example',
    statement: 'Farcaster Auth',
    chainId: 10,
    nonce,
    resources: ['farcaster://fid/4211'],
  })
  const client = createPublicClient({ transport: http(rpcUrl) })
  const address = fields.address ?? '0x'
  expect(await client.verifyMessage({ address, message, signature })).toBe(true)
  expect(await client.readContract({ address: idRegistry, abi, functionName: 'idOf', args: [address] })).toBe(4211n)
})

test('the registry knows nobody else, answers nothing else, and can be written', async () => {
  await open()
  const client = createPublicClient({ transport: http(rpcUrl) })
  const stranger = '0x1111111111111111111111111111111111111111'
  const idOf = () => client.readContract({ address: idRegistry, abi, functionName: 'idOf', args: [stranger] })
  expect(await idOf()).toBe(0n)
  await expect(client.readContract({ address: idRegistry, abi, functionName: 'custodyOf', args: [4211n] })).rejects.toThrow()
  await registerId(rpcUrl, { custody: stranger, fid: 77 })
  expect(await idOf()).toBe(77n)
})

test('the registry comes back by itself when the chain has lost it', async () => {
  const { channelToken } = await open()
  await rpc(rpcUrl, 'anvil_setCode', [idRegistry, '0x'])
  await service.approve(channelToken, 4212)
  const client = createPublicClient({ transport: http(rpcUrl) })
  const custody = casters()[1]?.custody.address ?? '0x'
  expect(await client.readContract({ address: idRegistry, abi, functionName: 'idOf', args: [custody] })).toBe(4212n)
})

test('a channel is told to nobody else, and a reset forgets it', async () => {
  const { channelToken } = await open()
  expect((await status('somebody-elses')).status).toBe(401)
  expect((await fetch(`${service.url}/v1/channel`, { method: 'POST', body: '{}' })).status).toBe(400)
  await service.reset()
  expect((await status(channelToken)).status).toBe(401)
  await expect(service.approve(channelToken, 4211)).rejects.toThrow('no such channel')
})
