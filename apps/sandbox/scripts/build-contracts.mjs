// Compiles contracts/*.sol and writes src/contracts/artifacts/*.ts. Run it after a change of a contract, of solc or of
// OpenZeppelin; the sandbox itself never compiles. `--check` writes nothing and fails if what is committed is stale.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import { bundle } from '@portico/service/bundle'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const target = join(root, 'src/contracts/artifacts')
const files = readdirSync(join(root, 'contracts'))
  .filter((file) => file.endsWith('.sol'))
  .sort()

const input = {
  language: 'Solidity',
  sources: Object.fromEntries(files.map((file) => [file, { content: readFileSync(join(root, 'contracts', file), 'utf8') }])),
  settings: {
    evmVersion: 'cancun',
    viaIR: true,
    optimizer: { enabled: true, runs: 200 },
    // No hash of the sources in the code: the same instructions give the same address, whatever a comment says.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}
const load = (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
const output = JSON.parse(solc.compile(JSON.stringify(input), { import: load }))

for (const problem of output.errors ?? []) console.error(problem.formattedMessage)
if (output.errors?.some((problem) => problem.severity === 'error')) process.exit(1)

const artifacts = files.map((file) => {
  const name = basename(file, '.sol')
  const { abi, evm } = output.contracts[file][name]
  const variable = name[0].toLowerCase() + name.slice(1)
  const head = `// Generated from contracts/${file} by scripts/build-contracts.mjs. Do not edit.\n`
  const entries = abi.map((entry) => `  ${JSON.stringify(entry)},\n`).join('')
  const abiSource = `export const ${variable}Abi = [\n${entries}] as const\n`
  const bytecodeSource = `export const ${variable}Bytecode = '0x${evm.bytecode.object}' as const\n`
  const source = [head, abiSource, bytecodeSource].join('\n')
  return { path: join(target, `${variable}.ts`), source, size: evm.bytecode.object.length / 2 }
})

const addressesFile = join(target, 'addresses.ts')

/** Addresses follow from the artifacts, so they are computed from what was written. */
async function addressesSource() {
  const file = await bundle(new URL('..', import.meta.url), 'src/contracts/deployments.ts')
  const { computeAddresses } = await import(file)
  const lines = Object.entries(computeAddresses()).map(([name, address]) => `  ${name}: '${address}',\n`)
  const head = '// Generated from src/contracts/deployments.ts by scripts/build-contracts.mjs. Do not edit.\n'
  return `${head}\nexport const addresses = {\n${lines.join('')}} as const\n`
}

if (process.argv.includes('--check')) {
  artifacts.push({ path: addressesFile, source: await addressesSource(), size: 0 })
  const stale = artifacts.filter(({ path, source }) => readFileSync(path, 'utf8') !== source)
  for (const { path } of stale) console.error(`${basename(path)} is stale: run pnpm --filter @portico/sandbox contracts`)
  process.exit(stale.length > 0 ? 1 : 0)
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const { path, source, size } of artifacts) {
  writeFileSync(path, source)
  console.log(`${basename(path).padEnd(28)}${String(size).padStart(6)} bytes of creation code`)
}
writeFileSync(addressesFile, await addressesSource())
