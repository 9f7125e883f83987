// Compiles contracts/Estimator.sol and writes its code. Run it after a change of the contract or of solc. `--check` writes nothing
// and fails if what is committed is not what the source gives.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import { abiText, compileContracts, writeArtifacts } from '../../../scripts/lib/solidity.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [estimator] = compileContracts({ solc, root, files: ['Estimator.sol'], runs: 200, code: 'deployedBytecode' })
const source = `// Generated from contracts/Estimator.sol by scripts/build-contracts.mjs. Do not edit.

export const estimatorAbi = ${abiText(estimator.abi)}

/** What stands on the chain, not what would deploy it: it is put there for one call. */
export const estimatorCode = '${estimator.code}' as const
`
writeArtifacts([{ path: join(root, 'src/bundler/artifacts/estimator.ts'), source }], 'pnpm --filter @portico/gateway contracts')
