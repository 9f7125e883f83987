import { evm } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import { connect, connectorStore, createPortico, goLive, listConnectors, mount } from '@portico/core'
import { getSession, siwx, signIn, signOut } from '@portico/core/siwx'
import { createSiwx, memoryStore } from '@portico/siwx/server'
import { announce, createWallet } from '@portico/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { followSignIn, leave, sign } from './ownSignIn.js'

vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())

test('a page without the modal asks for the signature itself, and is told of a no', async () => {
  const origin = 'https://shop.example'
  const server = createSiwx({ origins: [origin], chains: ['eip155:1'], store: memoryStore(), verifiers: { eip155: async () => 'valid' } })
  const portico = createPortico({
    adapters: [evm({ networks: [mainnet] })],
    siwx: siwx({ url: `${origin}/siwx`, origin }),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const headers = new Headers(request.headers)
      headers.set('origin', origin)
      return server.handler(new Request(request, { headers }))
    },
  })
  const texts: (string | undefined)[] = []
  const unmount = mount(portico)
  const end = followSignIn(portico, (text) => texts.push(text))
  const wallet = createWallet({ name: 'Alpha', rdns: 'com.example.alpha', chains: { 1: 'http://127.0.0.1:8545' } })
  const unannounce = announce(wallet)
  try {
    void goLive(portico)
    const alpha = () => listConnectors(connectorStore(portico).getState()).find(({ name }) => name === 'Alpha')
    await expect.poll(alpha).toBeDefined()
    await connect(portico, { connectorId: alpha()?.id ?? '' })
    await expect.poll(() => texts.at(-1)).toContain('shop.example wants you to sign in')
    await sign(portico)
    expect([texts.at(-1), getSession(portico).status]).toEqual([undefined, 'signedIn'])

    await signOut(portico)
    const again = signIn(portico)
    await expect.poll(() => texts.at(-1)).toContain('shop.example')
    leave(portico)
    await expect(again).rejects.toThrow('Signing in was cancelled.')
    expect(texts.at(-1)).toBeUndefined()
  } finally {
    unannounce()
    end()
    unmount()
  }
})
