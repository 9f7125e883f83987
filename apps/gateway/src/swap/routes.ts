import { Hono } from 'hono'
import type { Hex } from 'viem'
import { z } from 'zod'
import type { Accounts } from '../account/accounts.js'
import { addressOn, namespaceOf } from '../chains/address.js'
import { InvalidQueryError } from '../errors.js'
import { readJson } from '../http/body.js'
import { readQuery, searchOf } from '../http/query.js'
import { chainId } from '../providers/wire.js'
import { SwapRefusedError } from './errors.js'
import type { ChainSwaps, Swaps } from './swaps.js'
import { tradeData } from './trade.js'
import { type Place, type QuotesAnswer, accountField, amountField, idOf, slippageField, tokenField } from './wire.js'

/** 1 %, as every client has it that says nothing. */
const usualSlippage = 100

const gasPriceField = z
  .string()
  .regex(/^\d{1,30}$/, 'must be a whole number of wei')
  .transform(BigInt)
const quotesQuery = z.object({
  amount: amountField,
  userAddress: accountField,
  from: tokenField,
  to: tokenField,
  gasPrice: z.optional(gasPriceField),
  slippage: z.optional(slippageField),
})
const allowanceQuery = z.object({ tokenAddress: tokenField, userAddress: accountField, spender: z.optional(accountField) })
const approveQuery = z.object({
  userAddress: accountField,
  from: tokenField,
  to: tokenField,
  amount: z.optional(amountField),
  spender: z.optional(accountField),
})
const buildBody = z.object({
  amount: amountField,
  userAddress: accountField,
  from: tokenField,
  to: tokenField,
  eip155: z.optional(z.object({ slippage: z.optional(slippageField) })),
  quoteId: z.optional(z.string().max(200)),
})

const signatureField = z
  .string()
  .regex(/^0x[0-9a-f]{130}$/i, 'must be 65 bytes in hex')
  .transform((text): Hex => `0x${text.slice(2)}`)
const tradeBody = z.object({ chainId, trade: tradeData, signature: signatureField })
const tradeId = z.string().regex(/^0x[0-9a-f]{64}$/)

/** `/v1/convert`: swaps, in the shapes that existing clients know. */
export function swapRoutes({ start }: Accounts, { chains, gasPrices }: Swaps): Hono {
  const app = new Hono()

  const swapsOf = (id: string): ChainSwaps => {
    const found = chains.get(id)
    if (!found) throw new SwapRefusedError('unsupportedNetwork')
    return found
  }
  /** Both ends on one chain, and the account's address as it writes it. */
  const pairOf = async ({ from, to, userAddress }: { from: Place; to: Place; userAddress: string }) => {
    const swaps = swapsOf(from.chainId)
    swapsOf(to.chainId)
    if (from.chainId !== to.chainId || from.token === to.token) throw new SwapRefusedError('noRoute')
    await start()
    return { swaps, chain: from.chainId, from: from.token, to: to.token, user: accountOn(from.chainId, userAddress, 'userAddress') }
  }

  app.use(async (context, next) => {
    context.header('cache-control', 'no-store')
    await next()
  })

  app.get('/tokens', async (context) => {
    const swaps = swapsOf(readQuery(searchOf(context.req.url), z.object({ chainId })).chainId)
    context.header('cache-control', 'public, max-age=300')
    return context.json(await swaps.tokens())
  })

  app.get('/gas-price', async (context) => {
    const read = gasPrices.get(readQuery(searchOf(context.req.url), z.object({ chainId })).chainId)
    if (!read) throw new SwapRefusedError('unsupportedNetworkForGasPrice')
    const { standard, fast, instant } = await read()
    return context.json({ standard: String(standard), fast: String(fast), instant: String(instant) })
  })

  app.get('/quotes', async (context) => {
    const query = readQuery(searchOf(context.req.url), quotesQuery)
    const { swaps, chain, from, to, user } = await pairOf(query)
    const { amount, gasPrice, slippage = usualSlippage } = query
    const found = await swaps.quotes({ from, to, user, amount, slippage, gasPrice, signal: context.req.raw.signal })
    const quotes = found.map((quote) => ({
      id: quote.id,
      fromAmount: String(amount),
      fromAccount: idOf(chain, from),
      toAmount: String(quote.amountOut),
      toAccount: idOf(chain, to),
      minAmount: String(quote.minOut),
      provider: quote.provider,
      spender: quote.spender,
      target: quote.target,
      path: [...quote.path],
      impact: quote.impact ?? null,
      fees: quote.fees.map((fee) => ({ name: fee.name, amount: String(fee.amount), token: idOf(chain, fee.token) })),
      gas: String(quote.gas),
      expiresAt: quote.expiresAt,
    }))
    return context.json({ quotes } satisfies QuotesAnswer)
  })

  app.get('/allowance', async (context) => {
    const { tokenAddress, userAddress, spender } = readQuery(searchOf(context.req.url), allowanceQuery)
    const swaps = swapsOf(tokenAddress.chainId)
    const [user, by] = [
      accountOn(tokenAddress.chainId, userAddress, 'userAddress'),
      spender && accountOn(tokenAddress.chainId, spender, 'spender'),
    ]
    const allowance = await swaps.allowance({ token: tokenAddress.token, user, spender: by, signal: context.req.raw.signal })
    return context.json({ allowance: String(allowance) })
  })

  app.get('/build-approve', async (context) => {
    const query = readQuery(searchOf(context.req.url), approveQuery)
    const { swaps, chain, from, user } = await pairOf(query)
    if (from === 'native') throw new InvalidQueryError(['from needs no allowance'])
    const spender = query.spender && accountOn(chain, query.spender, 'spender')
    const approval = await swaps.approve({ token: from, user, amount: query.amount, spender, signal: context.req.raw.signal })
    const { data, gas, gasPrice } = approval
    // Existing clients send it to `from`: that is the token.
    const tx = {
      from: idOf(chain, from),
      to: idOf(chain, approval.spender),
      data,
      value: '0',
      eip155: { gas: Number(gas), gasPrice: String(gasPrice) },
    }
    return context.json({ tx })
  })

  app.post('/build-transaction', async (context) => {
    const body = await readJson(context, buildBody)
    const { swaps, chain, from, to, user } = await pairOf(body)
    const { amount, eip155, quoteId } = body
    const slippage = eip155?.slippage ?? usualSlippage
    const built = await swaps.build({ from, to, user, amount, slippage, gasPrice: undefined, signal: context.req.raw.signal }, quoteId)
    if ('typedData' in built) {
      const { typedData, minOut, spender, expiresAt } = built
      return context.json({ trade: typedData, minAmount: String(minOut), spender, expiresAt })
    }
    const tx = {
      from: idOf(chain, user),
      to: idOf(chain, built.to),
      data: built.data,
      amount: String(built.value),
      eip155: { gas: String(built.gas), gasPrice: String(built.gasPrice) },
    }
    const permit = built.permit2 && { ...built.permit2, nonce: String(built.permit2.nonce), deadline: String(built.permit2.deadline) }
    const { spender, expiresAt } = built
    return context.json({ tx, minAmount: String(built.minOut), spender, expiresAt, ...(permit && { permit2: permit }) })
  })

  app.post('/trades', async (context) => {
    const { chainId: chain, trade, signature } = await readJson(context, tradeBody)
    return context.json({ id: await swapsOf(chain).submitTrade(trade, signature, context.req.raw.signal) })
  })

  app.get('/trades/:id', async (context) => {
    const swaps = swapsOf(readQuery(searchOf(context.req.url), z.object({ chainId })).chainId)
    const id = tradeId.safeParse(context.req.param('id'))
    if (!id.success) throw new InvalidQueryError(['id must be 32 bytes in hex'])
    const { status, hash } = await swaps.readTrade(id.data, context.req.raw.signal)
    return context.json({ status, hash: hash ?? null })
  })
  return app
}

/** @throws InvalidQueryError naming the field */
function accountOn(chain: string, text: string, field: string): string {
  const address = addressOn(namespaceOf(chain), text)
  if (address === undefined) throw new InvalidQueryError([`${field} is no address of its chain`])
  return address
}
