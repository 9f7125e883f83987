import type { HttpBindings } from '@hono/node-server'
import { bitcoinAccounts } from '@portico/chains/bitcoin'
import { solanaAccounts } from '@portico/chains/solana/data'
import type { Log } from '@portico/service'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { accounts } from '../accounts.js'
import type { RunningChain } from '../chains/chain.js'
import { GiveError, type NamedChain } from '../chains/named.js'
import { rpc } from '../chains/rpc.js'
import { addresses } from '../contracts/artifacts/addresses.js'
import { doorway } from '../contracts/doorway.js'
import { avatarHues } from '../contracts/names.js'
import { pageHtml } from '../page/html.js'
import { pageScript } from '../page/script.js'
import { pageStyle } from '../page/style.js'
import type { ChainId, ChainName, Ports, ServiceName } from '../parts.js'
import type { Service } from '../services/service.js'
import { artRoutes } from './art.js'
import { getBalances } from './balances.js'
import type { Failures } from './failures.js'
import { give } from './faucet.js'
import { getHealth } from './health.js'
import { isLoopbackOrigin, loopbackOnly } from './loopback.js'
import { pricesOf } from './prices.js'
import { type Target, playFailure, proxyEsplora, proxyRpc } from './proxy.js'
import {
  automineBody,
  chainInPath,
  failBody,
  faucetBody,
  faucetNamedBody,
  intervalBody,
  lifeBody,
  mineBody,
  mineNamedBody,
  reorgBody,
  timeBody,
} from './schema.js'

export interface ControlParameters {
  chains: ReadonlyMap<ChainId, RunningChain>
  named: ReadonlyMap<ChainName, NamedChain>
  services: ReadonlyMap<ServiceName, Service>
  ports: Ports
  /** `http://host`, without a port. */
  origin: string
  failures: Failures
  reset(): Promise<{ milliseconds: number }>
  isReady(): boolean
  log: Log
}

type ControlContext = Context<{ Bindings: HttpBindings }>

/** Paths that never fail, or whose failures are played where more is known about the request. */
const ownFailures = ['/fail/', '/rpc/', '/esplora/']

/** What the page may load: its own two files and pictures that it makes itself. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The control API and the status page. The paths are listed in README.md. */
export function createControl({ chains, named, services, ports, origin, failures, reset, isReady, log }: ControlParameters) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const chainOf = (id: ChainId): RunningChain => {
    const chain = chains.get(id)
    if (!chain) throw new InvalidRequest(`Chain ${id} is not here.`)
    return chain
  }
  const namedOf = (name: ChainName): NamedChain => {
    const chain = named.get(name)
    if (chain?.height() === undefined) throw new InvalidRequest(`Chain ${name} is not here.`)
    return chain
  }
  const targetOf = (chain: ChainId | ChainName): Target =>
    typeof chain === 'number'
      ? { url: chainOf(chain).rpcUrl, subject: { chainId: chain } }
      : { url: namedOf(chain).url, subject: { chain } }

  app.use(loopbackOnly)
  app.use(cors({ origin: (origin) => (isLoopbackOrigin(origin) ? origin : null), exposeHeaders: ['retry-after'], maxAge: 600 }))
  const tooLarge = (context: Context): Response => {
    // What is left of the body is not read, so the connection can't be used again.
    context.header('connection', 'close')
    return failed(context, 413, 'too-large', 'The body is larger than 2 MB.')
  }
  app.use(bodyLimit({ maxSize: 2 * 1024 * 1024, onError: tooLarge }))
  app.use(async (context, next) => {
    context.header('x-content-type-options', 'nosniff')
    context.header('cache-control', 'no-store')
    const { path } = context.req
    if (path === '/reset' || path === '/fail' || ownFailures.some((start) => path.startsWith(start))) return next()
    const played = await playFailure(context, failures, { path })
    return played instanceof Response ? played : next()
  })

  app.get('/', (context) => {
    context.header('content-security-policy', pagePolicy)
    return context.html(pageHtml({ addresses, accounts, bitcoinAccounts: bitcoinAccounts(), ports, origin }))
  })
  app.get('/page.css', (context) => context.body(pageStyle, { headers: { 'content-type': 'text/css; charset=utf-8' } }))
  app.get('/page.js', (context) => context.body(pageScript, { headers: { 'content-type': 'text/javascript; charset=utf-8' } }))
  app.get('/avatars/:file{[a-z]+\\.svg}', (context) => {
    const hue = avatarHues[context.req.param('file').replace('.svg', '')]
    if (hue === undefined) return context.notFound()
    return context.body(doorway(hue), {
      headers: { 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" },
    })
  })

  app.get('/healthz', (context) => context.json({ status: isReady() ? 'ok' : 'starting' }, isReady() ? 200 : 503))
  app.get('/health', async (context) => {
    const health = await getHealth(chains, named, services, ports)
    const ready = isReady()
    return context.json({ ready, ...health, failures: failures.list() }, ready && health.up ? 200 : 503)
  })
  app.route('/art', artRoutes(`${origin}:${ports.control}/art`))
  app.get('/addresses', (context) => context.json(addresses))
  app.get('/prices/current/:coins', (context) => context.json(pricesOf(context.req.param('coins'), Date.now())))
  app.get('/jupiter/swap/v2/order', (context) => {
    const order = namedOf('solana').order?.(context.req.query()) ?? {}
    return context.json(order, 'error' in order ? 400 : 200)
  })
  app.get('/accounts', (context) => context.json(accounts))
  app.get('/accounts/solana', (context) => context.json(solanaAccounts))
  app.get('/accounts/bitcoin', (context) => context.json(bitcoinAccounts()))

  app.post('/reset', async (context) => context.json(await reset()))
  app.post('/life', async (context) => {
    const { evm, solana, bitcoin } = await body(context, lifeBody)
    const from = performance.now()
    await Promise.all([
      ...[...chains.values()].map((chain) => chain.live(evm)),
      namedOf('solana').live(solana),
      namedOf('bitcoin').live(bitcoin),
    ])
    return context.json({ evm, solana, bitcoin, milliseconds: Math.round(performance.now() - from) })
  })
  app.post('/reorg', async (context) => {
    const { chainId, blocks } = await body(context, reorgBody)
    await rpc(chainOf(chainId).rpcUrl, 'anvil_reorg', [blocks, []])
    return context.json({ chainId, blocks })
  })
  app.post('/mine', async (context) => {
    const asked = await json(context)
    if (namesChain(asked)) {
      const { chain, blocks } = parse(asked, mineNamedBody)
      return context.json({ chain, blockNumber: namedOf(chain).mine(blocks) })
    }
    const { chainId, blocks } = parse(asked, mineBody)
    await rpc(chainOf(chainId).rpcUrl, 'anvil_mine', [`0x${blocks.toString(16)}`])
    return context.json({ chainId, blockNumber: Number(await rpc(chainOf(chainId).rpcUrl, 'eth_blockNumber')) })
  })
  app.post('/faucet', async (context) => {
    const asked = await json(context)
    if (namesChain(asked)) {
      const { chain, ...rest } = parse(asked, faucetNamedBody)
      return context.json({ chain, ...namedOf(chain).give(rest) })
    }
    const { chainId, ...rest } = parse(asked, faucetBody)
    return context.json({ chainId, ...(await give({ rpcUrl: chainOf(chainId).rpcUrl, ...rest })) })
  })
  app.post('/time', async (context) => {
    const { chainId, seconds } = await body(context, timeBody)
    await rpc(chainOf(chainId).rpcUrl, 'evm_increaseTime', [seconds])
    await rpc(chainOf(chainId).rpcUrl, 'evm_mine')
    return context.json({ chainId, seconds })
  })
  app.post('/automine', async (context) => {
    const { chainId, enabled } = await body(context, automineBody)
    await rpc(chainOf(chainId).rpcUrl, 'evm_setAutomine', [enabled])
    return context.json({ chainId, enabled })
  })
  app.post('/interval', async (context) => {
    const { chainId, seconds } = await body(context, intervalBody)
    await rpc(chainOf(chainId).rpcUrl, 'evm_setIntervalMining', [seconds])
    if (seconds === 0) await rpc(chainOf(chainId).rpcUrl, 'evm_setAutomine', [true])
    return context.json({ chainId, seconds })
  })

  app.get('/fail', (context) => context.json(failures.list()))
  app.post('/fail', async (context) => context.json(failures.add(await body(context, failBody)), 201))
  app.delete('/fail/:id{[0-9]+}', (context) => {
    failures.clear(Number(context.req.param('id')))
    return context.json(failures.list())
  })
  app.delete('/fail', (context) => {
    failures.clear()
    return context.json([])
  })
  app.get('/balances/:chain', async (context) => {
    const chain = inPath(context)
    return context.json(typeof chain === 'number' ? await getBalances(chainOf(chain).rpcUrl) : namedOf(chain).balances())
  })
  app.post('/rpc/:chain', (context) => {
    const chain = inPath(context)
    return chain === 'bitcoin' ? context.notFound() : proxyRpc(context, targetOf(chain), failures)
  })
  app.all('/esplora/*', (context) => proxyEsplora(context, targetOf('bitcoin'), failures))

  app.notFound((context) => failed(context, 404, 'not-found', `There is no ${context.req.method} ${context.req.path}.`))
  app.onError((error, context) => {
    if (error instanceof InvalidRequest || error instanceof GiveError) return failed(context, 400, 'invalid', error.message)
    log('error', 'request.failed', { path: context.req.path, message: error.message })
    return failed(context, 500, 'failed', error.message)
  })
  return app
}

class InvalidRequest extends Error {}

/** @throws InvalidRequest when the path names no chain of the sandbox */
function inPath(context: ControlContext): ChainId | ChainName {
  const chain = chainInPath.safeParse(context.req.param('chain'))
  if (chain.success) return chain.data
  throw new InvalidRequest('There is no such chain here.')
}

/** The body, parsed. @throws InvalidRequest naming what is wrong */
async function body<T extends z.ZodType>(context: ControlContext, schema: T): Promise<z.output<T>> {
  return parse(await json(context), schema)
}

/** @throws InvalidRequest */
function json(context: ControlContext): Promise<unknown> {
  return context.req.json().catch(() => {
    throw new InvalidRequest('The body is not JSON.')
  })
}

/** @throws InvalidRequest naming what is wrong */
function parse<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidRequest(parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; '))
}

/** Whether a body is about a chain that is known by its name, and not by an id. */
function namesChain(asked: unknown): boolean {
  return typeof asked === 'object' && asked !== null && 'chain' in asked
}

function failed(context: Context, status: 400 | 404 | 413 | 500, code: string, message: string): Response {
  return context.json({ error: { code, message } }, status)
}
