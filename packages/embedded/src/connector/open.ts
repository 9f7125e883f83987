import {
  namespaceOf,
  ProviderNotFoundError,
  RequestPendingError,
  UserRejectedError,
  type Namespace,
  type NetworkId,
  type Portico,
} from '@portico/core'
import type { EmbeddedState, EmbeddedUser, EmbeddedWallet } from '@portico/core/embedded'
import { checkTheme, languageStore, onePressOf } from '@portico/core/kit'
import { createFrameClient, signOutTimeout, type HostEvent } from '../client/client.js'
import type { CheckedOptions } from '../embedded.js'
import {
  AccountTypeError,
  CodeInPageError,
  EmailCooldownError,
  FrameRequestError,
  NotLoggedInError,
  FrameRequestAbortedError,
  RpcNotAllowedError,
} from '../errors.js'
import type { AnswerPayload } from '../protocol/answers.js'
import { isListedMethod } from '../protocol/methods.js'
import type { RequestPayload } from '../protocol/requests.js'
import { protocolVersion } from '../protocol/version.js'
import { createEip155Provider } from '../provider/eip155.js'
import type { Login } from '../provider/login.js'
import { createSolanaWallet } from '../provider/solana.js'
import { atMost } from './atMost.js'
import { asCooldown, cooldownLeft, mailedAt } from './cooldown.js'
import { frameUrl } from './frameUrl.js'
import { sayRefused } from './refused.js'
import { createSession } from './session.js'
import { openRecords } from './stored.js'

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Milliseconds between two heights of the frame that are followed: the last of several counts. */
const heightGap = 100
/** Milliseconds that the frame has to say whether it goes back. */
const backTimeout = 500

/** What the light part of the connector uses of the loaded one. */
export interface Opened extends Omit<EmbeddedWallet, 'methods' | 'origin' | 'isOpen' | 'state' | 'subscribe' | 'connectEmail'> {
  readonly connectEmail: (email: string) => Promise<AnswerPayload<'CONNECT_EMAIL'>>
  /** The object that an adapter talks to. The same one each time. @throws ProviderNotFoundError */
  readonly face: (namespace: Namespace) => object
}

/** The login of a portico: its requests to the frame, and one face of it for each chain family. */
export function open(
  portico: Portico,
  { url, name, methods, namespaces, defaultAccountTypes }: CheckedOptions,
  show: (state: EmbeddedState) => void,
): Opened {
  const records = openRecords(portico)
  const session = createSession(portico, records, show)
  const { chainOf, isLoggedIn, begun, adopt } = session
  const { projectId = '' } = portico.options
  if (process.env.NODE_ENV !== 'production' && !projectId)
    console.warn(
      'Portico: createPortico has no projectId. The secure site knows a site by it, and shows its frame to none that is not registered.',
    )
  const anyChain = () => chainOf(namespaces[0] ?? 'eip155')
  const address = () =>
    frameUrl({
      url,
      projectId,
      chainId: records.read().lastUsedChain ?? anyChain(),
      device: methods.device,
      locale: languageStore(portico).getState().locale,
    })
  const client = createFrameClient({
    url: address,
    id: `portico-frame-${portico.id}`,
    onEvent: hear,
    onEscape: abort,
    onStatus: session.setFrame,
  })
  const { request } = client
  /** The address that a code was mailed to. */
  let mailed: string | undefined
  let lastUpdate = ''

  const follow = atMost(session.setHeight, heightGap)

  function hear({ name: said, payload }: HostEvent) {
    if (said === 'SURFACE') return session.setSurface(payload.purpose)
    if (said === 'HEIGHT') return follow(payload.height)
    const update = JSON.stringify(payload)
    if (!payload.token) session.ended()
    else if (update !== lastUpdate) {
      records.write({ sessionToken: payload.token })
      // Another login, in another tab perhaps: who it is is asked for anew.
      for (const namespace of session.known()) getUser(chainOf(namespace)).catch(() => undefined)
    }
    lastUpdate = update
  }

  async function getUser(networkId: NetworkId = anyChain()): Promise<EmbeddedUser> {
    const preferredAccountType = defaultAccountTypes[namespaceOf(networkId)]
    const user = await request('GET_USER', {
      chainId: networkId,
      ...(preferredAccountType && { preferredAccountType }),
    })
    if (!isLoggedIn()) begun()
    return adopt(user)
  }

  async function isConnected(): Promise<boolean> {
    const { sessionToken } = records.read()
    const { isConnected: is } = await request('IS_CONNECTED', sessionToken === undefined ? undefined : { token: sessionToken })
    if (!is) session.ended()
    else if (!isLoggedIn()) begun()
    return is
  }

  let leaving: Promise<void> | undefined
  /** The chain families leave one after the other, and the login ends once. */
  const signOut = (): Promise<void> => (leaving ??= leave().finally(() => (leaving = undefined)))

  async function leave(): Promise<void> {
    if (isLoggedIn() || session.state().frame === 'ready') {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, signOutTimeout)
      })
      // A frame that loads only now is still told, after its caller has gone on.
      await Promise.race([request('SIGN_OUT', undefined).catch(() => undefined), late])
      clearTimeout(timer)
    }
    session.ended()
  }

  async function switchNetwork(networkId: NetworkId): Promise<void> {
    const { chainId } = await request('SWITCH_NETWORK', { chainId: networkId })
    session.setChain(chainId)
    const user = session.user(namespaceOf(chainId))
    if (user && user.chainId !== chainId) adopt({ ...user, chainId })
  }

  async function connectEmail(email: string): Promise<AnswerPayload<'CONNECT_EMAIL'>> {
    const left = cooldownLeft(records.read().lastEmailLoginTime, Date.now())
    if (left > 0) throw new EmailCooldownError({ seconds: left / 1_000 })
    records.write({ lastEmailLoginTime: Date.now() })
    mailed = email
    try {
      const answer = await request('CONNECT_EMAIL', { email })
      records.write({ lastEmailLoginTime: mailedAt(Date.now(), answer.resendAfter) })
      if (answer.action === 'CONNECT') begun({ email })
      return answer
    } catch (thrown) {
      const error = asCooldown(thrown)
      records.write({ lastEmailLoginTime: error instanceof EmailCooldownError ? mailedAt(Date.now(), error.retryAfter) : undefined })
      throw error
    }
  }

  async function connectSocial(uri: string): Promise<EmbeddedUser | undefined> {
    const answer = await request('CONNECT_SOCIAL', { uri, chainId: anyChain() })
    if ('pending' in answer) return undefined
    begun({ socialUsername: answer.userName })
    return adopt(answer)
  }

  /** The account has another address from now on. */
  function changed(email: string) {
    records.write({ email })
    session.amend({ email })
  }

  async function openSecurity(): Promise<void> {
    try {
      await request('OPEN_SECURITY', undefined)
    } catch (error) {
      if (!(error instanceof FrameRequestAbortedError)) throw error // turning away is how one leaves it
    }
  }

  async function back(): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A frame that does not answer holds nobody.
    const late = new Promise<{ readonly handled: boolean }>((resolve) => {
      timer = setTimeout(() => resolve({ handled: false }), backTimeout)
    })
    const { handled } = await Promise.race([request('BACK', undefined).catch(() => ({ handled: false })), late])
    clearTimeout(timer)
    return handled
  }

  function abort() {
    client.abort()
    session.setSurface(undefined)
  }

  async function rpc({ method, params, networkId }: Parameters<Login['rpc']>[0]): Promise<unknown> {
    if (!isListedMethod(method)) {
      const error = new RpcNotAllowedError({ method })
      sayRefused(portico, error)
      throw error
    }
    if (!isLoggedIn()) throw new NotLoggedInError()
    try {
      return await request('RPC_REQUEST', {
        method,
        params,
        chainId: networkId,
        chainNamespace: namespaceOf(networkId),
      } satisfies RequestPayload<'RPC_REQUEST'>)
    } catch (error) {
      // What every wallet says, in the words that core has for it.
      if (error instanceof FrameRequestError && error.code === 4001) throw new UserRejectedError({ cause: error })
      if (error instanceof FrameRequestError && error.code === -32002) throw new RequestPendingError({ cause: error })
      throw error
    }
  }

  const login: Login = {
    events: session.events,
    rpc,
    switchNetwork,
    chainOf,
    signOut: async () => (isLoggedIn() ? signOut() : undefined),
    address: (namespace) => session.user(namespace)?.address,
    async findAddress(namespace) {
      if (!isLoggedIn()) throw new NotLoggedInError()
      return (await getUser(chainOf(namespace))).address
    },
    confirmAddress: async (namespace) => (isLoggedIn() && (await isConnected()) ? (await getUser(chainOf(namespace))).address : undefined),
    networks(namespace) {
      const served = session.served()
      const able = portico.networks
        .map(({ id }) => id)
        .filter((id) => namespaceOf(id) === namespace && (served.length === 0 || served.includes(id)))
      const first = chainOf(namespace)
      return able.includes(first) ? [first, ...able.filter((id) => id !== first)] : able
    },
  }

  const faces = new Map<Namespace, object>()
  function makeFace(namespace: Namespace): object {
    if (namespace === 'eip155') return createEip155Provider(login, name)
    if (namespace === 'solana') return createSolanaWallet(login, name)
    throw new ProviderNotFoundError()
  }

  return {
    face(namespace) {
      const face = faces.get(namespace) ?? makeFace(namespace)
      faces.set(namespace, face)
      return face
    },
    approved: () => (isLoggedIn() ? namespaces : []),
    approvedNetworkIds: (namespace) => session.served().filter((id) => namespaceOf(id) === namespace),
    prepare: () => void client.open().catch(() => undefined),
    connectEmail,
    connectDevice: () => request('CONNECT_DEVICE', undefined),
    async connectOtp(otp) {
      await byPage(() => request('CONNECT_OTP', { otp }))
      begun({ email: mailed })
    },
    async enterCode(purpose) {
      const signs = onePressOf.peek(portico) && (await import('./signInNow.js'))
      const asked = { purpose }
      const answer = await (signs
        ? signs.enterCodeSigned(portico, namespaces, request, asked, defaultAccountTypes)
        : request('ENTER_CODE', asked))
      if (answer.newEmail) changed(answer.newEmail)
      else if (!answer.match) begun({ email: mailed })
      return answer
    },
    async connectKnown(lead) {
      const attempt = crypto.randomUUID()
      await request('CONNECT_KNOWN', lead?.(`${address().replace('frame?', 'continue?')}#${attempt}`) ? { attempt } : undefined)
      begun()
    },
    getSocialRedirectUri: (provider) => request('GET_SOCIAL_REDIRECT_URI', { provider }),
    connectSocial,
    getFarcasterUri: () => request('GET_FARCASTER_URI', undefined),
    async connectFarcaster() {
      const answer = await request('CONNECT_FARCASTER', undefined)
      if ('pending' in answer) return undefined
      begun({ socialUsername: answer.userName })
      return answer
    },
    getUser,
    isConnected,
    signOut,
    switchNetwork,
    async setPreferredAccount(type) {
      await request('SET_PREFERRED_ACCOUNT', { type }).catch((error: FrameRequestError) => {
        throw error.code === 4200 ? new AccountTypeError() : error
      })
      records.write({ preferredAccountType: type })
      await getUser(chainOf('eip155')) // another account has another address
    },
    async updateEmail(email) {
      try {
        return await request('UPDATE_EMAIL', { email })
      } catch (error) {
        throw asCooldown(error)
      }
    },
    updateEmailPrimaryOtp: (otp) => byPage(() => request('UPDATE_EMAIL_PRIMARY_OTP', { otp })),
    async updateEmailSecondaryOtp(otp) {
      const answer = await byPage(() => request('UPDATE_EMAIL_SECONDARY_OTP', { otp }))
      changed(answer.newEmail)
      return answer
    },
    async syncTheme({ themeMode, themeVariables }) {
      const theme = { ...(themeMode && { themeMode }), ...(themeVariables && { themeVariables }) }
      checkTheme(theme)
      await request('SYNC_THEME', theme)
    },
    async syncDappData({ name: site, description, url: address, icons }) {
      const metadata = {
        name: site,
        ...(description !== undefined && { description }),
        ...(address !== undefined && { url: address }),
        ...(icons && { icons }),
      }
      await request('SYNC_DAPP_DATA', { metadata, projectId, sdkType: 'portico', sdkVersion: protocolVersion })
    },
    async syncLocale(locale) {
      await request('SYNC_LOCALE', { locale })
    },
    openSecurity,
    back,
    place: client.place,
    abort,
  }
}

/** Sends a code that the page took itself. @throws CodeInPageError where the operator has not named the page for that */
async function byPage<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    throw error instanceof FrameRequestError && error.reason === 'code_in_page' ? new CodeInPageError() : error
  }
}
