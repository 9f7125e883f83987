// A site's client in a process of its own: CLIENT=portico or official.
import { WebSocket } from 'ws'
import { measure } from '../clients/measure.mjs'

const { openClient } = await (process.env.CLIENT === 'official' ? import('../clients/official.mjs') : import('../clients/portico.mjs'))
const client = await openClient({ relayUrl: process.env.RELAY_URL, WebSocket })
const can = { connect: () => client.connect(), settled: () => client.settled(), measure: (count) => measure(client, count) }

process.on('message', async ({ call, given }) => {
  try {
    process.send({ result: (await can[call](given)) ?? null })
  } catch (error) {
    process.send({ error: error.stack })
  }
})
process.on('disconnect', () => process.exit())
process.send({ result: 'ready' })
