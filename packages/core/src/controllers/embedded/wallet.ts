import type { AccountType } from '../../adapter.js'
import type { Namespace, NetworkId } from '../../kit/caip/ids.js'
import type { SiteMetadata } from '../../portico/options.js'
import type { ThemeMode, ThemeVariables } from '../../theme/theme.js'

/**
 * Social accounts that a visitor can log in with, in their default order. Farcaster is a way of its own.
 * @example
 * const offered = socialProviders.filter((provider) => provider !== 'facebook')
 * const wallet = embedded({ url, socials: offered })
 */
export const socialProviders = ['google', 'x', 'discord', 'apple', 'github', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** What an account is: a key of its own, or a contract. */
export type EmbeddedAccountType = Extract<AccountType, 'eoa' | 'smartAccount'>

/** Which ways of logging in the host offers. */
export interface LoginMethods {
  readonly email: boolean
  /** In the host's order. */
  readonly socials: readonly SocialProvider[]
  readonly farcaster: boolean
  /** Browsers that the secure site does not know yet confirm a mailed link before they get a code. */
  readonly device: boolean
}

/**
 * How safe the wallet is from loss and from its operator. Shown, never relied on.
 * `assisted`: the operator's two services can recover it together. `progressive`: the same until a factor is added.
 * `user`: only the visitor's own factor can.
 */
export interface WalletSecurity {
  readonly mode: 'assisted' | 'progressive' | 'user'
  /** Number of passkeys that can recover the wallet. */
  readonly passkeys: number
  readonly recoveryCode: boolean
  /** Undefined where the frame does not tell. */
  readonly passphrase?: boolean
  /** Whether this browser holds a share, so that signing needs nothing else. */
  readonly device: boolean
  /** False while the wallet opens in this browser only: nothing would bring it back. Undefined where the frame does not tell. */
  readonly recoverable?: boolean
}

/** Who is logged in. */
export interface EmbeddedUser {
  readonly email?: string | null
  /** On the chain that was asked for. */
  readonly address: string
  /** CAIP-2 id of that chain. */
  readonly chainId: NetworkId
  readonly accounts: readonly { readonly address: string; readonly type: EmbeddedAccountType }[]
  readonly userName?: string
  readonly preferredAccountType?: EmbeddedAccountType
  readonly smartAccountDeployed?: boolean
  readonly security?: WalletSecurity
  /** Networks on which the account can be a contract. Undefined where there are none. */
  readonly smartAccountNetworks?: readonly NetworkId[]
  /** The visitor has said which account to use. Undefined where there is nothing to choose. */
  readonly accountTypeChosen?: boolean
}

/** What the visitor has to do next, after an e-mail address was sent. */
export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/** Why the frame wants to be seen: a question to approve, the wallet to open in this browser, its safety to look after, or a mailed code to type. */
export type SurfacePurpose = 'approve' | 'recover' | 'security' | 'code'

/** What a mailed code is for. A change of the e-mail address takes two: from the old address, and from the new one. */
export type CodePurpose = 'login' | 'emailUpdate'

/** What came of codes that the visitor typed in the frame. */
export interface CodeOutcome {
  /** Nobody is logged in yet: in place of another code a link was mailed, with these two digits. It goes on with `connectDevice`. */
  readonly match?: string
  /** After a change: the address that counts from now on. */
  readonly newEmail?: string
}

/** A part of the page, in CSS pixels from the viewport's top left. */
export interface SurfaceBox {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

export interface EmbeddedState {
  /** How far the frame is. `failed` until it is asked for something again. */
  readonly frame: 'idle' | 'loading' | 'ready' | 'failed'
  /** Set while the frame wants a place on the page. */
  readonly surface?: SurfacePurpose
  /** How high that place is to be, in CSS pixels, once the frame has told: from 160 to 600. */
  readonly height?: number
  /** Undefined without a login, and until the frame has told. */
  readonly user?: EmbeddedUser
}

/** A social login that was begun. */
export interface SocialStart {
  /** Page of the secure site to open in a window of its own, or in this one. */
  readonly uri: string
  /** Two digits that the secure site's page shows as well, where the window cannot report back. */
  readonly match: string
}

/** The theme variables that the page in the frame takes. The others are about the modal around it. */
export type FrameVariables = Pick<
  ThemeVariables,
  'accent' | 'tint' | 'mix' | 'mixStrength' | 'font' | 'fontMono' | 'fontSize' | 'radius' | 'z' | 'width'
>

/**
 * What core needs of the connector with the embedded wallet. Each method is a request of the frame, and loads
 * connector and frame on first use. Each rejects with a typed error and leaves nothing behind: frame errors with the frame's
 * own message, 'iframe_load_failed' after 20 s, 'iframe_request_timeout' after 30 s where a request has a limit.
 */
export interface EmbeddedWallet {
  readonly methods: LoginMethods
  /** What the site begins with, by chain family: then nobody is asked. */
  readonly defaultAccountTypes?: Readonly<Partial<Record<Namespace, EmbeddedAccountType>>>
  /** Origin of the secure site. */
  readonly origin: string
  /** Whether an earlier page view logged in: then it is worth loading the rest. Loads nothing. */
  readonly isOpen: () => boolean
  readonly state: () => EmbeddedState
  /** Calls back after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Chain families that are logged in; empty without a login. */
  readonly approved: () => readonly Namespace[]
  /** Networks that the secure site serves, in one chain family. Empty until it is known. */
  readonly approvedNetworkIds: (namespace: Namespace) => readonly NetworkId[]
  /** Makes the frame before it is needed. Never rejects. */
  readonly prepare: () => void

  /** `retryAfter`: seconds until another mail can be asked for. @throws EmailCooldownError 'Please try again after {n} seconds' */
  readonly connectEmail: (email: string) => Promise<{ readonly action: EmailAction; readonly match?: string }>
  /** Resolves once the mailed link was confirmed; rejects with 'iframe_request_timeout' after 30 s, and can be called again. */
  readonly connectDevice: () => Promise<void>
  /**
   * Has the frame ask for the code that was mailed, in a place on the page (`state().surface` is `code`): the page never has it. Wrong
   * codes and other mails are the frame's affair. Resolves once somebody is logged in, or the address is changed.
   * @throws with the reason `aborted` when the visitor turned away
   */
  readonly enterCode: (purpose: CodePurpose) => Promise<CodeOutcome>
  /**
   * Has the frame show the way to the window that knows this browser, which logs in with one press. Resolves once somebody is logged in.
   * @param lead leads a window that was opened in the visitor's press to an address of the secure site, and tells whether that worked: then
   *   nobody has to press in the frame
   * @throws with the reason `aborted` when the visitor turned away
   */
  readonly connectKnown: (lead?: (uri: string) => boolean) => Promise<void>
  /** For pages that take the code themselves. @throws CodeInPageError unless the secure site's operator has named the page */
  readonly connectOtp: (otp: string) => Promise<void>
  readonly getSocialRedirectUri: (provider: SocialProvider) => Promise<SocialStart>
  /** `uri`: what the window reported, or the page that was opened, to ask how far it is. `undefined` while it is not done: ask again. */
  readonly connectSocial: (uri: string) => Promise<EmbeddedUser | undefined>
  readonly getFarcasterUri: () => Promise<{ readonly url: string }>
  /** `undefined` while the visitor has not answered: ask again. */
  readonly connectFarcaster: () => Promise<{ readonly userName: string } | undefined>
  /** Who is logged in, on a chain. Also fills `state().user`. */
  readonly getUser: (networkId?: NetworkId) => Promise<EmbeddedUser>
  readonly isConnected: () => Promise<boolean>
  /** Ends the login. Resolves within 3 s whatever the frame does; what is stored of the login is gone then. */
  readonly signOut: () => Promise<void>
  readonly switchNetwork: (networkId: NetworkId) => Promise<void>
  /**
   * Goes on with another account on the EVM network in use, which has another address. Remembered, also for networks without a choice of
   * their own.
   * @throws AccountTypeError for 'smartAccount' where the operator has turned them on for no such network
   */
  readonly setPreferredAccount: (type: EmbeddedAccountType) => Promise<void>
  readonly updateEmail: (email: string) => Promise<{ readonly action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' }>
  /** As `connectOtp`. */
  readonly updateEmailPrimaryOtp: (otp: string) => Promise<void>
  /** As `connectOtp`. */
  readonly updateEmailSecondaryOtp: (otp: string) => Promise<{ readonly newEmail: string }>
  readonly syncTheme: (theme: {
    readonly themeMode?: Exclude<ThemeMode, 'system'>
    readonly themeVariables?: FrameVariables
  }) => Promise<void>
  /** The language that the frame speaks from now on, as a BCP 47 tag. */
  readonly syncLocale: (locale: string) => Promise<void>
  readonly syncDappData: (metadata: SiteMetadata) => Promise<void>
  /** Shows the wallet's safety page in the frame: passkey, recovery code, export. Resolves when the visitor leaves it. */
  readonly openSecurity: () => Promise<void>
  /** Goes back inside of the frame. False where there is nothing to go back to, or it does not say within half a second. */
  readonly back: () => Promise<boolean>
  /** Puts the frame over a part of the page; `undefined` hides it. */
  readonly place: (box: SurfaceBox | undefined) => void
  /** The visitor closed the view: questions that wait for an answer are rejected with 'Request was aborted'. */
  readonly abort: () => void
}
