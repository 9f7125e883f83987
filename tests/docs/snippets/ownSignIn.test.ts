import { evm } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import { connect, connectorStore, createPortico, goLive, listConnectors, mount } from '@portico/core'
import { getSession, siwx, signIn, signOut } from '@portico/core/siwx'
import { createSiwx, memoryStore } from '@portico/siwx/server'
import { announce, createWallet, reject } from '@portico/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { followSignIn, leave, sign, type Asked } from './ownSignIn.js'

vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())

test('a page without the modal asks for the signature itself, and is told of a no, and of a server that is away', async () => {
  const origin = 'https://shop.example'
  const server = createSiwx({ origins: [origin], chains: ['eip155:1'], store: memoryStore(), verifiers: { eip155: async () => 'valid' } })
  let isAway = false
  const portico = createPortico({
    adapters: [evm({ networks: [mainnet] })],
    siwx: siwx({ url: `${origin}/siwx`, origin }),
    fetch: async (input, init) => {
      if (isAway) throw new TypeError('Failed to fetch')
      const request = new Request(input, init)
      const headers = new Headers(request.headers)
      headers.set('origin', origin)
      return server.handler(new Request(request, { headers }))
    },
  })
  const seen: (Asked | undefined)[] = []
  const unmount = mount(portico)
  const end = followSignIn(portico, (asked) => seen.push(asked))
  const wallet = createWallet({ name: 'Alpha', rdns: 'com.example.alpha', chains: { 1: 'http://127.0.0.1:8545' } })
  const unannounce = announce(wallet)
  try {
    void goLive(portico)
    const alpha = () => listConnectors(connectorStore(portico).getState()).find(({ name }) => name === 'Alpha')
    await expect.poll(alpha).toBeDefined()
    await connect(portico, { connectorId: alpha()?.id ?? '' })
    await expect.poll(() => seen.at(-1)?.text).toContain('shop.example wants you to sign in')
    await sign(portico)
    expect([seen.at(-1), getSession(portico).status]).toEqual([undefined, 'signedIn'])

    await signOut(portico)
    isAway = true
    const later = signIn(portico)
    await expect.poll(() => seen.at(-1), { timeout: 10_000 }).toEqual({ problem: 'The server does not answer. Try again.' })
    isAway = false
    await sign(portico)
    await expect.poll(() => seen.at(-1)?.text).toContain('shop.example')
    wallet.script('personal_sign', reject())
    await sign(portico)
    expect(seen.at(-1)).toMatchObject({ text: expect.stringContaining('shop.example'), problem: 'Signature declined' })
    await sign(portico)
    await later

    await signOut(portico)
    const again = signIn(portico)
    await expect.poll(() => seen.at(-1)?.text).toContain('shop.example')
    leave(portico)
    await expect(again).rejects.toThrow('Signing in was cancelled.')
    expect(seen.at(-1)).toBeUndefined()
  } finally {
    unannounce()
    end()
    unmount()
  }
})
