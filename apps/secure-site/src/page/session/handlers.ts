import type { FrameHandlers } from '@portico/embedded/frame'
import { isSigningMethod } from '@portico/embedded/protocol'
import { CodeInPageError } from './errors.js'
import type { FramePage } from './page.js'

/**
 * What the frame answers to each request of the site. `open` resolves with the page's parts: a request that comes
 * before storage has answered waits for it.
 */
export function frameHandlers(
  open: () => Promise<FramePage>,
  {
    codeInPage,
    reload,
    onTheme,
    onLocale,
    back,
    onMetadata,
  }: {
    /** The operator has named this site as one that takes mailed codes itself. */
    readonly codeInPage: boolean
    readonly reload: () => void
    readonly onTheme: (theme: { readonly themeMode?: unknown; readonly themeVariables?: unknown }) => void
    readonly onLocale: (locale: string) => void
    /** Whether the page had something to go back to, and has. */
    readonly back: () => boolean
    readonly onMetadata: (name: string | undefined) => void
  },
): FrameHandlers {
  /** A code that the site sent is not even looked at, unless the operator wants that: it could be one that was typed for somebody else. */
  const codes = () => {
    if (!codeInPage) throw new CodeInPageError()
    return open()
  }
  return {
    CONNECT_EMAIL: async ({ email }, { signal }) => (await open()).login.email(email, signal),
    CONNECT_DEVICE: (_, { signal }) => nothing(open().then(({ login }) => login.device(signal))),
    CONNECT_OTP: async ({ otp }, { signal }) => nothing((await codes()).login.otp(otp, signal)),
    async CONNECT_SOCIAL({ uri, chainId, preferredAccountType }, { signal }) {
      const page = await open()
      if (!(await page.login.social(uri, signal))) return { pending: true }
      await page.wallet.types.begin(preferredAccountType)
      // The login is there, whatever network the site is on.
      return page.wallet.user(chainId !== undefined && page.wallet.serves(chainId) ? chainId : undefined)
    },
    GET_FARCASTER_URI: async (_, { signal }) => (await open()).login.farcasterUri(signal),
    async CONNECT_FARCASTER(_, { signal }) {
      const page = await open()
      if (!(await page.login.farcaster(signal))) return { pending: true }
      return { userName: page.session.current()?.user.userName ?? '' }
    },
    async GET_USER({ chainId, preferredAccountType, socialUri }, { signal }) {
      const page = await open()
      if (socialUri !== undefined && !page.session.current()) await page.login.social(socialUri, signal)
      await page.wallet.types.begin(preferredAccountType)
      return page.wallet.user(chainId)
    },
    GET_SOCIAL_REDIRECT_URI: async ({ provider }, { signal }) => (await open()).login.socialUri(provider, signal),
    SIGN_OUT: () => nothing(open().then(({ login }) => login.signOut())),
    IS_CONNECTED: async () => ({ isConnected: await (await open()).login.isConnected() }),
    GET_CHAIN_ID: async () => ({ chainId: (await open()).wallet.chainId() }),
    SWITCH_NETWORK: async ({ chainId }) => ({ chainId: await (await open()).wallet.switchTo(chainId) }),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({
      smartAccountEnabledNetworks: (await open()).wallet.types.networks.map((id) => Number(id.slice('eip155:'.length))),
    }),
    // There is nothing to set up: the account stands from its first transaction on, and signs before.
    async INIT_SMART_ACCOUNT() {
      const { wallet } = await open()
      const id = wallet.active().eip155
      const address = await wallet.smartAddress(id)
      return { address, isDeployed: (await wallet.isDeployed(id, address)) === true }
    },
    SET_PREFERRED_ACCOUNT: async ({ type }) => ({ type, address: await (await open()).wallet.choose(type) }),
    // What only the visitor can allow is asked of them (S5); everything else is read, or refused (S4). What takes power away needs no question.
    async RPC_REQUEST({ method, params, chainId }, { id, signal }) {
      const page = await open()
      if (method === 'wallet_revokePermissions') return page.revoke(params)
      if (!isSigningMethod(method)) return page.read(method, params, chainId)
      return page.sign({ id, method, params, ...(chainId !== undefined && { chainId }) }, signal)
    },
    UPDATE_EMAIL: async ({ email }, { signal }) => (await open()).login.updateEmail(email, signal),
    UPDATE_EMAIL_PRIMARY_OTP: async ({ otp }, { signal }) => nothing((await codes()).login.updateEmailPrimaryOtp(otp, signal)),
    UPDATE_EMAIL_SECONDARY_OTP: async ({ otp }, { signal }) => (await codes()).login.updateEmailSecondaryOtp(otp, signal),
    SYNC_THEME({ themeMode, themeVariables }) {
      onTheme({ ...(themeMode === undefined ? {} : { themeMode }), ...(themeVariables === undefined ? {} : { themeVariables }) })
      return undefined
    },
    SYNC_LOCALE({ locale }) {
      onLocale(locale)
      return undefined
    },
    BACK: () => ({ handled: back() }),
    SYNC_DAPP_DATA({ metadata }) {
      onMetadata(metadata?.name)
      return undefined
    },
    RELOAD() {
      reload()
      return undefined
    },
    async ENTER_CODE({ purpose, signIn, preferredAccountType }, { id, signal }) {
      const page = await open()
      await page.wallet.types.begin(preferredAccountType) // a login that signs in does so with the account that the site begins with
      return page.enterCode(id, purpose, signal, signIn)
    },
    CONNECT_KNOWN: (asked, { id, signal }) => nothing(open().then(({ connectKnown }) => connectKnown(id, signal, asked?.attempt))),
    OPEN_SECURITY: (_, { id, signal }) => nothing(open().then(({ openSecurity }) => openSecurity(id, signal))),
  }
}

/** The answer of a request that has none. */
const nothing = (work: Promise<void>): Promise<undefined> => work.then(() => undefined)
