import type { Log } from '@portico/service'
import { Hono } from 'hono'
import { z } from 'zod'
import { readJson } from '../http/body.js'
import { readQuery, searchOf } from '../http/query.js'
import { chainId } from '../providers/wire.js'
import { answerBody } from './answer.js'
import type { Methods } from './methods.js'

const query = z.object({ chainId })

/** `POST /v1/bundler?chainId=`: JSON-RPC of a chain's bundler (ERC-7769) and of its paymaster (ERC-7677). */
export function bundlerRoutes(chains: ReadonlyMap<string, Methods>, log: Log): Hono {
  const app = new Hono()
  app.post('/', async (context) => {
    const methods = chains.get(readQuery(searchOf(context.req.url), query).chainId)
    context.header('cache-control', 'no-store')
    if (!methods) {
      return context.json({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'This chain has no bundler here.' } }, 400)
    }
    const caller = { origin: context.req.header('origin'), signal: context.req.raw.signal }
    return context.json(await answerBody(await readJson(context, z.unknown()), { methods, caller, log }))
  })
  return app
}
