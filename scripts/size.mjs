// Size budgets: what a visitor's browser fetches, bundled by rolldown for production from the built packages, React left out.
// Budgets are brotli bytes in size-budgets.json.
import { writeFileSync, mkdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { buildPackages } from './lib/build.mjs'
import { createProcesses, onInterrupt } from './lib/processes.mjs'
import { at, publishedPackages, readJson } from './lib/workspace.mjs'
import { bundle, closure, lazyChunks, minus, weigh } from './size/bundle.mjs'

/** `node scripts/size.mjs --why` also lists the modules of each first bundle. */
const why = process.argv.includes('--why')

/** Dynamic imports that intent brings: what a click on the button needs before the list of wallets is painted. */
const connectPath = ['react-ui/dist/chunks/modal.js', 'core/dist/chunks/live.js', 'adapter-evm/dist/chunks/listen.js']

/** The same for the other chain families. */
const listeners = ['adapter-solana/dist/chunks/discover.js', 'adapter-bitcoin/dist/chunks/discover.js']

/** Dynamic imports that come later: a view, what a connected visitor sees, the chain's code once a wallet is chosen. A new one is put in one of the lists. */
const later = [
  /react-ui\/dist\/chunks\/(features-[\w-]+|hooks-\w+|modal-heldSheet|wallets-marks|account-face|buttons-walletFace|icons-\w+|styles-views\.css)\.js$/,
  /core\/dist\/chunks\/controllers-(connection|embedded|siwx|wallets|calls|names)-[\w-]+\.js$/,
  /adapter-(evm|solana|bitcoin)\/dist\/chunks\/(implementation|actions|psbt|curve|calls|permissions|swap|names)[\w-]*\.js$/,
]

/** What a page tells its developer, and nobody else. */
const advice = [
  'createPortico has no option',
  'no <Modal/> below',
  'is on this page twice: render',
  'is given another portico',
  'expected what createPortico returns',
  'expected an adapter',
  'has no name',
]

const processes = createProcesses()
onInterrupt(processes.stopAll)
if (!process.argv.includes('--built') && !(await buildPackages(processes))) {
  console.error('Size: the packages do not build.')
  process.exit(1)
}

/** @type {Record<string, number>} */
const budgets = readJson(at('scripts/size-budgets.json'))
/** @type {{ name: string, bytes: import('./size/bundle.mjs').Bytes }[]} */
const rows = []
/** @type {string[]} */
const problems = []

await measure('page without wagmi', async (name) => {
  const page = await bundle(at('scripts/fixtures/quick-start.tsx'))
  addPage(name, page)
  addLazy(name, page)
  const strangers = page
    .flatMap(({ modules }) => [...modules.keys()])
    .filter((id) => /adapter-(solana|bitcoin)|wallet-standard|btc-signer/.test(id))
  if (strangers.length > 0) problems.push(`a page with EVM alone has ${strangers[0]} in it`)
  const told = page.find(({ code }) => advice.some((words) => code.includes(words)))
  if (told) problems.push(`${told.fileName} of a page built for production has warnings for its developer in it`)
  const developed = await bundle(at('scripts/fixtures/quick-start.tsx'), { mode: 'development' })
  for (const words of advice.filter((one) => !developed.some(({ code }) => code.includes(one))))
    problems.push(`a page built for development does not tell its developer "${words}"`)
})
await measure('three chain families', async (name) => {
  const page = await bundle(at('scripts/fixtures/three-chains.tsx'))
  addPage(name, page, undefined, undefined, [...connectPath, ...listeners], 5)
  addLazy(name, page, [...connectPath, ...listeners])
})
await measure('everything', async (name) => {
  const page = await bundle(at('scripts/fixtures/everything.tsx'))
  addPage(name, page, undefined, undefined, [...connectPath, ...listeners], 5)
})
// By itself, without what every page of Portico has: at once, with all that connecting takes, and what signing and sending take over that.
for (const [family, apart] of /** @type {const} */ ([
  ['solana', [/\/implementation-actions\.js$/, /\/calls\.js$/, /\/names\.js$/, /\/swap\.js$/, /\/curve\.js$/, /connectSigned/]],
  ['bitcoin', [/\/chunks\/actions\.js$/, /\/psbt\.js$/]],
])) {
  await measure(`adapter-${family}`, async (name) => {
    const specifier = `@portico/adapter-${family}`
    const chunks = await bundle('door', { external: [/^@portico\/core(\/|$)/], source: `export { ${family} } from '${specifier}'` })
    // A bundler may lay such a part together with another lazy one.
    const later = chunks.filter(({ modules }) =>
      [...modules.keys()].some((id) => apart.some((pattern) => pattern.test(id.replaceAll('\\', '/')))),
    )
    const lazy = new Set(chunks.flatMap((chunk) => chunk.dynamicImports))
    const connected = closure(
      chunks,
      chunks.filter((chunk, index) => index === 0 || (lazy.has(chunk.fileName) && !later.includes(chunk))),
    )
    const transfer = [...closure(chunks, later)].filter((chunk) => !connected.has(chunk))
    add(`${name}: at once`, weigh(closure(chunks, chunks.slice(0, 1))))
    add(`${name}: at once and on connecting`, weigh(connected))
    if (transfer.length > 0) add(`${name}: for signing and sending`, weigh(transfer))
  })
}
await measure('walletconnect', async (name) => {
  const chunks = await bundle('door', {
    external: [/^@portico\/core(\/|$)/],
    source: "export { walletConnect } from '@portico/walletconnect'",
  })
  const first = closure(chunks, chunks.slice(0, 1))
  const code = weigh([...lazyChunks(chunks, ['walletconnect/dist/chunks/connector.js'])].filter((chunk) => !first.has(chunk)))
  add(`${name}: at once`, weigh(first))
  add(`${name}: for a code`, code)
  if (code.gzip > 25_000) problems.push(`${name}: for a code is ${code.gzip} bytes with gzip, more than 25000`)
})
await measure('embedded', async (name) => {
  const chunks = await bundle('door', { external: [/^@portico\/core(\/|$)/], source: "export { embedded } from '@portico/embedded'" })
  const first = closure(chunks, chunks.slice(0, 1))
  const isSignIn = (/** @type {import('./size/bundle.mjs').Chunk} */ { facade }) => /signInNow/.test(facade ?? '')
  const lazy = weigh(chunks.filter((chunk) => !first.has(chunk) && !isSignIn(chunk)))
  add(`${name}: at once`, weigh(first))
  add(`${name}: on use`, lazy)
  add(`${name}: where a site signs visitors in`, weigh(chunks.filter(isSignIn)))
  if (lazy.gzip > 12_200) problems.push(`${name}: on use is ${lazy.gzip} bytes with gzip, more than 12200`)
})
await measure('siwx', async (name) => {
  const texts = weigh(await bundle('door', { source: "export * from '@portico/siwx'" }))
  add(`${name}: texts`, texts)
  if (texts.gzip > 3_000) problems.push(`${name}: texts are ${texts.gzip} bytes with gzip, more than 3000`)
})
// What a site pays for signing in before somebody is asked to: the option itself.
await measure('signing in', async (name) => {
  const [alone, page] = [await bundle(at('scripts/fixtures/quick-start.tsx')), await bundle(at('scripts/fixtures/sign-in.tsx'))]
  const [before, after] = [alone, page].map(openedBy)
  if (!before || !after) throw new Error('there is no page')
  add(`${name}: with the page`, minus(weigh(after.first), weigh(before.first)))
  add(`${name}: with the Connect path`, minus(weigh(after.opened), weigh(before.opened)))
  const early = [...after.first, ...after.opened]
    .flatMap(({ modules }) => [...modules.keys()])
    .filter((id) => /\/controllers-siwx-|\/packages\/siwx\//.test(id))
  if (early.length > 0) problems.push(`${name}: ${early[0]} is fetched before anybody signs in`)
})
await measure('beside wagmi', async (name) => {
  const alone = await bundle(at('scripts/fixtures/wagmi-page.tsx'))
  const page = await bundle(at('scripts/fixtures/beside-wagmi.tsx'))
  const baseline = weigh(closure(alone, alone.slice(0, 1)))
  add('wagmi alone, for comparison', baseline)
  addPage(name, page, baseline, alone)
})
for (const { manifest, path } of publishedPackages()) {
  const peers = Object.keys(manifest.peerDependencies ?? {}).map((peer) => new RegExp(`^${peer}($|/)`))
  for (const door of Object.keys(manifest.exports ?? {}).filter((key) => !key.endsWith('.json'))) {
    const specifier = manifest.name + door.slice(1)
    await measure(specifier, async () => {
      if (door.endsWith('.css'))
        return add(specifier, weighText(readFileSync(`${path}/${manifest.publishConfig.exports[door].default}`, 'utf8')))
      // In a browser there are no Node modules; one door is for test runners alone.
      const chunks = await bundle('door', {
        external: [...peers, /^node:/],
        source: `export * from ${JSON.stringify(specifier)}`,
      })
      add(`${specifier}, all of it`, weigh(closure(chunks, chunks.slice(0, 1))))
    })
  }
}

for (const name of Object.keys(budgets))
  if (!rows.some((row) => row.name === name)) problems.push(`there is a budget for "${name}", which was not measured`)
print()
mkdirSync(at('.ci/out'), { recursive: true })
writeFileSync(at('.ci/out/size.json'), JSON.stringify(rows, null, 2))
for (const problem of problems) console.error(`Size: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** What a page loads at once, and what opening the modal adds. */
function openedBy(/** @type {import('./size/bundle.mjs').Chunk[]} */ chunks) {
  const first = closure(chunks, chunks.slice(0, 1))
  return { first, opened: new Set([...lazyChunks(chunks, connectPath)].filter((chunk) => !first.has(chunk))) }
}

/** One measurement that fails does not hide the others. */
async function measure(/** @type {string} */ name, /** @type {(name: string) => unknown} */ run) {
  try {
    await run(name)
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function addPage(
  /** @type {string} */ name,
  /** @type {import('./size/bundle.mjs').Chunk[]} */ page,
  baseline = { raw: 0, gzip: 0, brotli: 0 },
  /** @type {typeof page} */ beside = [],
  opening = connectPath,
  files = 3,
) {
  const first = closure(page, page.slice(0, 1))
  if (why) explain(name, first, closure(beside, beside.slice(0, 1)))
  add(`${name}: first bundle`, plus(minus(weigh(first), baseline), buttonsSheet()))
  const opened = [...lazyChunks(page, opening)].filter((chunk) => !first.has(chunk))
  add(`${name}: Connect path`, weigh(opened))
  if (opened.length > files) {
    const list = opened.map(({ fileName, modules }) => `${fileName} (${[...modules.keys()].slice(0, 3).map(shortName).join(', ')})`)
    problems.push(`${name}: the Connect path takes ${opened.length} files, more than ${files}: ${list.join('; ')}`)
  }
}

function shortName(/** @type {string} */ id) {
  return id.replace(/^.*(packages|node_modules)[\\/]/, '')
}

/** Modules of a first bundle by size, less what they weigh on the page it is compared with. */
function explain(
  /** @type {string} */ name,
  /** @type {Set<import('./size/bundle.mjs').Chunk>} */ page,
  /** @type {typeof page} */ beside,
) {
  const known = new Map([...beside].flatMap((chunk) => [...chunk.modules]))
  const added = [...page]
    .flatMap((chunk) => [...chunk.modules])
    .map(([id, bytes]) => /** @type {const} */ ([id, bytes - (known.get(id) ?? 0)]))
  console.log(`${name}: first bundle, bytes by module before minifying`)
  for (const [id, bytes] of added
    .filter(([, bytes]) => bytes > 100)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 60)) {
    console.log(`${String(bytes).padStart(8)}  ${id.replace(/^.*node_modules[\\/]/, '').replace(at() + '/', '')}`)
  }
}

/** The other chunks of a page, by the module that asks for them. */
function addLazy(/** @type {string} */ name, /** @type {import('./size/bundle.mjs').Chunk[]} */ page, opening = connectPath) {
  const seen = new Set([...closure(page, page.slice(0, 1)), ...lazyChunks(page, opening)])
  const lazy = new Set(page.flatMap((chunk) => chunk.dynamicImports))
  for (const chunk of page.filter(({ fileName }) => lazy.has(fileName))) {
    const fresh = [...closure(page, [chunk])].filter((one) => !seen.has(one))
    const own = chunk.facade?.replaceAll('\\', '/').match(/\/packages\/(.*)$/)?.[1]
    if (own && !opening.includes(own) && !later.some((pattern) => pattern.test(own))) {
      problems.push(`${own} is imported dynamically: say in scripts/size.mjs whether the Connect path needs it`)
    }
    if (fresh.length > 0)
      add(
        `${name}: later, ${chunk.facade?.replace(/^.*?(packages|node_modules)[\\/]/, '').replace('/dist/', '/') ?? chunk.fileName}`,
        weigh(fresh),
      )
  }
}

/** The style sheet of the buttons, which the quick start imports: every page has it from the start. */
function buttonsSheet() {
  return weighText(readFileSync(at('packages/react-ui/dist/styles.css'), 'utf8'))
}

function plus(/** @type {import('./size/bundle.mjs').Bytes} */ a, /** @type {typeof a} */ b) {
  return { raw: a.raw + b.raw, gzip: a.gzip + b.gzip, brotli: a.brotli + b.brotli }
}

function weighText(/** @type {string} */ text) {
  return { raw: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).length, brotli: brotliCompressSync(text).length }
}

function add(/** @type {string} */ name, /** @type {import('./size/bundle.mjs').Bytes} */ bytes) {
  rows.push({ name, bytes })
  const budget = budgets[name]
  if (budget !== undefined && bytes.brotli > budget)
    problems.push(`${name} is ${bytes.brotli} bytes with brotli, ${bytes.brotli - budget} over its budget of ${budget}`)
}

function print() {
  const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(2).padStart(9)
  const width = Math.max(...rows.map(({ name }) => name.length))
  console.log(`${'kB, minified, React left out'.padEnd(width)}      raw     gzip   brotli   budget`)
  for (const { name, bytes } of rows) {
    const budget = budgets[name]
    console.log(`${name.padEnd(width)}${kB(bytes.raw)}${kB(bytes.gzip)}${kB(bytes.brotli)}${budget === undefined ? '' : kB(budget)}`)
  }
}
