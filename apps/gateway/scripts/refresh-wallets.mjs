// Makes data/ anew: fetches the packages of data/sources.json into a temporary folder, reads their lists as text, and writes wallets.json,
// logos.json, images/, licences/, dropped.json and report.json. Nothing of a package is run, installed or kept.
//
//   --check   writes nothing, and fails when data/ is not what it would write
//   --newest  takes the newest version of each package, and writes it into sources.json; what the licence says must be what it said
//   --links   also asks each wallet's pages whether they are there, and says which are not; needs the internet, and fails for none of them
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundle } from '@portico/service/bundle'

const run = promisify(execFile)
const data = fileURLToPath(new URL('../data/', import.meta.url))
const check = process.argv.includes('--check')
/** Folders that this script writes whole. */
const folders = ['images', 'licences']

const module = await bundle(new URL('..', import.meta.url), 'src/refresh/index.ts')
const refresh = await import(module)
rmSync(new URL(module))

/** @typedef {{ package: string, version: string, integrity: string, licence: string }} Source */
/** @type {Source[]} */
const listed = JSON.parse(readFileSync(join(data, 'sources.json'), 'utf8'))
const sources = process.argv.includes('--newest') ? await newest(listed) : listed
/** By name and version: the unpacked package. @type {Map<string, string>} */
const packages = new Map()
/** Pictures of mentions, where their list has one. @type {Map<unknown, { package: string, file: string, licence: string, bytes: Uint8Array }>} */
const pictures = new Map()
const folder = mkdtempSync(join(tmpdir(), 'portico-wallets-'))
try {
  for (const source of sources) packages.set(nameOf(source), await fetchPackage(source))

  const known = refresh.corrections.parse(JSON.parse(readFileSync(join(data, 'corrections.json'), 'utf8')))
  const listings = readListings()
  const { wallets, images, dropped } = refresh.transform({ ...listings, corrections: known })
  const merged = refresh.mergeLists({ wallets, mentions: readMentions(), corrections: known })
  const logos = await chooseLogos(merged, images, known)
  const list = merged.wallets.map((/** @type {{ id: string }} */ wallet) => {
    const logo = logos.get(wallet.id)
    return { ...wallet, image_id: logo ? refresh.imageIdOf(logo.bytes) : null }
  })

  const files = new Map([
    ['sources.json', json(sources)],
    ['wallets.json', json(refresh.dataSet.parse({ sources, wallets: list }))],
    ['logos.json', json(refresh.logoSources.parse(Object.fromEntries([...logos].map(([id, { bytes: _, ...from }]) => [id, from]))))],
    ['dropped.json', json(dropped)],
    ['report.json', json(refresh.report(list, merged.strangers))],
    ...licences(logos),
    ...[...logos].map(([id, { bytes }]) => [`images/${id}.webp`, bytes]),
  ])
  tell({ listings: listings.listings.length, list, dropped, logos, report: refresh.report(list, merged.strangers) })
  if (process.argv.includes('--links')) await askPages(list)
  if (check) process.exitCode = compare(files)
  else write(files)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** With the newest version of each package first. Those of the listing stay: logos are of its earlier versions. */
async function newest(/** @type {Source[]} */ known) {
  const names = [...new Set(known.map((source) => source.package))]
  const found = []
  for (const name of names) {
    const before = known.filter((source) => source.package === name)
    const { stdout } = await run('npm', ['view', name, 'version', 'license', 'dist.integrity', '--json'])
    const { version, license, 'dist.integrity': integrity } = JSON.parse(stdout)
    const [last] = before
    // ConnectKit writes the word into the field.
    if (!last || String(license).replace(/ license$/i, '') !== last.licence) throw new Error(`${name} is under ${license} now.`)
    if (version !== last.version) console.log(`${name}: ${last.version} → ${version}`)
    const now = { package: name, version, integrity, licence: last.licence }
    found.push(...(version === last.version ? before : name === 'thirdweb' ? [now, ...before] : [now]))
  }
  return found
}

function nameOf(/** @type {Source} */ { package: name, version }) {
  return `${name}@${version}`
}

/** @returns {Promise<string>} the folder of the unpacked package */
async function fetchPackage(/** @type {Source} */ source) {
  const into = mkdtempSync(join(folder, 'package-'))
  const { stdout } = await run('npm', ['pack', nameOf(source), '--ignore-scripts', '--silent'], { cwd: into })
  const archive = join(into, stdout.trim())
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (found !== source.integrity) throw new Error(`${nameOf(source)} is not the package that was read: ${found}`)
  await run('tar', ['-xzf', archive, '-C', into])
  rmSync(archive)
  return join(into, 'package')
}

/** Of the newest version of a package, as `sources.json` lists it first. */
function folderOf(/** @type {string} */ name) {
  const source = sources.find((entry) => entry.package === name)
  return packages.get(source ? nameOf(source) : '') ?? ''
}

function readListings() {
  const generated = join(folderOf('thirdweb'), 'src/wallets/__generated__')
  const listings = []
  const images = new Map()
  for (const id of readdirSync(join(generated, 'wallet')).toSorted()) {
    const text = (/** @type {string} */ name) => readFileSync(join(generated, 'wallet', id, name), 'utf8')
    const listing = refresh.readListing(text('index.ts'))
    listings.push(listing)
    images.set(listing.id, refresh.readImage(text('image.ts')))
  }
  return { listings, images, order: refresh.readOrder(readFileSync(join(generated, 'wallet-infos.ts'), 'utf8')) }
}

function readMentions() {
  const rainbowKit = folderOf('@rainbow-me/rainbowkit')
  const chunks = join(rainbowKit, 'dist/wallets/walletConnectors')
  const rainbow = readdirSync(chunks)
    .filter((name) => name.startsWith('chunk-'))
    .toSorted()
    .flatMap((name) => refresh.readRainbowKit(readFileSync(join(chunks, name), 'utf8')))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const mention of rainbow) {
    const bytes = refresh.readPictureModule(readFileSync(join(rainbowKit, mention.logo), 'utf8'))
    pictures.set(mention, candidate('@rainbow-me/rainbowkit', mention.logo, bytes))
  }
  const solana = sources
    .filter(({ package: name }) => name.startsWith('@solana/'))
    .map(({ package: name }) => {
      const { picture, ...mention } = refresh.readSolanaAdapter(readFileSync(join(folderOf(name), 'lib/esm/adapter.js'), 'utf8'))
      pictures.set(mention, candidate(name, mention.logo, picture))
      return mention
    })
  const bitcoin = readdirSync(join(folderOf('bitcoin-wallet-adapter'), 'dist/assets'))
    .toSorted()
    .flatMap((file) => {
      const name = /^btc-(\w+)-logo\.png$/.exec(file)?.[1]
      if (name === undefined) return []
      const path = `dist/assets/${file}`
      const mention = { list: 'bitcoin-wallet-adapter', name, chains: ['bip122'], logo: path }
      pictures.set(mention, candidate('bitcoin-wallet-adapter', path, readFileSync(join(folderOf('bitcoin-wallet-adapter'), path))))
      return [mention]
    })
  return [
    ...rainbow,
    ...refresh.readConnectKit(readFileSync(join(folderOf('connectkit'), 'build/index.es.js'), 'utf8')),
    ...refresh.readOnboard(readFileSync(join(folderOf('@web3-onboard/injected-wallets'), 'dist/types.js'), 'utf8')),
    ...refresh.readIconNames(readdirSync(join(folderOf('@web3icons/core'), 'dist/svgs/wallets/branded'))),
    ...solana,
    ...bitcoin,
  ]
}

function candidate(/** @type {string} */ name, /** @type {string} */ file, /** @type {Uint8Array} */ bytes) {
  const source = sources.find((entry) => entry.package === name)
  return { package: source ? nameOf(source) : name, file, licence: source?.licence ?? '', bytes }
}

/** Of each wallet the first clean logo: RainbowKit's, the listing's, that of earlier versions of the listing, an adapter's. */
async function chooseLogos(merged, images, { change }) {
  const listedAs = new Map(Object.entries(change).flatMap(([listed, { id }]) => (id === undefined ? [] : [[id, listed]])))
  const chosen = new Map()
  for (const { id } of merged.wallets) {
    const mentioned = (merged.logos.get(id) ?? []).map((mention) => ({ list: mention.list, ...pictures.get(mention) }))
    const fromKit = mentioned.filter(({ list }) => list === 'rainbowkit')
    const file = `src/wallets/__generated__/wallet/${listedAs.get(id) ?? id}/image.ts`
    const listed = sources
      .filter(({ package: name }) => name === 'thirdweb')
      .flatMap((source) => {
        const path = join(packages.get(nameOf(source)) ?? '', file)
        const bytes = existsSync(path) ? refresh.readImage(readFileSync(path, 'utf8')) : undefined
        return bytes ? [{ package: nameOf(source), file, licence: source.licence, bytes }] : []
      })
    const own = images.get(id)
    const current = own && listed.length === 0 ? [{ ...candidate('thirdweb', file, own) }] : []
    const candidates = [...fromKit, ...listed, ...current, ...mentioned.filter(({ list }) => list !== 'rainbowkit')]
    const logo = await refresh.chooseLogo(candidates.map(({ list: _, ...rest }) => rest))
    if (logo) chosen.set(id, logo)
  }
  return chosen
}

/** The licences of the packages that pictures or listings are from, as they stand in them. */
function licences(/** @type {Map<string, { package: string }>} */ logos) {
  const used = new Set(['thirdweb', ...[...logos.values()].map((logo) => logo.package.slice(0, logo.package.lastIndexOf('@')))])
  return [...used].toSorted().map((name) => {
    const file = readdirSync(folderOf(name)).find((entry) => /^LICEN[CS]E(\.\w+)?$/i.test(entry))
    if (!file) throw new Error(`${name} has no text of its licence, so nothing of it can be taken over.`)
    return [`licences/${name.replaceAll(/[@/]+/g, '-').replace(/^-/, '')}.txt`, readFileSync(join(folderOf(name), file))]
  })
}

function tell({ listings, list, dropped, logos, report }) {
  const left = dropped.filter(({ field }) => field === undefined).length
  const size = [...logos.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
  console.log(`${listings} listings, ${list.length} wallets, ${left} left out; ${dropped.length - left} values left out.`)
  console.log(`Pictures: ${logos.size}, ${size} bytes. Without one: ${report.withoutLogo.join(', ') || 'none'}.`)
  console.log(`Chains: ${list.length - report.withoutChains.length} known, ${report.withoutChains.length} not.`)
  console.log(`Without a page in a store: ${report.withoutStore.length}. A scheme without an app: ${report.schemeWithoutApp.length}.`)
  for (const { link, ids } of report.shared) console.log(`Shared by ${ids.join(' and ')}: ${link}`)
}

/** Says which pages are gone, of those that answer at all. Schemes can't be asked. */
async function askPages(list) {
  const fields = ['homepage', 'universal_link', 'webapp_link', 'app_store', 'play_store', 'chrome_store']
  const asked = list.flatMap((wallet) => fields.flatMap((field) => (wallet[field] ? [{ id: wallet.id, field, link: wallet[field] }] : [])))
  let away = 0
  const next = asked.values()
  const ask = async () => {
    for (const { id, field, link } of next) {
      const status = await fetch(link, { method: 'HEAD', signal: AbortSignal.timeout(15_000) }).then(
        (answer) => answer.status,
        () => undefined,
      )
      if (status === undefined) away += 1
      else if (status === 404 || status === 410) console.log(`${id}: ${field} is gone: ${link}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, ask))
  console.log(`Asked ${asked.length} pages; ${away} did not answer at all.`)
}

/** Laid out as the formatter does it: a list of words that fits stands on one line. */
function json(/** @type {unknown} */ value) {
  const text = JSON.stringify(value, null, 2)
  const flat = text.replace(/^(.*)\[\n\s+("[^"]*"(?:,\n\s+"[^"]*")*)\n\s+\](,?)/gm, (whole, start, items, comma) => {
    const line = `${start}[${items.replace(/\n\s+/g, ' ')}]${comma}`
    return line.length <= 140 ? line : whole
  })
  return Buffer.from(`${flat}\n`)
}

function write(/** @type {Map<string, Uint8Array>} */ files) {
  for (const name of folders) {
    rmSync(join(data, name), { recursive: true, force: true })
    mkdirSync(join(data, name), { recursive: true })
  }
  for (const [name, bytes] of files) writeFileSync(join(data, name), bytes)
}

function compare(/** @type {Map<string, Uint8Array>} */ files) {
  const there = new Set(folders.flatMap((folder) => readdirSync(join(data, folder)).map((name) => `${folder}/${name}`)))
  const other = [...files].filter(([name, bytes]) => {
    there.delete(name)
    const path = join(data, name)
    return !existsSync(path) || !readFileSync(path).equals(bytes)
  })
  for (const name of [...other.map(([name]) => name), ...there]) console.error(`data/${name} is not what the sources say.`)
  return other.length + there.size > 0 ? 1 : 0
}
