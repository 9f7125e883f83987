import { fakeFetch, testPortico } from '@portico/testing'
import { expect, test } from 'vitest'
import { HttpStatusError } from '../../kit/http/errors.js'
import { queryClientOf } from '../../portico/query.js'
import { fetchWallets } from './fetchWallets.js'
import { loadWallet, walletQuery } from './loadWallet.js'
import { findWallet, registerWallets, walletStore } from './store.js'

const apiUrl = 'http://127.0.0.1:9100'
const own = { id: 'own', name: 'Own', rdns: 'com.own' }
const builtIn = { id: 'io.lumen', name: 'Lumen', rdns: 'io.lumen', homepage: 'https://lumen.example' }
const told = { id: 'io.lumen', name: 'Lumen Wallet', universal_link: 'https://lumen.example/app', chains: ['eip155'] }

test('finds the host’s own wallet first, by id and by rdns, and asks nothing', () => {
  const portico = testPortico({ wallets: [own], apiUrl, fetch: () => expect.fail('asked') })
  registerWallets(portico, [{ id: 'own', name: 'Another' }, builtIn])
  expect(findWallet(portico, 'own')).toBe(own)
  expect(findWallet(portico, 'COM.OWN')).toBe(own)
  expect(findWallet(portico, 'io.lumen')).toBe(builtIn)
  expect(findWallet(portico, 'Own')).toBeUndefined()
  expect(findWallet(testPortico(), 'io.lumen')).toBeUndefined()
})

test('ids that are names of an object’s own parts are ids', () => {
  const portico = testPortico()
  expect(['__proto__', 'constructor', 'toString', ''].map((id) => findWallet(portico, id))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const odd = { id: '__proto__', name: 'Odd' }
  registerWallets(portico, [odd])
  expect(findWallet(portico, '__proto__')).toBe(odd)
})

test('registering the same list again changes nothing, and who looks is told of a change', () => {
  const portico = testPortico()
  let told = 0
  walletStore(portico).subscribe(() => (told += 1))
  registerWallets(portico, [builtIn])
  registerWallets(portico, [builtIn])
  expect(told).toBe(1)
})

test('a wallet that is registered after it was fetched keeps what the directory added', async () => {
  const { fetch } = fakeFetch(Response.json({ data: [told], count: 1 }))
  const portico = testPortico({ apiUrl, fetch })
  await fetchWallets(portico)
  registerWallets(portico, [builtIn])
  expect(findWallet(portico, 'io.lumen')).toEqual({ ...builtIn, universalLink: 'https://lumen.example/app', namespaces: ['eip155'] })
})

test('loads what the directory knows of a wallet, once, and adds it to what is built in', async () => {
  const server = fakeFetch(Response.json({ data: told }))
  const portico = testPortico({ apiUrl, fetch: server.fetch })
  registerWallets(portico, [builtIn])
  const loaded = await loadWallet(portico, 'io.lumen')
  expect(loaded).toEqual({ ...builtIn, universalLink: 'https://lumen.example/app', namespaces: ['eip155'] })
  expect(findWallet(portico, 'io.lumen')).toBe(loaded)
  expect(await loadWallet(portico, 'io.lumen')).toBe(loaded)
  expect(server.calls.map(({ url }) => url.pathname)).toEqual(['/v1/wallets/io.lumen'])
})

test('a wallet that the directory does not know is what is known without it, or nothing', async () => {
  const portico = testPortico({ apiUrl, fetch: fakeFetch(new Response('', { status: 404 })).fetch })
  registerWallets(portico, [builtIn])
  expect(await loadWallet(portico, 'io.lumen')).toBe(builtIn)
  expect(await loadWallet(portico, 'nobody')).toBeUndefined()
  expect(await queryClientOf(portico).fetchQuery(walletQuery(portico, 'nobody'))).toBeNull()
})

test('asks nothing for the host’s own, without a directory, and for ids that none has', async () => {
  const portico = testPortico({ wallets: [own], apiUrl, fetch: () => expect.fail('asked') })
  expect(await loadWallet(portico, 'own')).toBe(own)
  for (const id of ['..', '.', '', 'a/b', '../../v1/secret', 'A', 'a?b', '%2e%2e', `${'a'.repeat(65)}`])
    expect(await loadWallet(portico, id)).toBeUndefined()
  const without = testPortico({ fetch: () => expect.fail('asked') })
  registerWallets(without, [builtIn])
  expect(await loadWallet(without, 'io.lumen')).toBe(builtIn)
})

test('an answer about another wallet is not taken for this one', async () => {
  const portico = testPortico({ apiUrl, fetch: fakeFetch(Response.json({ data: told })).fetch })
  expect(await loadWallet(portico, 'io.harbor')).toBeUndefined()
  expect(findWallet(portico, 'io.lumen')).toBeUndefined()
})

test('a directory that fails is an error, and what was known stays known', async () => {
  const portico = testPortico({ apiUrl, fetch: fakeFetch(new Response('', { status: 400 })).fetch })
  registerWallets(portico, [builtIn])
  await expect(loadWallet(portico, 'io.lumen')).rejects.toBeInstanceOf(HttpStatusError)
  expect(findWallet(portico, 'io.lumen')).toBe(builtIn)
})

test('two porticos know nothing of each other’s wallets', () => {
  const [one, other] = [testPortico(), testPortico()]
  registerWallets(one, [builtIn])
  expect(findWallet(other, 'io.lumen')).toBeUndefined()
})
