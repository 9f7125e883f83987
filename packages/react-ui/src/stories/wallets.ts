import { fakeConnector } from '@portico/testing'

const icon = (ground: string, drawing: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${ground}"/><g fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${drawing}</g></svg>`)}`

/** Made-up wallets, drawn for Portico. */
export const harbor = fakeConnector({
  icon: icon(
    '#1d4ed8',
    '<path d="M20 12v17M13 17h14"/><circle cx="20" cy="10.5" r="2.5"/><path d="M10.5 22.5c.5 4.5 4.5 7 9.5 7s9-2.5 9.5-7"/>',
  ),
})
export const juniper = fakeConnector({
  id: 'com.juniper',
  rdns: 'com.juniper',
  name: 'Juniper',
  icon: icon(
    '#2f6b4f',
    '<path d="M20 8c6 4.5 8 9 8 13.5a8 8 0 0 1-16 0C12 17 14 12.5 20 8Z"/><path d="M20 32V17.5m0 7 4-4m-4 1.5-3.5-3.5"/>',
  ),
})
export const cairn = fakeConnector({
  id: 'com.cairn',
  rdns: 'com.cairn',
  name: 'Cairn',
  icon: icon(
    '#434a57',
    '<ellipse cx="20" cy="28" rx="11" ry="4"/><ellipse cx="20.5" cy="20" rx="8" ry="3.5"/><ellipse cx="19.5" cy="13" rx="5" ry="3"/>',
  ),
})
/** Says that it is Harbor, and is not. */
export const spoofer = fakeConnector({ ...harbor, id: 'com.harbor#2', rdns: 'com.harb0r', duplicate: true })
export const browserWallet = fakeConnector({ id: 'injected', kind: 'injected', name: 'Browser Wallet', generic: true })

export const otherAddress = '0x91b2C0dA7e3F45b8169aD2c4E0f6B8a17c7d20fe'
