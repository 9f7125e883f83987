// Sends what our account, paymaster and permissions do through our own bundler and through alto, and fails where one of them makes
// something else of it than it should. `scripts/alto.mjs` runs it, in a network namespace, with the path of alto's program.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountImplementation } from '@portico/contracts'
import { createAsk, createWorld } from '../bundler/test/world.js'
import { createGateway } from '../gateway.js'
import { createSponsored } from '../paymaster/test/sponsored.js'
import { startAlto } from './alto.js'
import { bring } from './bring.js'
import { casesOf } from './cases.js'

const [program] = process.argv.slice(2)
if (!program) throw new Error('The path of alto is missing.')

const site = 'https://shop.example'
const folder = mkdtempSync(join(tmpdir(), 'portico-conformance-'))
const world = await createWorld()
const sponsored = await createSponsored(world)
const much = String(10n ** 24n)
const gateway = createGateway({
  port: 0,
  quiet: true,
  database: join(folder, 'gateway.sqlite'),
  chains: [world.chain.options({ pollMs: 60_000 })],
  bundlers: [{ chain: 'eip155:31337', executors: [(await world.key()).key], pollMs: 20 }],
  sponsoring: {
    paymasters: [{ chain: 'eip155:31337', address: sponsored.paymaster, signer: sponsored.signer }],
    policies: [{ id: 'all', origins: [site], perDay: much, perAccount: much, implementations: [accountImplementation, world.delegate] }],
  },
})
const own = createAsk(await gateway.listen(), world.number, { origin: site })
const alto = await startAlto(program, world)
let missed = 0
try {
  for (const [name, ask] of [
    ['ours', own],
    ['alto', alto.ask],
  ] as const) {
    process.stdout.write(`\n${name.padEnd(70)}${'ms'.padStart(6)}${'gas'.padStart(9)}${'limits'.padStart(10)}\n`)
    for await (const given of casesOf(world, sponsored)) {
      const { isGood, said, milliseconds, used, limits } = await bring(ask, own, given)
      if (!isGood) missed += 1
      const figures = [milliseconds.toFixed(0).padStart(6), String(used).padStart(9), String(limits).padStart(10)].join('')
      process.stdout.write(`${given.name.padEnd(70)}${figures}  ${isGood ? '' : 'WRONG: '}${said}\n`)
    }
  }
} finally {
  alto.stop()
  await gateway.close()
  await world.chain.stop()
  await rm(folder, { recursive: true, force: true })
}
process.stdout.write(
  missed > 0 ? `\n${missed} went another way than they should.\n` : '\nBoth take what they should and refuse the rest.\n',
)
process.exitCode = missed > 0 ? 1 : 0
