import { type Log, failureOf } from '@portico/service'
import { ApiError, type ServiceMetrics, answers, compressed, countRequests, limitBody, logRequests } from '@portico/service/http'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { routePath } from 'hono/route'
import type { Accounts } from './account/accounts.js'
import { historyRoutes } from './activity/routes.js'
import { createBalances } from './balances/balances.js'
import { balanceRoutes } from './balances/routes.js'
import type { Methods } from './bundler/methods.js'
import { bundlerRoutes } from './bundler/routes.js'
import { chainRoutes } from './chains/routes.js'
import { InvalidQueryError } from './errors.js'
import { refuse } from './http/answer.js'
import { refuseAccount } from './http/refuseAccount.js'
import { createIdentity } from './identity/identity.js'
import { identityRoutes } from './identity/routes.js'
import type { Names } from './names/names.js'
import { noNameRoutes } from './names/routes.js'
import type { Onramp } from './onramp/onramp.js'
import { onrampRoutes } from './onramp/routes.js'
import { nftRoutes } from './nfts/routes.js'
import { pictureRoutes } from './pictures/routes.js'
import type { Prices } from './prices/prices.js'
import { priceRoutes } from './prices/routes.js'
import { rpcRoutes } from './rpc/routes.js'
import { swapRoutes } from './swap/routes.js'
import type { Swaps } from './swap/swaps.js'
import type { WalletData } from './wallets/dataSet.js'
import { sessionRoutes } from './sessions/routes.js'
import { createDirectory } from './wallets/directory.js'
import { otherClientRoutes } from './wallets/otherClients.js'
import { walletRoutes } from './wallets/routes.js'

/** The longest address that is answered, in characters. */
export const urlLimit = 8192

/** Where a body is taken: JSON-RPC, operations, prices of tokens that are named in a body, and swaps. */
const postPaths = new Set([
  '/v1',
  '/v1/',
  '/v1/bundler',
  '/v1/fungible/price',
  '/v1/convert/build-transaction',
  '/v1/convert/trades',
  '/v1/onramp/quote',
  '/v1/onramp/nonce',
  '/v1/generators/onrampurl',
  '/v1/generators/offrampurl',
  '/v1/json-rpc',
  '/e',
])
/** Below it providers tell what has become of a purchase. */
const postBelow = '/v1/onramp/webhook/'
/** A transaction as long as nodes take it, written in hex. */
const longestRpc = 512 * 1024

/** Below these both are answered. */
const bothBelow = ['/v1/sessions/', '/v1/profile/']

function methodsOf(path: string): readonly string[] {
  if (bothBelow.some((each) => path.startsWith(each))) return ['GET', 'HEAD', 'POST']
  return postPaths.has(path) || path.startsWith(postBelow) ? ['POST'] : ['GET', 'HEAD']
}

const isDirectoryPath = (path: string): boolean => path.startsWith('/v1/wallets') || path === '/getWallets'

export interface AppParameters {
  wallets: WalletData
  certified: ReadonlySet<string>
  accounts: Accounts
  /** Of operations and who pays for them, by CAIP-2 id. */
  operations: ReadonlyMap<string, Methods>
  prices: Prices
  swaps: Swaps
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
  metrics: ServiceMetrics
  /** Routes of signing in, where the operator has it. They have rules of their own: their answers are for a few origins. */
  siwx: Hono | undefined
  /** `POST /e`, where errors are counted. */
  analytics: Hono | undefined
  /** Names below the operator's, where visitors register them. */
  names: Names | undefined
  /** Buying and selling, where the operator has somebody for it. */
  onramp: Onramp | undefined
  /** Origin of the embedded wallet, which keeps permissions. */
  wallet: string | undefined
  /** Whether it still takes requests: a balancer looks at `/healthz` before it sends more. */
  isOpen(): boolean
  /** Rejects where a database does not answer. */
  ping: () => Promise<unknown>
}

/** The HTTP face of the gateway. The paths are listed in README.md. */
export function createApp(parameters: AppParameters): Hono {
  const {
    wallets,
    certified,
    accounts,
    operations,
    prices,
    swaps,
    clock,
    log,
    metrics,
    siwx,
    analytics,
    names,
    onramp,
    wallet,
    isOpen,
    ping,
  } = parameters
  const app = new Hono()

  app.use(logRequests(log))
  app.use(countRequests(metrics))
  if (siwx) app.route('/v1/siwx', siwx)
  app.use(cors({ origin: '*', allowMethods: ['GET', 'HEAD', 'POST'], exposeHeaders: ['ETag', 'Retry-After'], maxAge: 86_400 }))
  app.use(async (context, next) => {
    // Pages under COEP may show the pictures, and nothing here is ever a page.
    context.header('cross-origin-resource-policy', 'cross-origin')
    context.header('x-content-type-options', 'nosniff')
    context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (context.req.url.length > urlLimit) {
      return refuse(context, 414, { code: 'too-long', message: `The address is longer than ${urlLimit} characters.` })
    }
    const methods = methodsOf(context.req.path)
    if (!methods.includes(context.req.method)) {
      context.header('allow', [...methods, 'OPTIONS'].join(', '))
      return refuse(context, 405, { code: 'method', message: `Only ${methods.join(', ')} and OPTIONS are answered here.` })
    }
    return next()
  })
  app.use(limitBody({ '/v1': longestRpc, '/v1/': longestRpc, '/v1/bundler': longestRpc }))

  app.get('/healthz', async (context) => {
    context.header('cache-control', 'no-store')
    if (!isOpen()) return context.json({ status: 'closing' }, 503)
    if (!(await answers(ping))) return context.json({ status: 'unavailable' }, 503)
    return context.json({ status: 'ok', wallets: wallets.wallets.length })
  })
  // Lists that are made for one answer, of what anybody may know. Nothing else here is compressed: tokens and nonces stand in other answers.
  for (const path of ['/v1/account/*', '/v1/convert/tokens']) app.use(path, compressed())
  const directory = createDirectory(wallets.wallets, certified)
  app.route('/v1/wallets', walletRoutes(directory, wallets.images))
  app.route('/', otherClientRoutes(directory, wallets.images))
  app.route('/v1/supported-chains', chainRoutes(accounts))
  app.route('/v1/identity', identityRoutes(createIdentity({ accounts, names, clock }), { namesChange: names !== undefined }))
  app.route('/v1/account', balanceRoutes(accounts, createBalances({ prices, own: accounts.own, clock })))
  app.route('/v1/account', historyRoutes(accounts, onramp))
  app.route('/v1/account', nftRoutes(accounts))
  app.route('/v1/fungible', priceRoutes(accounts, prices))
  app.route('/v1/convert', swapRoutes(accounts, swaps))
  app.route('/v1/profile', names?.routes ?? noNameRoutes())
  if (accounts.pictures) app.route('/v1/pictures', pictureRoutes(accounts.pictures))
  if (analytics) app.route('/e', analytics)
  if (onramp) {
    const routes = onrampRoutes(onramp)
    app.route('/v1/onramp', routes.onramp)
    app.route('/v1/generators', routes.generators)
    app.route('/v1/json-rpc', routes.rpc)
  }
  app.route('/v1/sessions', sessionRoutes({ wallet, fetch }))
  app.route('/v1/bundler', bundlerRoutes(operations, log))
  const rpc = rpcRoutes(accounts, clock)
  app.route('/v1', rpc)
  app.route('/v1/', rpc)

  app.notFound((context) => refuse(context, 404, { code: 'not-found', message: 'There is nothing at this address.' }))
  app.onError((error, context) => {
    if (isDirectoryPath(context.req.path) && error instanceof InvalidQueryError) {
      return refuse(context, 400, { code: error.code, message: error.message, problems: error.problems })
    }
    if (error instanceof ApiError) return refuse(context, 413, { code: 'too-large', message: error.message })
    const refused = refuseAccount(context, error)
    if (refused) return refused
    log('error', 'request.failed', { route: routePath(context, -1), ...failureOf(error), message: error.message })
    return refuse(context, 500, { code: 'failed', message: 'Something went wrong here.' })
  })
  return app
}
