// Compiles contracts/*.sol and writes src/artifacts/*.ts. Run it after a change of a contract, of solc or of OpenZeppelin.
// `--check` writes nothing and fails if what is committed is not what the sources give.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import { getContractAddress, getCreate2Address, keccak256, pad } from 'viem'
import { abiText, compileContracts, writeArtifacts } from '../../../scripts/lib/solidity.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Those in `test` are for tests, and not published. */
const files = readdirSync(join(root, 'contracts'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.sol'))
  .toSorted((one, other) => (one < other ? -1 : 1))
const compiled = compileContracts({ solc, root, files, runs: 10_000 }).map(({ name, ...rest }) => ({
  ...rest,
  variable: name.replace('Portico', '').replace(/^./, (letter) => letter.toLowerCase()),
}))

/** What is said of an ABI that has a door. */
const comments = {
  account: `/**
 * ABI of an account's contract, and its errors.
 * @example const owner = await client.readContract({ address: account, abi: accountAbi, functionName: 'owner' })
 */
`,
  accountFactory: `/**
 * ABI of \`accountFactory\`, which makes accounts.
 * @example
 * const contract = { address: accountFactory, abi: accountFactoryAbi }
 * const account = await client.readContract({ ...contract, functionName: 'accountOf', args: [owner] }) // what accountAddress(owner) is
 */
`,
  offchainNameResolver: `/**
 * ABI of the resolver that \`deployNameResolver\` puts on Ethereum (ENSIP-10, EIP-3668).
 * @example const urls = await client.readContract({ address: resolver, abi: offchainNameResolverAbi, functionName: 'urls' })
 */
`,
  paymaster: `/**
 * ABI of the paymaster that \`deployPaymaster\` puts on a network (ERC-4337).
 * @example const signer = await client.readContract({ address: paymaster, abi: paymasterAbi, functionName: 'signer' })
 */
`,
}

/** Two files for a contract: whoever needs the ABI alone does not load the code. The account's code is within the factory's. */
const artifacts = compiled.flatMap(({ file, variable, abi, code }) => {
  const head = `// Generated from contracts/${file} by scripts/build-contracts.mjs. Do not edit.\n\n`
  const target = join(root, file.startsWith('test') ? 'src/test/artifacts' : 'src/artifacts')
  const abiFile = {
    path: join(target, `${variable}Abi.ts`),
    source: `${head}${comments[variable] ?? ''}export const ${variable}Abi = ${abiText(abi)}\n`,
  }
  const codeFile = {
    path: join(target, `${variable}Bytecode.ts`),
    source: `${head}export const ${variable}Bytecode = '${code}' as const\n`,
  }
  return variable === 'account' ? [abiFile] : [abiFile, codeFile]
})

const codeOf = (variable) => compiled.find((artifact) => artifact.variable === variable).code
const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const factory = getCreate2Address({ from: create2Deployer, salt: pad('0x'), bytecodeHash: keccak256(codeOf('accountFactory')) })
const implementation = getContractAddress({ from: factory, nonce: 1n })
const source = `// Generated from the compiled code by scripts/build-contracts.mjs. Do not edit.

/**
 * Makes accounts. It stands at the same address on every chain, since its address follows from its code.
 * @example const isThere = (await client.getCode({ address: accountFactory })) !== undefined // else deployAccountFactory puts it there
 */
export const accountFactory = '${factory}' as const

/**
 * The code that every account points to.
 * @example
 * const code = await client.getCode({ address: account })
 * const isOurs = code?.includes(accountImplementation.slice(2).toLowerCase()) === true // ERC-1167
 */
export const accountImplementation = '${implementation}' as const
`
artifacts.push({ path: join(root, 'src/artifacts/addresses.ts'), source })

writeArtifacts(artifacts, 'pnpm --filter @portico/contracts contracts')
for (const { variable, code } of compiled)
  console.log(`${variable.padEnd(20)}${String(code.length / 2 - 1).padStart(6)} bytes of creation code`)
console.log(`factory ${factory}, implementation ${implementation}`)
