import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { DataSetError } from '../errors.js'
import { createGateway } from '../gateway.js'
import { readWalletData } from './dataSet.js'
import { imageIdOf } from './image.js'
import { applyOverlay } from './overlay.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-overlay-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const data = readWalletData(fileURLToPath(new URL('../../data', import.meta.url)))
const logo = readFileSync(new URL('../../data/images/io.rabby.webp', import.meta.url))
writeFileSync(join(folder, 'own.webp'), logo)

const file = join(folder, 'overlay.json')
function overlaid(overlay: object) {
  writeFileSync(file, JSON.stringify(overlay))
  return applyOverlay(data, file)
}
const ids = (wallets: readonly { id: string }[]) => wallets.map(({ id }) => id)

test('adds, hides, puts first and draws with another logo, and leaves the rest as it is', () => {
  const { wallets, images } = overlaid({
    hide: ['io.metamask'],
    first: ['io.zerion.wallet', 'com.example.own'],
    logos: { 'com.example.own': 'own.webp', 'com.ledger': 'own.webp' },
    add: [{ id: 'com.example.own', name: 'Own Wallet', chains: ['eip155'], universal_link: 'https://own.example/', supports_wc: true }],
  })
  expect(ids(wallets).slice(0, 2)).toEqual(['io.zerion.wallet', 'com.example.own'])
  expect(ids(wallets).slice(2)).toEqual(ids(data.wallets).filter((id) => id !== 'io.metamask' && id !== 'io.zerion.wallet'))
  const own = wallets.find(({ id }) => id === 'com.example.own')
  expect(own).toMatchObject({ chains_from: ['operator'], listed_by: ['operator'], image_id: imageIdOf(logo), rdns: null })
  expect(wallets.find(({ id }) => id === 'com.ledger')?.image_id).toBe(imageIdOf(logo))
  expect([...(images.get('com.ledger') ?? [])]).toEqual([...logo])
  expect(images.has('io.metamask')).toBe(false)
  expect(wallets.length).toBe(data.wallets.length)
})

test('is what the gateway serves', async () => {
  writeFileSync(file, JSON.stringify({ first: ['com.example.own'], add: [{ id: 'com.example.own', name: 'Own Wallet' }] }))
  const { app } = createGateway({ overlay: file, certified: ['com.example.own'], database: ':memory:', quiet: true })
  const answer: unknown = await (await app.request('/v1/wallets?entries=1')).json()
  expect(answer).toMatchObject({ data: [{ id: 'com.example.own', order: 0, badge_type: 'certified', image_url: null }] })
  expect((await app.request('/v1/wallets/com.example.own/image')).status).toBe(404)
})

test.each<[string, object, string]>([
  ['a wallet that is listed already', { add: [{ id: 'io.metamask', name: 'MetaMask' }] }, 'adds wallets that are listed: io.metamask'],
  [
    'a wallet that it adds twice',
    {
      add: [
        { id: 'com.example.own', name: 'Own' },
        { id: 'com.example.own', name: 'Own too' },
      ],
    },
    'adds wallets that are listed: com.example.own',
  ],
  ['a wallet that is not listed', { first: ['io.nobody'], hide: ['io.none'] }, 'names wallets that are not listed: io.none, io.nobody'],
  ['one that it hides itself', { hide: ['io.metamask'], first: ['io.metamask'] }, 'names wallets that are not listed: io.metamask'],
  ['a field that it does not know', { hidden: [] }, 'hidden'],
  ['a link that may not be opened', { add: [{ id: 'com.example.own', name: 'Own', mobile_link: 'javascript:alert(1)' }] }, 'mobile_link'],
  ['a logo that is not there', { logos: { 'io.metamask': 'none.webp' } }, "none.webp can't be read"],
  ['a logo of another form', { logos: { 'io.metamask': 'overlay.json' } }, 'is not WebP of 128 × 128 pixels'],
])('refuses %s before anything starts', (_, overlay, message) => {
  expect(() => overlaid(overlay)).toThrow(DataSetError)
  expect(() => overlaid(overlay)).toThrow(message)
})
