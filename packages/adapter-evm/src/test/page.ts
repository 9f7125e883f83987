import type { Page } from '../discover/discover.js'

/** A window for tests that has nothing but events and, if wished, an injected wallet. */
export function testPage(ethereum?: unknown): Page & EventTarget & { ethereum?: unknown } {
  return Object.assign(new EventTarget(), ethereum === undefined ? {} : { ethereum })
}

/** Announces a wallet (EIP-6963). */
export const announce = (page: EventTarget, detail: unknown): void =>
  void page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))

/** Announces a wallet now and each time it is asked, as wallets do. */
export function install(page: EventTarget, detail: unknown): void {
  page.addEventListener('eip6963:requestProvider', () => announce(page, detail))
  announce(page, detail)
}

/** What a wallet says in its announcement. */
export const testInfo = (over: Partial<Record<'uuid' | 'rdns' | 'name' | 'icon', unknown>> = {}) => ({
  uuid: crypto.randomUUID(),
  rdns: 'org.example.wallet',
  name: 'Example Wallet',
  icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  ...over,
})
