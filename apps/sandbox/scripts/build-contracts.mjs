// Compiles contracts/*.sol and writes src/contracts/artifacts/*.ts. Run it after a change of a contract, of solc or of
// OpenZeppelin; the sandbox itself never compiles. `--check` writes nothing and fails if what is committed is stale.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import { bundle } from '@portico/service/bundle'
import { abiText, compileContracts, writeArtifacts } from '../../../scripts/lib/solidity.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'src/contracts/artifacts')
const files = readdirSync(join(root, 'contracts'))
  .filter((file) => file.endsWith('.sol'))
  .sort()

const compiled = compileContracts({ solc, root, files, runs: 200 }).map(({ file, name, abi, code }) => {
  const variable = name[0].toLowerCase() + name.slice(1)
  const head = `// Generated from contracts/${file} by scripts/build-contracts.mjs. Do not edit.\n`
  const abiSource = `export const ${variable}Abi = ${abiText(abi)}\n`
  const bytecodeSource = `export const ${variable}Bytecode = '${code}' as const\n`
  return { path: join(target, `${variable}.ts`), source: [head, abiSource, bytecodeSource].join('\n'), variable, code }
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

const command = 'pnpm --filter @portico/sandbox contracts'
if (process.argv.includes('--check')) writeArtifacts([...compiled, { path: addressesFile, source: await addressesSource() }], command)

rmSync(target, { recursive: true, force: true })
writeArtifacts(compiled, command)
for (const { variable, code } of compiled)
  console.log(`${variable.padEnd(28)}${String(code.length / 2 - 1).padStart(6)} bytes of creation code`)
writeArtifacts([{ path: addressesFile, source: await addressesSource() }], command)
