// Compiles the contracts of a package, and writes what came of it where the package has it committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/**
 * @typedef {object} Compiled
 * @property {string} file below the folder of contracts
 * @property {string} name of the contract, as of its file
 * @property {readonly unknown[]} abi
 * @property {`0x${string}`} code
 */

/**
 * What the contracts import is found from the package.
 * @param {object} parameters
 * @param {{ compile: (input: string, callbacks: object) => string }} parameters.solc the package's own
 * @param {string} parameters.root folder of the package; its sources lie in `contracts`
 * @param {readonly string[]} parameters.files below that
 * @param {number} parameters.runs that the optimizer expects of a contract
 * @param {'bytecode' | 'deployedBytecode'} [parameters.code] what deploys a contract, or what stands on the chain afterwards
 * @returns {Compiled[]} in the order of the files. Where solc has anything to say, it is printed and the process ends
 */
export function compileContracts({ solc, root, files, runs, code = 'bytecode' }) {
  const require = createRequire(join(root, 'package.json'))
  const sources = files.map((file) => [file, { content: readFileSync(join(root, 'contracts', file), 'utf8') }])
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion: 'cancun',
      viaIR: true,
      optimizer: { enabled: true, runs },
      // No hash of the sources in the code: the same instructions give the same address, whatever a comment says.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      // Of ours alone: code of everything that they import would take ten times as long.
      outputSelection: Object.fromEntries(files.map((file) => [file, { '*': ['abi', `evm.${code}.object`] }])),
    },
  }
  const load = (/** @type {string} */ path) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: load }))
  for (const problem of output.errors ?? []) console.error(problem.formattedMessage)
  if (output.errors?.length > 0) process.exit(1)
  return files.map((file) => {
    const name = basename(file, '.sol')
    const { abi, evm } = output.contracts[file][name]
    return { file, name, abi, code: /** @type {const} */ (`0x${evm[code].object}`) }
  })
}

/** The value of a generated `…Abi`, an entry a line. @param {readonly unknown[]} abi */
export const abiText = (abi) => `[\n${abi.map((entry) => `  ${JSON.stringify(entry)},\n`).join('')}] as const`

/**
 * Writes files. With `--check` on the command line it writes nothing, and the process ends: with an error where one of them is not what
 * it would be.
 * @param {readonly { path: string, source: string }[]} artifacts
 * @param {string} command that writes them
 */
export function writeArtifacts(artifacts, command) {
  if (process.argv.includes('--check')) {
    const stale = artifacts.filter(({ path, source }) => readFileSync(path, 'utf8') !== source)
    for (const { path } of stale) console.error(`${basename(path)} is stale: run ${command}`)
    process.exit(stale.length > 0 ? 1 : 0)
  }
  for (const { path, source } of artifacts) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, source)
  }
}
