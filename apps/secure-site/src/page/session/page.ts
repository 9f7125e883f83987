import type { NetworkId } from '@portico/core'
import type { SurfacePurpose } from '@portico/core/embedded'
import type { AnswerPayload } from '@portico/embedded/protocol'
import * as z from 'zod/mini'
import { canProveVisibility } from '../guard/watch.js'
import type { Stage } from '../screens/stage.js'
import type { PageSettings, RequestContext } from '../types.js'
import { createApi } from './api.js'
import { openBatches } from './batches.js'
import { openDevice } from './device.js'
import { createCodeEntry } from './code.js'
import { createEnding } from './ending.js'
import { leaveForWindow } from './handoff.js'
import { createLogin } from './login.js'
import { openPeers } from './peers.js'
import { serverPlaces } from './places.js'
import { createQueue, type RequestQueue } from './queue.js'
import { createSafety } from './safety.js'
import { openSession } from './session.js'
import { createSigning } from './signing.js'
import { openPageStore } from './store.js'
import { openWallet } from './wallet.js'

export interface PageOptions {
  readonly settings: PageSettings
  readonly origin: string
  /** The network that the site began with. */
  readonly chainId?: string | undefined
  readonly stage: Stage
  readonly claim: () => string | undefined
  /** Begins to load the screens. */
  readonly warm: () => void
  readonly surface: (purpose: SurfacePurpose | undefined) => void
  readonly onSession: (handle: string | undefined, user: AnswerPayload<'GET_USER'> | undefined) => void
}

/** The parts of the page in the frame, joined: session, wallet, questions to the visitor. */
export async function openPage({ settings, origin, chainId, stage, claim, warm, surface, onSession }: PageOptions) {
  const { projectId, hostOrigin, networks } = settings
  const locale = () => stage.state().locale
  const fetch = globalThis.fetch.bind(globalThis)
  const name = `portico:${projectId}:${hostOrigin}`
  const store = await openPageStore(name)
  const [session, device, batches] = await Promise.all([
    openSession({ store, peers: openPeers(name) }),
    openDevice(store),
    openBatches(store),
  ])
  const api = createApi({
    origin,
    projectId,
    hostOrigin,
    device,
    fetch,
    token: () => session.current()?.token,
    onSessionEnded: (token) => login.revive(token),
  })
  const login = createLogin({
    api,
    session,
    store,
    origin,
    locale,
    device: settings.device,
    // Nobody waits for it. A browser that cannot sign leaves it to one that can.
    onChanged: async (email) => void changeContact(email).catch(() => {}),
  })

  // Loaded once, when a login or a signature needs it.
  let loading: ReturnType<typeof load> | undefined
  async function load() {
    const { browserPasskeys, createKeyApi, createKeys, openKeyStore } = await import('../keys/index.js')
    return createKeys({
      api: createKeyApi({ post: (path, body) => api.call(path, body, z.unknown()), vaultUrl: settings.vaultUrl, fetch }),
      store: await openKeyStore(database()),
      typed: login.typed,
      ...(typeof PublicKeyCredential === 'undefined'
        ? {}
        : { passkeys: browserPasskeys({ credentials: navigator.credentials, rpId: new URL(origin).hostname }) }),
    })
  }
  const loadKeys = async () => {
    loading ??= load()
    return loading.catch((error: unknown) => {
      loading = undefined
      throw error
    })
  }
  /** Keys that know whose they are: a reloaded page has not opened them yet. */
  const openKeys = async () => {
    const keys = await loadKeys()
    if (!keys.addresses()) await keys.open()
    return keys
  }
  /**
   * The vault writes to a new address from its operator's delay on, and tells the known one. Where it knows none nobody would be
   * told, and the site's page is where the address was typed: it sets no first one.
   */
  const changeContact = async (email: string) => {
    const keys = await openKeys()
    if (await keys.hasContact()) await keys.addContact(email)
  }
  const wallet = await openWallet({ session, store, networks, loadKeys, initial: networks.find(({ id }) => id === chainId)?.id })

  const places = serverPlaces(api, () => session.current() !== undefined)
  const ending = createEnding({ stage, surface })
  const queue: RequestQueue = createQueue({
    places,
    onChange: ending.changed,
  })

  const context = async (): Promise<
    RequestContext & { readonly newOrigin: boolean; readonly riskyAbove?: Readonly<Record<string, string>> }
  > => {
    const addresses = await wallet.addresses()
    return {
      origin: hostOrigin,
      addresses,
      active: wallet.active(),
      networks,
      knownAddresses: [addresses.eip155, addresses.solana, ...wallet.recipients()],
      batches,
      fetch,
      newOrigin: (await store.get('signedIn')) !== true,
      ...(settings.riskyAbove ? { riskyAbove: settings.riskyAbove } : {}),
    }
  }
  const pages = () => ({ origin, projectId, hostOrigin, locale: locale() })
  const tell = async () => {
    const current = session.current()
    const user = current && (await wallet.user().catch(() => undefined))
    onSession(current?.handle, user)
  }
  const refresh = async () => {
    await wallet.refresh()
    await tell()
  }
  const sign = createSigning({
    queue,
    stage,
    hostOrigin,
    claim,
    surface,
    context,
    provable: canProveVisibility,
    warm,
    loadKeys: openKeys,
    prepare: async (request, known) => (await import('../requests/index.js')).prepareRequest(request, known),
    leave: (content, signal) => leaveForWindow({ api, pages: pages(), purpose: 'approve', content, signal }),
    spend: places.spend,
    onRecovered: refresh,
    onSeen: ending.close,
    explorerOf: (networkId) => networks.find(({ id }) => id === networkId)?.explorerUrl,
    async protection() {
      const user = session.current()?.user
      if ((await wallet.security()).recoverable !== false || (await store.get('unprotected')) === user?.id) return undefined
      const keys = await openKeys()
      const identities = await keys.identities().catch(() => undefined)
      // Something may bring it back since this browser last looked.
      if (identities?.known.some(({ counts }) => counts)) return undefined
      const { addPasskey, createRecoveryCode, addIdentity } = keys
      return {
        address: (await wallet.addresses()).eip155,
        addPasskey,
        createRecoveryCode,
        identities: identities?.offered ?? [],
        addIdentity,
      }
    },
    onUnprotected: () => store.set('unprotected', session.current()?.user.id),
    async onSigned({ effects }) {
      const sent = effects.flatMap(({ kind, values }) => (kind === 'send' && values['to'] ? [values['to']] : []))
      if (sent.length > 0) await wallet.remember(sent)
      if (effects.some(({ kind }) => kind === 'signIn')) await store.set('signedIn', true)
    },
  })
  const read = async (method: string, params: unknown, networkId: NetworkId | undefined) =>
    (await import('../requests/index.js')).forwardRead(method, params, networkId, await context())
  const openSecurity = createSafety({
    queue,
    stage,
    hostOrigin,
    session,
    wallet,
    openKeys,
    surface,
    refresh,
    leave: (content, signal) => leaveForWindow({ api, pages: pages(), purpose: 'export', content, signal }),
  })

  const enterCode = createCodeEntry({ queue, stage, hostOrigin, login, surface })

  session.subscribe(() => void tell())
  session.subscribe(() => {
    if (session.current()) return
    // Nobody is logged in any more: what is asked is over, and no address stays.
    queue.hide({ leaving: true })
    void wallet.forget()
    void batches.forget()
    void loading?.then((keys) => keys.lock())
  })
  await login.resume()
  return {
    session,
    login,
    wallet,
    queue,
    ending,
    sign,
    read,
    openSecurity,
    enterCode,
  }
}

export type FramePage = Awaited<ReturnType<typeof openPage>>

/** Some browsers throw at the mere mention of a database that is blocked. */
function database(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB
  } catch {
    return undefined
  }
}
