import { encodeAbiParameters, parseAbiParameters, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Accounts } from '../account/accounts.js'
import { createNode } from '../rpc/node.js'
import { createIdentity } from './identity.js'

const mira = '0x00000000000000000000000000000000000000aa'
const resultOf = (name: string) => encodeAbiParameters(parseAbiParameters('string, address, address'), [name, zeroAddress, zeroAddress])

test.each<[string, () => Response]>([
  ['away', () => new Response('', { status: 502 })],
  ['asked too often', () => Response.json({ jsonrpc: '2.0', id: 0, error: { code: -32_005, message: 'limit exceeded' } })],
])('that a node is %s does not take a name from an account for five minutes', async (_, failure) => {
  let isThere = false
  const answer = () => (isThere ? Response.json({ jsonrpc: '2.0', id: 0, result: resultOf('mira.eth') }) : failure())
  const node = createNode({ urls: ['https://node.example'], fetch: () => Promise.resolve(answer()) })
  const accounts = { chains: new Map([['eip155:1', { node }]]) } as unknown as Accounts // nothing else is asked
  const identity = createIdentity({ accounts, names: undefined, clock: () => 0 })
  await expect(identity(mira)).rejects.toMatchObject({ name: 'ProviderError', reason: 'unavailable' })
  isThere = true
  expect(await identity(mira)).toEqual({ name: 'mira.eth', avatar: null })
})

// The chain lets anybody register such a label, and say that it is the name of their address.
test.each(['vitalik\u200b.eth', 'vit\u00adalik.eth', 'Vitalik.eth', 'vit\u0430lik.eth', 'vitalik .eth', 'vita--lik\ufe0f.eth'])(
  'a name that is not as ENSIP-15 writes it (%j) is not told: cleaned, it would be the name of another',
  async (name) => {
    const fetch = () => Promise.resolve(Response.json({ jsonrpc: '2.0', id: 0, result: resultOf(name) }))
    const node = createNode({ urls: ['https://node.example'], fetch })
    const accounts = { chains: new Map([['eip155:1', { node }]]) } as unknown as Accounts // nothing else is asked
    const identity = createIdentity({ accounts, names: undefined, clock: () => 0 })
    expect(await identity(mira)).toEqual({ name: null, avatar: null })
  },
)
