import { expect, test } from 'vitest'
import { browserLink } from './browserLink.js'
import { safeWalletLink } from './safeLink.js'

const page = 'https://dapp.example/mint?id=1&of=ü#top'
const href = 'https%3A%2F%2Fdapp.example%2Fmint%3Fid%3D1%26of%3D%25C3%25BC%23top'
const origin = 'https%3A%2F%2Fdapp.example'

test.each([
  [{ id: 'app.phantom', name: 'Phantom' }, `https://phantom.app/ul/browse/${href}?ref=${origin}`],
  [{ id: 'Phantom', name: 'Phantom' }, `https://phantom.app/ul/browse/${href}?ref=${origin}`],
  [{ id: 'com.solflare', name: 'Solflare' }, `https://solflare.com/ul/v1/browse/${href}?ref=${origin}`],
  [{ id: 'x', name: 'X', rdns: 'com.coinbase.wallet' }, `https://go.cb-w.com/dapp?cb_url=${href}`],
])('$name opens the page in its own browser', (wallet, expected) => {
  expect(browserLink(wallet, page)).toBe(expected)
  expect(safeWalletLink(expected, 'https')).toBe(expected)
})

test('Binance Wallet is told the page inside of its own link', () => {
  const link = browserLink({ id: 'com.binance.wallet', name: 'Binance Wallet' }, page) ?? ''
  expect(safeWalletLink(link, 'https')).toBe(link)
  const native = atob(new URL(link).searchParams.get('_dp') ?? '')
  expect(native).toMatch(/^bnc:\/\/app\.binance\.com\/mp\/app\?appId=\w+&/)
  const query = native.slice(native.indexOf('startPageQuery=') + 15)
  expect(atob(query)).toBe('url=https://dapp.example/mint?id=1&of=%C3%BC#top')
})

test('other wallets have none, nor have pages that are not on the web, and no password goes along', () => {
  expect(browserLink({ id: 'io.lumen', name: 'Lumen' }, page)).toBeUndefined()
  for (const other of ['', 'about:blank', 'file:///a.html', 'javascript:alert(1)', 'https://', '/mint'])
    expect(browserLink({ id: 'app.phantom', name: '' }, other)).toBeUndefined()
  expect(browserLink({ id: 'com.coinbase.wallet', name: '' }, 'https://me:secret@dapp.example/')).toBe(
    'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fdapp.example%2F',
  )
})
