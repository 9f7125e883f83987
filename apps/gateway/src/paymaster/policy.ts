import { type Address, type Hex, getAddress } from 'viem'
import { z } from 'zod'
import type { Caller } from '../bundler/methods.js'
import { notSponsored, RefusedError } from '../bundler/errors.js'
import { type Operation, delegateOf } from '../bundler/operation.js'
import { readCalls } from './calls.js'
import type { FeeToken, Policy, Sponsoring } from './settings.js'
import { paidBy } from './tokenFee.js'

const context = z.looseObject({
  origin: z.optional(z.string().max(256)),
  policyId: z.optional(z.string().max(64)),
  token: z.optional(z.string().max(64)),
})

export interface Asked {
  operation: Operation
  /** CAIP-2 id. */
  chain: string
  /** The sender's code now, `0x` where it is not deployed. */
  code: Hex
  caller: Caller
  /** What came with the call (ERC-7677). */
  context: unknown
}

/** Who pays. */
export interface Chosen {
  readonly policy: Policy
  /** What the visitor pays in; undefined where the site pays. */
  readonly token: FeeToken | undefined
}

/** The first policy that pays for an operation. @throws RefusedError (-32001) with a sentence that says why none does */
export function choosePolicy({ policies, wallets }: Sponsoring, asked: Asked): Chosen {
  const { origin: claimed, policyId, token: named } = context.safeParse(asked.context).data ?? {}
  const { origin: browser } = asked.caller
  // A wallet that is known says for whom it asks. Anybody else is who the browser says.
  const origin = browser !== undefined && wallets.includes(browser) ? claimed : browser
  const meant = policies.filter(({ id }) => policyId === undefined || id === policyId)
  const forSite = meant.filter(({ origins }) => origins.includes('*') || (origin !== undefined && origins.includes(origin)))
  if (forSite.length === 0) throw new RefusedError(notSponsored, 'Nobody pays the network fees for this site.')
  const reasons = forSite.map((policy) => {
    const token = policy.tokens?.find(({ address }) => address.toLowerCase() === named?.toLowerCase())
    return { policy, token, reason: objection(policy, asked, token) }
  })
  const found = reasons.find(({ reason }) => reason === undefined)
  if (found) return found
  // That a token has to be named says nothing where the site pays for other things itself.
  const said = reasons.find(({ policy, token }) => !policy.tokens || token) ?? reasons[0]
  throw new RefusedError(notSponsored, said?.reason ?? 'Nobody pays the network fees for this.')
}

/** Why a policy does not pay. */
function objection(policy: Policy, { operation, chain, code }: Asked, token: FeeToken | undefined): string | undefined {
  if (policy.tokens && !token) return 'The site pays no network fees, and takes them in a token that has to be named.'
  if (policy.networks && !policy.networks.includes(chain)) return 'The site does not pay the fees of this network.'
  if (!isKnownAccount(policy, operation, code)) return 'The site does not pay the fees of accounts of this make.'
  if (!policy.contracts && !token) return undefined
  const calls = readCalls(operation.callData, operation.sender)
  if (!calls) return 'The site pays the fees of calls that can be read alone.'
  const { contracts } = policy
  if (!contracts) return undefined
  const others = calls.filter((call) => !token || paidBy(call, token) === undefined)
  const stranger = others.find(({ to, data }) => !contracts.some((each) => each.address === to && allows(each.methods, data)))
  if (!stranger) return undefined
  const isListed = contracts.some((each) => each.address === stranger.to)
  return isListed
    ? `The site does not pay the fees of the method ${methodOf(stranger.data)} of ${stranger.to}.`
    : `The site does not pay the fees of calls to ${stranger.to}.`
}

const methodOf = (data: Hex): Hex => (data === '0x' ? '0x' : `0x${data.slice(2, 10).toLowerCase()}`)

const allows = (methods: readonly Hex[] | undefined, data: Hex): boolean => !methods || methods.includes(methodOf(data))

/** Call data says what an account does only where the account's code is known. */
function isKnownAccount({ factories, implementations }: Policy, { factory, authorization }: Operation, code: Hex): boolean {
  if (authorization) return implementations.includes(authorization.address)
  if (code === '0x') return factory !== undefined && factories.some((each) => each === factory)
  const target = delegateOf(code) ?? cloneOf(code)
  return target !== undefined && implementations.includes(target)
}

/** Whom a clone points to (ERC-1167), whatever stands behind its code. */
function cloneOf(code: Hex): Address | undefined {
  const [, target] = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/.exec(code.toLowerCase()) ?? []
  return target ? getAddress(`0x${target}`) : undefined
}
