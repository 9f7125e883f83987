import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { DataSetError } from '../errors.js'
import sharp from 'sharp'
import { z } from 'zod'
import { hasBadge } from '../refresh/badge.js'
import { corrections } from '../refresh/corrections.js'
import { pixelsOf } from '../refresh/drawLogo.js'
import { readWalletData } from './dataSet.js'
import { imageLimit, webpSize } from './image.js'
import { dataSet, logoSources } from './schema.js'
import { foldText } from './text.js'

const folder = fileURLToPath(new URL('../../data', import.meta.url))
const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(folder, name), 'utf8'))
const scratch: string[] = []
afterAll(() => Promise.all(scratch.map((path) => rm(path, { recursive: true, force: true }))))

const { wallets, images } = readWalletData(folder)
/** Where a wallet is got that the corrections add: at its homepage. */
const addedAt = new Map(
  Object.entries(corrections.parse(await json('corrections.json')).add).map(([id, { links }]) => [id, links?.homepage]),
)
const unique = (values: readonly string[]) => new Set(values).size === values.length

test('the committed data set is what its schema says, of the size that it should have', () => {
  expect(wallets.length).toBeGreaterThan(500)
  expect(wallets.length).toBeLessThan(600)
  expect(wallets.slice(0, 15).map(({ id }) => id)).toEqual(expect.arrayContaining(['io.metamask', 'com.trustwallet.app', 'com.ledger']))
})

test('the order is how many open lists have a wallet, then the alphabet, and nothing else', () => {
  const places = wallets.map(({ name, listed_by }) => [listed_by.length, foldText(name)] as const)
  const sorted = places.toSorted((a, b) => b[0] - a[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0))
  expect(places).toEqual(sorted)
})

test('what is said of chains has a source, and what has none says nothing', () => {
  for (const { id, chains, chains_from } of wallets) expect([id, chains.length > 0], id).toEqual([id, chains_from.length > 0])
  const of = (id: string) => wallets.find((wallet) => wallet.id === id)
  expect(of('com.ledger')).toMatchObject({ chains: ['eip155', 'bip122', 'solana'], chains_from: ['correction'] })
  expect(of('io.rabby')?.chains_from).toEqual(expect.arrayContaining(['eip6963', 'rainbowkit']))
  expect(of('com.solflare')).toMatchObject({ chains: ['solana'], chains_from: ['solana-wallet-adapter'] })
})

test('no wallet is listed twice, and each can be opened or got', () => {
  expect(unique(wallets.map(({ id }) => id))).toBe(true)
  expect(unique(wallets.flatMap(({ rdns }) => (rdns === null ? [] : [rdns.toLowerCase()])))).toBe(true)
  const closed = wallets.filter(
    ({ id, rdns, mobile_link, universal_link, desktop_link, webapp_link, app_store, play_store, chrome_store }) =>
      [rdns, mobile_link, universal_link, desktop_link, webapp_link, app_store, play_store, chrome_store, addedAt.get(id) ?? null].every(
        (way) => way === null,
      ),
  )
  expect(closed).toEqual([])
})

test('S19: the modal’s list of wallets’ own schemes is that of this data set', async () => {
  const text = await readFile(new URL('../../../../packages/core/src/controllers/wallets/ownSchemes.ts', import.meta.url), 'utf8')
  const schemeOf = (link: string | null) => (link === null ? [] : link.slice(0, link.indexOf(':')))
  const own = wallets.flatMap(({ id, mobile_link, desktop_link }) => {
    const schemes = new Set([mobile_link, desktop_link].flatMap(schemeOf))
    return schemes.size > 0 ? [[id, ...schemes].join(' ')] : []
  })
  expect(/const listed = `\n([^`]*)`/.exec(text)?.[1]?.split('\n')).toEqual(own.toSorted())
})

test('each picture is WebP of 128 × 128 pixels and 16 kB at most, all of them together 1 MB, and none is left over', async () => {
  for (const [id, bytes] of images) {
    expect(webpSize(bytes), id).toEqual({ width: 128, height: 128 })
    expect(bytes.length, id).toBeLessThanOrEqual(imageLimit)
  }
  expect([...images.values()].reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(1024 * 1024)
  expect((await readdir(join(folder, 'images'))).toSorted()).toEqual([...images.keys()].map((id) => `${id}.webp`).toSorted())
})

test('no picture has a badge in it, and each is filled to its corners', async () => {
  for (const [id, bytes] of images) {
    expect(hasBadge(await pixelsOf(bytes)), id).toBe(false)
    const alpha = await sharp(bytes).ensureAlpha().extractChannel(3).raw().toBuffer()
    expect(
      alpha.every((value) => value === 255),
      id,
    ).toBe(true)
  }
  expect(wallets.filter(({ image_id }) => image_id === null).map(({ id }) => id)).toEqual(
    z.object({ withoutLogo: z.array(z.string()) }).parse(await json('report.json')).withoutLogo,
  )
})

test('each picture names the package, version and file that it is from, and the text of its licence lies beside it', async () => {
  const { sources } = dataSet.parse(await json('wallets.json'))
  const logos = logoSources.parse(await json('logos.json'))
  expect(Object.keys(logos).toSorted()).toEqual([...images.keys()].toSorted())
  const texts = await readdir(join(folder, 'licences'))
  const named = new Set(sources.map((source) => `${source.package}@${source.version} ${source.licence}`))
  for (const [id, { package: from, licence, form }] of Object.entries(logos)) {
    expect(named.has(`${from} ${licence}`), id).toBe(true)
    expect(texts).toContain(`${from.slice(0, from.lastIndexOf('@')).replaceAll(/[@/]+/g, '-').replace(/^-/, '')}.txt`)
    if (!from.startsWith('thirdweb@')) expect(form, id).not.toBe('as it is')
  }
})

test('the file of the list stays under 400 kB', async () => {
  expect((await readFile(join(folder, 'wallets.json'))).length).toBeLessThan(400_000)
})

test('its provenance names the packages that it was made from, and says whose the marks are', async () => {
  const { sources } = dataSet.parse(await json('wallets.json'))
  expect(sources).toEqual(await json('sources.json'))
  const provenance = await readFile(join(folder, 'PROVENANCE.md'), 'utf8')
  for (const { package: name } of sources) if (!name.startsWith('@solana/')) expect(provenance).toContain(`\`${name}\``)
  for (const text of ['@solana/wallet-adapter-', 'trademarks of their owners']) expect(provenance).toContain(text)
})

test('what the corrections leave out is not there, and each correction has its effect', async () => {
  const { drop, change } = corrections.parse(await json('corrections.json'))
  for (const id of Object.keys(drop)) expect(images.has(id), id).toBe(false)
  for (const [listed, { id = listed, chains, without = [] }] of Object.entries(change)) {
    const wallet = wallets.find((entry) => entry.id === id)
    if (chains) expect(wallet?.chains, id).toEqual(chains)
    for (const field of without) expect(wallet?.[field], id).toBeNull()
  }
})

test.each<[string, (copy: string) => Promise<void>, RegExp]>([
  ['a list that is no JSON', (copy) => writeFile(join(copy, 'wallets.json'), '{'), /wallets.json can't be read/],
  ['a list of another shape', (copy) => writeFile(join(copy, 'wallets.json'), '{"wallets":[{"id":1}]}'), /not what it should be/],
  ['a picture that is not there', (copy) => rm(join(copy, 'images/io.metamask.webp')), /io.metamask.webp can't be read/],
  ['another picture', (copy) => writeFile(join(copy, 'images/io.metamask.webp'), 'GIF89a'), /picture of io.metamask is not the one/],
])('refuses %s before anything starts', async (_, spoil, message) => {
  const copy = await mkdtemp(join(tmpdir(), 'portico-gateway-'))
  scratch.push(copy)
  await cp(folder, copy, { recursive: true })
  await spoil(copy)
  expect(() => readWalletData(copy)).toThrow(DataSetError)
  expect(() => readWalletData(copy)).toThrow(message)
})
