import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announce, sameRdns, sameUuid, type AnnouncedProvider, type AnnounceWindow } from './announce.js'
import { createWallet } from './createWallet.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function page(): { window: AnnounceWindow; found: AnnouncedProvider[]; ask(): void } {
  const window: AnnounceWindow = new EventTarget()
  const found: AnnouncedProvider[] = []
  window.addEventListener('eip6963:announceProvider', (event) => {
    if (event instanceof CustomEvent) found.push(event.detail)
  })
  return { window, found, ask: () => void window.dispatchEvent(new Event('eip6963:requestProvider')) }
}

const wallet = createWallet({ chains: { 1: 'http://127.0.0.1:1' } })
const other = createWallet({ chains: { 1: 'http://127.0.0.1:1' }, name: 'Other', rdns: 'com.example.other' })

test('a wallet announces itself at once, and again when a site asks', () => {
  const { window, found, ask } = page()
  const unannounce = announce(wallet, { window })
  expect(found).toEqual([{ info: wallet.info, provider: wallet.provider }])
  ask()
  expect(found).toHaveLength(2)
  expect(found[1]).toBe(found[0])
  unannounce()
  ask()
  expect(found).toHaveLength(2)
})

test('what is announced is frozen and well formed', () => {
  const { window, found } = page()
  announce(wallet, { window })
  expect(Object.isFrozen(found[0])).toBe(true)
  expect(Object.isFrozen(found[0]?.info)).toBe(true)
  expect(found[0]?.info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(found[0]?.info.icon).toMatch(/^data:image\/svg\+xml,/)
})

test('R4: a late wallet is silent until its time', () => {
  const { window, found, ask } = page()
  announce(wallet, { window, late: 10_000, asEthereum: true })
  ask()
  vi.advanceTimersByTime(9_999)
  expect([found, window.ethereum]).toEqual([[], undefined])
  vi.advanceTimersByTime(1)
  expect(found).toHaveLength(1)
  expect(window.ethereum).toBe(wallet.provider)
})

test('a wallet that leaves before its time never comes', () => {
  const { window, found } = page()
  announce(wallet, { window, late: 10 })()
  vi.advanceTimersByTime(10)
  expect(found).toEqual([])
})

test('an injected wallet can be window.ethereum without announcing itself', () => {
  const { window, found, ask } = page()
  const initialized = vi.fn()
  window.addEventListener('ethereum#initialized', initialized)
  const remove = announce(wallet, { window, asEthereum: true, announce: false })
  ask()
  expect(found).toEqual([])
  expect(window.ethereum).toBe(wallet.provider)
  expect(initialized).toHaveBeenCalledOnce()
  remove()
  expect('ethereum' in window).toBe(false)
})

test('the last wallet to inject itself wins, and the loser does not remove it', () => {
  const { window } = page()
  const remove = announce(wallet, { window, asEthereum: true })
  announce(other, { window, asEthereum: true })
  remove()
  expect(window.ethereum).toBe(other.provider)
})

test('S34: a spoofer can copy the rdns with a uuid of its own, or the uuid with a provider of its own', () => {
  const { window, found } = page()
  announce(wallet, { window })
  announce(other, { window, info: sameRdns(wallet) })
  announce(other, { window, info: sameUuid(wallet) })
  const [real, rdns, uuid] = found
  expect(rdns?.info).toEqual({ ...wallet.info, uuid: other.info.uuid })
  expect(uuid?.info).toEqual(real?.info)
  expect([rdns?.provider, uuid?.provider]).toEqual([other.provider, other.provider])
})
