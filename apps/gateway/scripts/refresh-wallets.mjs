// Makes data/ anew: fetches the package below into a temporary folder, reads its listings as text, and writes wallets.json,
// dropped.json, images/ and LICENSE. Nothing of the package is run, installed or kept. With --check it writes nothing and fails
// when data/ is not what it would write.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundle } from '@portico/service/bundle'

/** Of another version, the integrity is what `npm view thirdweb@… dist.integrity` says. */
const source = {
  package: 'thirdweb',
  version: '5.121.6',
  integrity: 'sha512-tZuYoxazy8GJz59IX/NhpQ5u+DzC/vo9/3ZgqxY9pZPDlnH0QZY8oJOX2m7L2DmtzTCqa5YWD+x9Xj18EQDiyw==',
  licence: 'Apache-2.0',
}

const run = promisify(execFile)
const data = fileURLToPath(new URL('../data/', import.meta.url))
const check = process.argv.includes('--check')

const module = await bundle(new URL('..', import.meta.url), 'src/refresh/index.ts')
const { corrections, dataSet, readImage, readListing, readOrder, transform } = await import(module)
rmSync(new URL(module))

const folder = mkdtempSync(join(tmpdir(), 'portico-wallets-'))
try {
  const generated = join(await fetchPackage(), 'src/wallets/__generated__')
  const listings = []
  const images = new Map()
  for (const id of readdirSync(join(generated, 'wallet')).toSorted()) {
    const text = (name) => readFileSync(join(generated, 'wallet', id, name), 'utf8')
    const listing = readListing(text('index.ts'))
    listings.push(listing)
    images.set(listing.id, readImage(text('image.ts')))
  }
  const order = readOrder(readFileSync(join(generated, 'wallet-infos.ts'), 'utf8'))
  const known = corrections.parse(JSON.parse(readFileSync(join(data, 'corrections.json'), 'utf8')))
  const result = transform({ listings, images, order, corrections: known })

  const files = new Map([
    ['wallets.json', json(dataSet.parse({ source, wallets: result.wallets }))],
    ['dropped.json', json(result.dropped)],
    ['LICENSE', readFileSync(join(folder, 'package/LICENSE'))],
    ...[...result.images].map(([id, bytes]) => [`images/${id}.webp`, bytes]),
  ])
  const size = [...result.images.values()].reduce((sum, { length }) => sum + length, 0)
  const wallets = result.dropped.filter(({ field }) => field === undefined).length
  console.log(`${listings.length} listings, ${result.wallets.length} wallets, ${wallets} left out.`)
  console.log(`${result.dropped.length - wallets} values left out. Pictures: ${size} bytes.`)
  if (check) process.exitCode = compare(files)
  else write(files)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @returns {Promise<string>} the folder of the unpacked package */
async function fetchPackage() {
  const { stdout } = await run('npm', ['pack', `${source.package}@${source.version}`, '--ignore-scripts', '--silent'], {
    cwd: folder,
  })
  const archive = join(folder, stdout.trim())
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (found !== source.integrity) throw new Error(`The package is not the one that was read: ${found}`)
  await run('tar', ['-xzf', archive, '-C', folder, 'package/src/wallets/__generated__', 'package/LICENSE'])
  return join(folder, 'package')
}

/** Laid out as the formatter does it: a list of a few words stands on one line. */
function json(/** @type {unknown} */ value) {
  const text = JSON.stringify(value, null, 2)
  const flat = text.replace(/\[\n\s+("[^"]*"(?:,\n\s+"[^"]*")*)\n\s+\]/g, (_, items) => `[${items.replace(/\n\s+/g, ' ')}]`)
  return Buffer.from(`${flat}\n`)
}

function write(/** @type {Map<string, Uint8Array>} */ files) {
  rmSync(join(data, 'images'), { recursive: true, force: true })
  mkdirSync(join(data, 'images'), { recursive: true })
  for (const [name, bytes] of files) writeFileSync(join(data, name), bytes)
}

function compare(/** @type {Map<string, Uint8Array>} */ files) {
  const there = new Set(readdirSync(join(data, 'images')).map((name) => `images/${name}`))
  const other = [...files].filter(([name, bytes]) => {
    const isImage = there.delete(name)
    return (name.startsWith('images/') && !isImage) || !readFileSync(join(data, name)).equals(bytes)
  })
  for (const name of [...other.map(([name]) => name), ...there]) console.error(`data/${name} is not what the source says.`)
  return other.length + there.size > 0 ? 1 : 0
}
