import { connectionStore, networkStore, type Namespace, type NetworkId, type Portico } from '@portico/core'
import { embeddedStore, type EmbeddedAccountType } from '@portico/core/embedded'
import { onePressOf, within } from '@portico/core/kit'
import type { FrameClient } from '../client/client.js'
import { FrameRequestAbortedError, FrameRequestError } from '../errors.js'
import type { AnswerPayload } from '../protocol/answers.js'
import type { RequestPayload } from '../protocol/requests.js'

/** How long the site may take to say what is to be signed, in milliseconds. A visitor who waits longer is only logged in. */
const offerTimeout = 3_000
/** What a frame answers that does not know of signing in. */
const invalidRequest = -32600

/**
 * Asks for a code. With that of a login the frame signs in to the site as well.
 * @param defaultAccountTypes what the site begins with: the account that signs
 * @throws FrameRequestAbortedError where the visitor turned away while the site still thought
 */
export async function enterCodeSigned(
  portico: Portico,
  namespaces: readonly Namespace[],
  request: FrameClient['request'],
  asked: RequestPayload<'ENTER_CODE'>,
  defaultAccountTypes: Readonly<Partial<Record<Namespace, EmbeddedAccountType>>>,
): Promise<AnswerPayload<'ENTER_CODE'>> {
  const { activeNamespace } = connectionStore(portico).getState()
  const namespace = namespaces.includes(activeNamespace) ? activeNamespace : (namespaces[0] ?? activeNamespace)
  const isCode = () => embeddedStore(portico).getState().login.status === 'code'
  const wasCode = isCode()
  const signIn = asked.purpose === 'login' ? await signInNow(portico, namespace) : undefined
  if (wasCode && !isCode()) throw new FrameRequestAbortedError({ asked: true })
  const preferredAccountType = defaultAccountTypes[namespace]
  const more = signIn && { signIn, ...(preferredAccountType && { preferredAccountType }) }
  return request('ENTER_CODE', { ...asked, ...more }).catch((error: unknown) => {
    const isOld = signIn && error instanceof FrameRequestError && error.code === invalidRequest
    if (!isOld) throw error
    return request('ENTER_CODE', asked)
  })
}

/** What the frame is to sign, on one network; undefined where the site wants nothing, or more than a login is for. */
async function signInNow(portico: Portico, namespace: Namespace): Promise<Readonly<Record<string, unknown>> | undefined> {
  const asking = onePressOf.peek(portico)?.offer([namespace])
  const offer = asking && (await within(asking, offerTimeout))
  if (!offer || offer.resources?.length) return undefined
  const active = networkStore(portico).getState().byNamespace[namespace]?.active.id
  const able: readonly NetworkId[] = offer.chains.filter((id) => id.startsWith(`${namespace}:`))
  const chainId = able.find((id) => id === active) ?? able[0]
  if (chainId === undefined) return undefined
  const { domain, uri, statement, nonce, issuedAt, expirationTime } = offer
  return { domain, uri, nonce, issuedAt, expirationTime, chainId, ...(statement && { statement }) }
}
