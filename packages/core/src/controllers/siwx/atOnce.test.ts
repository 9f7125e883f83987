import { writeSignInMessage } from '@portico/siwx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConnectRequest, Grant } from '../../adapter.js'
import { stubPage } from '../../portico/page.test.helper.js'
import { fakeAddress, fakeServer, leavePages, site } from './site.test.helper.js'

beforeEach(() => void stubPage())
afterEach(() => {
  leavePages()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A wallet that connects and signs in with one question, where the site offers it. */
const connectSigned =
  (signer = fakeAddress) =>
  async ({ signIn }: ConnectRequest): Promise<Grant> => {
    const granted = { addresses: [fakeAddress], networkId: 'eip155:1' } as const
    const offer = await signIn?.(['eip155'])
    if (!offer) return granted
    const { chains, resources, ...fields } = offer
    const message = writeSignInMessage({
      namespace: 'eip155',
      address: signer,
      version: '1',
      chainId: chains[0]?.slice('eip155:'.length) ?? '',
      ...fields,
      ...(resources && { resources }),
    })
    return { ...granted, signedIn: [{ message, signature: '0x01', networkId: 'eip155:1', address: signer }] }
  }

describe('a wallet that signs in as it connects', () => {
  test('is asked one question: no view, no second signature', async () => {
    const { connect, state, views, wallet, server } = await site({ adapter: { connect: connectSigned() } })
    await connect()
    expect(state().sessions).toMatchObject([{ accountId: `eip155:1:${fakeAddress}` }])
    expect([views(), wallet]).toEqual([[], []])
    expect(server.asked).toEqual(['nonce', 'verify'])
  })

  test('is let go of where the server does not take what it signed', async () => {
    const server = fakeServer({ verdict: 'invalid' })
    const { connect, connected, views, toast, errors } = await site({ server, adapter: { connect: connectSigned() } })
    await connect()
    expect([connected(), views()]).toEqual([[], ['Connect']])
    await vi.waitFor(() => expect(toast()).toBe('Signature declined'))
    expect(errors).toHaveBeenCalledOnce()
  })

  test('stays connected where the server’s node is away, and signs anew', async () => {
    const server = fakeServer({ verdict: 'unavailable' })
    const { connect, connected, status, errors } = await site({ server, adapter: { connect: connectSigned() } })
    await connect()
    expect([connected(), status()]).toEqual([['com.harbor'], 'unavailable'])
    expect(errors).not.toHaveBeenCalled()
  })

  test('for another account than the one that it connects is asked as any other', async () => {
    const { connect, status, server } = await site({ adapter: { connect: connectSigned('0x52908400098527886E0F7030069857D2E4169EE7') } })
    await connect()
    expect(status()).toBe('ready')
    expect(server.bodies).toEqual([])
  })

  test('is not asked to where the site does not want that, or its server makes no offer', async () => {
    for (const options of [{ siwx: { oneClick: false } }, { server: fakeServer() }]) {
      if (options.server) options.server.answers.status = 404
      vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const connect = vi.fn(connectSigned())
      const page = await site({ ...options, adapter: { connect } })
      await page.connect()
      expect(page.server.bodies).toEqual([])
      expect(connect.mock.lastCall?.[0].signIn === undefined).toBe(options.siwx !== undefined)
    }
  })
})
