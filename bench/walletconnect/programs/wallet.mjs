// A wallet in a process of its own, for both clients: approves what is proposed, and answers each request at once.
import { createWalletClient } from '@portico/walletconnect/wallet'
import { WebSocket } from 'ws'
import { address, asked, signature } from '../clients/asked.mjs'

const metadata = { name: 'Bench wallet', description: 'Bench wallet', url: 'https://wallet.example', icons: [] }
const wallet = createWalletClient({ relayUrl: process.env.RELAY_URL, metadata, WebSocket })
const { chains, methods, events } = asked.eip155
const namespaces = { eip155: { chains, methods, events, accounts: chains.map((chain) => `${chain}:${address}`) } }

wallet.on('proposal', ({ id }) => wallet.approve({ id, namespaces }).catch((error) => process.send({ error: error.message })))
wallet.on('request', ({ topic, id }) =>
  wallet.respond({ topic, id, result: signature }).catch((error) => process.send({ error: error.message })),
)
process.on('message', ({ uri }) => wallet.pair({ uri }))
process.on('disconnect', () => process.exit())
process.send({ ready: true })
