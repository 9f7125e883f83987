import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { HttpBindings } from '@hono/node-server'
import { InvalidAddressError, TransactionRefusedError } from './errors.js'
import { addressJson, confirmedJson, feeEstimates, mempoolJson, statusJson, transactionJson, utxoJson } from './esplora.js'
import type { Ledger } from './ledger.js'

export interface EsploraParameters {
  ledger(): Ledger
  /** Called when a transaction was taken. */
  onTransaction(txid: string): void
}

/** The part of esplora's HTTP API that wallets use (github.com/Blockstream/esplora, API.md). Errors are plain text, as there. */
export function createEsplora({ ledger, onTransaction }: EsploraParameters) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(cors({ origin: '*', maxAge: 600 }))
  app.use(bodyLimit({ maxSize: 1024 * 1024, onError: (context) => context.text('The body is larger than 1 MB', 413) }))
  app.use(async (context, next) => {
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
    await next()
  })

  app.get('/address/:address', (context) => context.json(addressJson(ledger(), context.req.param('address'))))
  app.get('/address/:address/utxo', (context) => context.json(utxoJson(ledger(), context.req.param('address'))))
  app.get('/address/:address/txs', (context) => {
    const address = context.req.param('address')
    return context.json([...mempoolJson(ledger(), address), ...confirmedJson(ledger(), address)])
  })
  app.get('/address/:address/txs/mempool', (context) => context.json(mempoolJson(ledger(), context.req.param('address'))))
  app.get('/address/:address/txs/chain/:after?', (context) =>
    context.json(confirmedJson(ledger(), context.req.param('address'), context.req.param('after'))),
  )

  app.get('/tx/:txid', (context) => withTransaction(context, (transaction) => context.json(transactionJson(transaction))))
  app.get('/tx/:txid/hex', (context) => withTransaction(context, (transaction) => context.text(transaction.hex)))
  app.get('/tx/:txid/status', (context) => context.json(statusJson(ledger().get(context.req.param('txid')))))
  app.post('/tx', async (context) => {
    const txid = ledger().accept(await context.req.text())
    onTransaction(txid)
    return context.text(txid)
  })

  app.get('/fee-estimates', (context) => context.json(feeEstimates()))
  app.get('/blocks/tip/height', (context) => context.text(String(ledger().tip().height)))
  app.get('/blocks/tip/hash', (context) => context.text(ledger().tip().hash))
  app.get('/healthz', (context) => context.json({ status: 'ok' }))

  const withTransaction = (context: Context, answer: (transaction: NonNullable<ReturnType<Ledger['get']>>) => Response) => {
    const txid = context.req.param('txid') ?? ''
    if (!/^[0-9a-f]{64}$/i.test(txid)) return context.text('Invalid hex string', 400)
    const transaction = ledger().get(txid.toLowerCase())
    return transaction ? answer(transaction) : context.text('Transaction not found', 404)
  }

  app.notFound((context) => context.text('endpoint does not exist', 404))
  app.onError((error, context) => {
    if (error instanceof TransactionRefusedError || error instanceof InvalidAddressError) return context.text(error.message, 400)
    return context.text('Internal error', 500)
  })
  return app
}
