// Compiles contracts/**/*.sol and writes their code. Run it after a change of a contract or of solc. `--check` writes nothing and fails
// if what is committed is not what the sources give.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import { abiText, compileContracts, writeArtifacts } from '../../../scripts/lib/solidity.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [estimator] = compileContracts({ solc, root, files: ['Estimator.sol'], runs: 200, code: 'deployedBytecode' })
const [pools] = compileContracts({ solc, root, files: ['test/Pools02.sol'], runs: 200 })
const headOf = (/** @type {string} */ file) => `// Generated from contracts/${file} by scripts/build-contracts.mjs. Do not edit.\n\n`
const estimatorSource = `${headOf('Estimator.sol')}export const estimatorAbi = ${abiText(estimator.abi)}

/** What stands on the chain, not what would deploy it: it is put there for one call. */
export const estimatorCode = '${estimator.code}' as const
`
const poolsSource = `${headOf('test/Pools02.sol')}export const pools02Abi = ${abiText(pools.abi)}

export const pools02Bytecode = '${pools.code}' as const
`
const artifacts = [
  { path: join(root, 'src/bundler/artifacts/estimator.ts'), source: estimatorSource },
  { path: join(root, 'src/test/artifacts/pools02.ts'), source: poolsSource },
]
writeArtifacts(artifacts, 'pnpm --filter @portico/gateway contracts')
