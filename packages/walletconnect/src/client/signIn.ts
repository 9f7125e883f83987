import { encodeRecap, isRecap, readRecap, recapStatement } from '@portico/siwx'
import { accountOfIssuer, readAuthPayload, readCacao, type AuthPayload, type Cacao } from '../auth/cacao.js'
import { addressOfAccount, namespaceOfChain, readApproved, type Namespaces } from '../peer/namespaces.js'
import { isRecord } from '../peer/parse.js'

/** What a site asks to be signed in with. `methods` are permissions to ask for at the same time (ERC-5573). */
export type SignInRequest = Omit<AuthPayload, 'type' | 'version' | 'iat'> & { readonly iat?: string; readonly methods?: readonly string[] }

/** The payload of a request to be signed in, with the methods that are asked for as a recap. */
export function payloadOf({ methods = [], ...asked }: SignInRequest): AuthPayload {
  const { iat = new Date().toISOString(), chains, resources = [] } = asked
  const namespace = namespaceOfChain(chains[0] ?? '')
  const all = methods.length > 0 ? [...resources, encodeRecap({ namespace, methods, chains })] : resources
  return { ...asked, type: 'caip122', version: '1', iat, ...(all.length > 0 && { resources: all }) }
}

/** A wallet's answer: the accounts that signed, and what they may be used for, if anything. */
export interface SignInAnswer {
  readonly cacaos: readonly Cacao[]
  readonly responder: string
  readonly metadata: unknown
  readonly namespaces: Namespaces | undefined
}

/** Reads the answer to a request to be signed in; undefined unless each part of it is what was asked. The signatures are not verified. */
export function readSignInAnswer(result: unknown, payload: unknown): SignInAnswer | undefined {
  const auth = readAuthPayload(payload)
  const said = isRecord(result) ? result : {}
  const responder = isRecord(said['responder']) ? said['responder'] : {}
  const list = Array.isArray(said['cacaos']) ? said['cacaos'].slice(0, 100) : []
  const cacaos = list.flatMap((one) => readCacao(one) ?? [])
  const { publicKey, metadata } = responder
  if (!auth || typeof publicKey !== 'string' || cacaos.length === 0 || cacaos.length !== list.length) return undefined
  return cacaos.every((cacao) => isAsked(cacao, auth))
    ? { cacaos, responder: publicKey, metadata, namespaces: namespacesOf(cacaos, auth) }
    : undefined
}

const sameFields = ['domain', 'aud', 'version', 'nonce', 'iat', 'nbf', 'exp', 'requestId'] as const

/** Whether a wallet signed what was asked (S22). A wallet may allow less than that: then its recap is another one, and the sentence of it. */
function isAsked({ p }: Cacao, auth: AuthPayload): boolean {
  const others = (resources: readonly string[] = []) => JSON.stringify(resources.filter((one) => !isRecap(one)))
  const said = p.statement ?? ''
  const asked = auth.statement ?? ''
  return (
    sameFields.every((field) => p[field] === auth[field]) &&
    [asked, [asked, recapStatement(p.resources)].filter(Boolean).join(' ')].includes(said) &&
    others(p.resources) === others(auth.resources) &&
    auth.chains.some((chain) => p.iss.startsWith(`did:pkh:${chain}:`))
  )
}

/** What signed-in accounts may be used for; undefined when they gave no permission to ask for anything. */
function namespacesOf(cacaos: readonly Cacao[], { chains: asked }: AuthPayload): Namespaces | undefined {
  const namespace = namespaceOfChain(asked[0] ?? '')
  const accounts = new Set<string>()
  const methods = new Set<string>()
  for (const { p } of cacaos) {
    const account = accountOfIssuer(p.iss)
    const recap = readRecap(p.resources, namespace)
    accounts.add(account)
    for (const chain of recap.chains) if (asked.includes(chain)) accounts.add(`${chain}:${addressOfAccount(account)}`)
    for (const method of recap.methods) methods.add(method)
  }
  return methods.size === 0
    ? undefined
    : readApproved({ [namespace]: { accounts: [...accounts], methods: [...methods], events: ['chainChanged', 'accountsChanged'] } })
}
