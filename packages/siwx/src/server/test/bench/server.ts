// One process of a site's server, for scripts/bench.mjs: `node:http`, SQLite on a file, the node of chain 1 at the given URL.
import { createServer } from 'node:http'
import { migrate, openDatabase } from '@portico/service/database'
import { toNodeListener } from '../../node.js'
import { createSiwx } from '../../siwx.js'
import { kyselyStore, siwxMigrations } from '../../stores/kysely.js'
import { bitcoinVerifier } from '../../verify/bitcoin.js'
import { evmVerifier } from '../../verify/evm.js'
import { solanaVerifier } from '../../verify/solana.js'
import { origin, rules } from '../site.js'

const [file = ':memory:', node = ''] = process.argv.slice(2)
const db = openDatabase(file)
await migrate(db, siwxMigrations)
const { handler } = createSiwx({
  origins: [origin],
  chains: rules.chains,
  store: kyselyStore(db),
  verifiers: {
    eip155: evmVerifier({ rpcUrls: { 'eip155:1': node, 'eip155:10': node } }),
    solana: solanaVerifier(),
    bip122: bitcoinVerifier(),
  },
})
// Milliseconds that this process has worked, for who asks.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
const server = createServer(toNodeListener(handler))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
