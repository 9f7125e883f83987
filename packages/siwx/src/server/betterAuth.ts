import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { readProofs } from './body.js'
import { randomNonce } from './random.js'
import { checkRules } from './siwx.js'
import { read, type SignInResult, verifySignIn, type VerifySignInOptions } from './verify/signIn.js'

/** How long a nonce is good for, and how long one account is made for one sign-in alone, in milliseconds. */
const nonceMs = 300_000
const claimMs = 60_000

/**
 * A plugin for Better Auth: accounts of Ethereum, Solana and Bitcoin as its users, with its own sessions and tables. `POST /siwx/nonce`
 * and `POST /siwx/verify` take and give what `createSiwx` does, but for the session, which is Better Auth's.
 * @example betterAuth({ plugins: [siwxPlugin({ origins: ['https://shop.example'], chains: ['eip155:1'], verifiers })] })
 * @throws SiwxOptionsError
 */
export function siwxPlugin(options: VerifySignInOptions) {
  checkRules(options)
  return {
    id: 'siwx',
    endpoints: {
      getSiwxNonce: createAuthEndpoint('/siwx/nonce', { method: 'POST' }, async (context) => {
        const nonce = randomNonce()
        const expiresAt = Date.now() + nonceMs
        await context.context.internalAdapter.createVerificationValue({
          identifier: `siwx:${nonce}`,
          value: nonce,
          expiresAt: new Date(expiresAt),
        })
        return context.json({ nonce, expiresAt })
      }),
      verifySiwx: createAuthEndpoint('/siwx/verify', { method: 'POST', requireRequest: true }, async (context) => {
        const { internalAdapter, secret } = context.context
        const proofs = readProofs(context.body)
        const nonces = new Set(proofs?.map(({ message }) => read(message)?.nonce))
        const [nonce] = nonces
        if (!proofs || nonces.size !== 1 || nonce === undefined) throw new APIError('BAD_REQUEST', { code: 'malformed' })
        // Before anything else is looked at: a nonce is good for one attempt.
        if (!(await internalAdapter.consumeVerificationValue(`siwx:${nonce}`))) throw new APIError('UNAUTHORIZED', { code: 'nonce' })
        const results = await Promise.all(proofs.map((proof) => verifySignIn(options, proof)))
        const keys = new Set(results.map(keyOf))
        const [key] = keys
        // Several texts are of one account on several chains: accounts of different owners are different users.
        if (keys.size !== 1 || key === undefined) throw new APIError('BAD_REQUEST', { code: 'malformed' })

        const account = { providerId: 'siwx', accountId: key }
        const find = async () => {
          const found = await internalAdapter.findAccountOwnerByKey(account)
          return found?.kind === 'owned' ? found.user : undefined
        }
        const make = async () => {
          const expiresAt = new Date(Date.now() + claimMs)
          // Of two first sign-ins at once one makes the user.
          if (!(await internalAdapter.reserveVerificationValue({ identifier: `siwx-account:${key}`, value: key, expiresAt })))
            throw new APIError('CONFLICT', { code: 'conflict' })
          const known = await find()
          if (known) return known
          // Nobody can register with it before, and receive somebody else's account.
          const email = `${await codeOf(key, secret)}@siwx.invalid`
          const user = await internalAdapter.createUser(
            { name: key.slice(key.lastIndexOf(':') + 1), email, emailVerified: false },
            { method: 'siwx' },
          )
          await internalAdapter.createAccount({ ...account, userId: user.id })
          return user
        }
        const user = (await find()) ?? (await make())
        const session = await internalAdapter.createSession(user.id)
        if (!session) throw new APIError('INTERNAL_SERVER_ERROR')
        await setSessionCookie(context, { session, user })
        return context.json({
          user: { id: user.id },
          accounts: results.flatMap((result) => (result.status === 'valid' ? [result.account] : [])),
        })
      }),
    },
  } satisfies BetterAuthPlugin
}

/** What an account is found by: a key's is the same on every chain, a contract's is its own on each. @throws APIError */
function keyOf(result: SignInResult): string {
  if (result.status === 'unavailable') throw new APIError('SERVICE_UNAVAILABLE', { code: 'unavailable' }, { 'retry-after': '2' })
  if (result.status === 'invalid') throw new APIError('UNAUTHORIZED', { code: result.problem })
  const { scope, account } = result
  return scope === 'namespace' ? `${account.slice(0, account.indexOf(':'))}:${account.slice(account.lastIndexOf(':') + 1)}` : account
}

/** 128 bits as hex, which only who has the secret can tell. */
async function codeOf(text: string, secret: string): Promise<string> {
  const encode = (value: string) => new TextEncoder().encode(value)
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const code = new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(`siwx ${text}`)))
  return Array.from(code.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
