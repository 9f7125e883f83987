import type { NetworkId } from '@portico/core'
import type { SurfacePurpose } from '@portico/core/embedded'
import type { AnswerPayload } from '@portico/embedded/protocol'
import * as z from 'zod/mini'
import { canProveVisibility } from '../guard/watch.js'
import type { Stage } from '../screens/stage.js'
import type { PageSettings, PreparedRequest, RequestContext } from '../types.js'
import type { KnownWindow } from '../screens/KnownBrowser.js'
import { createApi } from './api.js'
import { createApproval } from './approval.js'
import { openBatches } from './batches.js'
import { openDevice } from './device.js'
import { createCodeEntry } from './code.js'
import { randomId } from './encoding.js'
import { createEnding } from './ending.js'
import { NotLoggedInError } from './errors.js'
import { leaveForWindow } from './handoff.js'
import { createKnownEntry } from './known.js'
import { createLogin } from './login.js'
import { judged } from './passphrase.js'
import { serverPermissions } from './permissions.js'
import { openPeers } from './peers.js'
import { serverPlaces } from './places.js'
import { createQueue, type RequestQueue } from './queue.js'
import { createSafety } from './safety.js'
import { sitePermissions } from './sitePermissions.js'
import { forgetRotation } from './rotation.js'
import { openSession } from './session.js'
import { createSigning, type SigningOptions } from './signing.js'
import { openPageStore } from './store.js'
import { openWallet, signedInAs } from './wallet.js'
import { createFeeWorths } from './worth.js'

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
    const { allowedBy, browserPasskeys, createKeyApi, createKeys, openKeyStore, warnOfForbidden } = await import('../keys/index.js')
    warnOfForbidden(document, origin)
    return createKeys({
      api: createKeyApi({ post: (path, body) => api.call(path, body, z.unknown()), vaultUrl: settings.vaultUrl, fetch }),
      store: await openKeyStore(database()),
      typed: login.typed,
      ...(typeof PublicKeyCredential === 'undefined'
        ? {}
        : {
            passkeys: browserPasskeys({
              credentials: navigator.credentials,
              rpId: new URL(origin).hostname,
              allowed: (feature) => allowedBy(document, feature),
            }),
          }),
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
  const chosen = openPeers(`${name}:accounts`)
  const wallet = await openWallet({
    session,
    store,
    networks,
    loadKeys,
    loadSmartAccounts: async () => {
      const { isDeployed, smartAccountAddress } = await import('../requests/evm/smart/account.js')
      return { smartAccountAddress, isDeployed: (network, address) => isDeployed({ network, address, fetch }) }
    },
    onChosen: () => chosen.tell('changed'),
    initial: networks.find(({ id }) => id === chainId)?.id,
  })

  const permissions = settings.permissions && serverPermissions(api, settings.permissions)
  const places = serverPlaces(api, () => session.current() !== undefined)
  const ending = createEnding({ stage, surface })
  const queue: RequestQueue = createQueue({
    places,
    onChange: ending.changed,
    onElsewhere(reject) {
      stage.show({ kind: 'checking', origin: hostOrigin, isElsewhere: true, onReject: reject })
      surface('approve')
    },
  })

  /** @param on an EVM network in the place of the one in use: the account may be another one there */
  const context = async (
    on?: NetworkId,
  ): Promise<RequestContext & { readonly newOrigin: boolean; readonly riskyAbove?: Readonly<Record<string, string>> }> => {
    const keys = await wallet.addresses()
    const active = wallet.active()
    const { type, address, owner } = await wallet.account(on ?? active.eip155)
    const addresses = { ...keys, eip155: address }
    return {
      origin: hostOrigin,
      addresses,
      ...(type === 'smartAccount' ? { smartAccount: { owner } } : {}),
      active,
      networks,
      knownAddresses: [address, keys.eip155, keys.solana, ...wallet.recipients()],
      batches,
      ...(permissions && { permissions }),
      fetch,
      newOrigin: (await store.get(signedInAs)) !== true,
      ...(settings.riskyAbove ? { riskyAbove: settings.riskyAbove } : {}),
    }
  }
  const pages = () => ({ origin, projectId, hostOrigin, locale: locale() })
  /** The window that knows this browser: of this origin alone, and of no site. */
  const known = (led?: string): KnownWindow => {
    const attempt = led ?? randomId()
    const query = new URLSearchParams({ projectId, origin: hostOrigin, locale: locale() })
    return {
      url: `${origin}/continue?${query}#${attempt}`,
      led: led !== undefined,
      async meet(window, signal) {
        const { withWindow } = await import('../continue/frame.js')
        const isKnown = session.current() !== undefined
        const { accept } = login
        return withWindow({ window, attempt, origin, projectId, hostOrigin, api, device, known: isKnown, accept, openKeys, signal })
      },
    }
  }
  const tell = async () => {
    const current = session.current()
    const user = current && (await wallet.user().catch(() => undefined))
    onSession(current?.handle, user)
  }
  chosen.listen(async () => {
    await wallet.types.read()
    await tell()
  })
  const refresh = async () => {
    await wallet.refresh()
    await tell()
  }
  const protection = async () => {
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
      addPassphrase: judged(keys, [user?.email ?? null, settings.hostOrigin]),
      identities: identities?.offered ?? [],
      addIdentity,
    }
  }
  const onSigned = async ({ effects }: PreparedRequest) => {
    const sent = effects.flatMap(({ kind, values }) => (kind === 'send' && values['to'] ? [values['to']] : []))
    if (sent.length > 0) await wallet.remember(sent)
    if (effects.some(({ kind }) => kind === 'signIn')) await store.set(signedInAs, true)
  }
  const worths = createFeeWorths({ gatewayUrl: settings.gatewayUrl, fetch })
  const approve = createApproval({
    stage,
    hostOrigin,
    claim,
    provable: canProveVisibility,
    leave: (content, signal) => leaveForWindow({ api, pages: pages(), purpose: 'approve', content, signal }),
    spend: places.spend,
    worth: worths.of,
  })
  const prepare: SigningOptions['prepare'] = async (request, known) => {
    const { eip155, solana } = known.active
    if (/send|Transaction/i.test(request.method)) worths.warm(request.method.startsWith('solana_') ? solana : eip155)
    return (await import('../requests/index.js')).prepareRequest(request, known)
  }
  const sign = createSigning({
    approve,
    queue,
    stage,
    hostOrigin,
    surface,
    context,
    warm,
    loadKeys: openKeys,
    prepare,
    onRecovered: refresh,
    onSeen: ending.close,
    explorerOf: (networkId) => networks.find(({ id }) => id === networkId)?.explorerUrl,
    protection,
    onUnprotected: () => store.set('unprotected', session.current()?.user.id),
    onSigned,
  })
  const read = async (method: string, params: unknown, networkId: NetworkId | undefined) =>
    (await import('../requests/index.js')).forwardRead(method, params, networkId, await context())
  const revoke = async (params: unknown) => {
    if (!session.current()) throw new NotLoggedInError()
    return (await import('../requests/index.js')).revokePermissions(params, permissions ? { permissions } : {})
  }
  const openSecurity = createSafety({
    queue,
    stage,
    hostOrigin,
    session,
    wallet,
    openKeys,
    api,
    surface,
    refresh,
    known,
    permissions: permissions && sitePermissions({ service: permissions, context, openKeys }),
    leave: (content, signal) => leaveForWindow({ api, pages: pages(), purpose: 'export', content, signal }),
    async control({ turn, keys, back }) {
      const able = networks.filter(({ id }) => wallet.types.networks.includes(id))
      if (able.length === 0) return undefined
      const { createControl } = await import('./control.js')
      const decided = async (prepared: PreparedRequest) => {
        const approved = await approve(turn, prepared)
        stage.show({ kind: 'working', step: 'sending' })
        return approved
      }
      return createControl({ networks: able, store, keys, context, approve: decided, back, signal: turn.signal })
    },
  })

  const enterCode = createCodeEntry({
    queue,
    stage,
    hostOrigin,
    login,
    session,
    surface,
    known,
    openOffer: async (offer) =>
      (await import('./signIn.js')).openOffer(offer, {
        hostOrigin,
        serves: wallet.serves,
        context,
        loadKeys: openKeys,
        prepare,
        isUnprotected: async () => (await protection()) !== undefined,
        onSigned,
      }),
  })
  const connectKnown = createKnownEntry({ queue, stage, hostOrigin, surface, known })

  session.subscribe(() => void tell())
  session.subscribe(() => {
    if (session.current()) return
    // Nobody is logged in any more: what is asked is over, and no address stays.
    queue.hide({ leaving: true })
    void wallet.forget()
    void batches.forget()
    void forgetRotation(store)
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
    revoke,
    openSecurity,
    enterCode,
    connectKnown,
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
