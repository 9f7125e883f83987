import type { LoginWay } from '../../server/social/api.js'
import type { WalletSecurity } from '@portico/core/embedded'
import type { IdentityKind } from '@portico/vault-wire'
import type { Hex } from 'viem'
import type { VaultIdentities, WalletBrowser, WalletPasskey } from '../keys/index.js'
import type { Keys, Signs, UnlockStep } from '../types.js'
import type { SayGranted } from '../requests/granted.js'
import type { SiteTheme } from '../theme/theme.js'
import type { AccountControl, Returned } from './control.js'
import type { KnownWindow } from './KnownBrowser.js'
import type { RequestView } from './view.js'

/** What the page shows. Functions are what the visitor can do about it. */
export type Screen =
  /** Nothing: the frame has no place on the page. */
  | { readonly kind: 'empty' }
  /** The request is being read and simulated. */
  | {
      readonly kind: 'checking'
      readonly origin: string
      /** What the account sent before is not done yet: this request comes after it. */
      readonly isNext?: boolean
      /** Another page of the site has a request on its screen, and this one comes after it. */
      readonly isElsewhere?: boolean
      readonly onReject: () => void
    }
  | {
      readonly kind: 'approve'
      readonly view: RequestView
      /** How it is made sure that the visitor sees it: see `watchRequest`. */
      readonly by: 'proof' | 'geometry'
      readonly onApprove: () => void
      readonly onReject: () => void
      readonly onReduce?: ((amount: string) => Promise<void>) | undefined
      /** The browser cannot tell that the request is visible here: offer a window instead. */
      readonly onHidden?: (() => void) | undefined
    }
  | {
      readonly kind: 'continue'
      readonly view: RequestView
      /** Undefined until the window's page is prepared. */
      readonly url?: string | undefined
      readonly opened: boolean
      /** The window that was open has been closed without an answer. */
      readonly left?: boolean | undefined
      readonly onOpen: () => void
      readonly onReject: () => void
      readonly onReduce?: ((amount: string) => Promise<void>) | undefined
    }
  /** Whether the account may be upgraded, which a request needs (EIP-7702). */
  | {
      readonly kind: 'upgrade'
      readonly origin: string
      readonly networkName: string
      /** Code that another wallet has put there goes. */
      readonly foreign: boolean
      readonly onAgree: () => void
      readonly onReject: () => void
    }
  /** Approved: the shares are brought together, or the network takes the transaction. `meeting`: a window looks for the frame that it is for. */
  | { readonly kind: 'working'; readonly step: 'signing' | 'sending' | 'meeting' }
  /** The network has taken the transaction; it goes by itself. */
  | { readonly kind: 'sent'; readonly explorer?: string | undefined; readonly onClose: () => void }
  | { readonly kind: 'recover'; readonly recovery: Recovery }
  /** The wallet opens in this browser only, and is about to be used for the first time. */
  | { readonly kind: 'protect'; readonly protection: Protection }
  | { readonly kind: 'security'; readonly safety: Safety; readonly returned?: Returned | undefined }
  | { readonly kind: 'code'; readonly entry: CodeEntry }
  /** In a window: what became of it. */
  | {
      readonly kind: 'ended'
      readonly outcome: 'approved' | 'rejected' | 'gone' | 'unasked' | 'shown' | 'failed' | 'continued' | 'unknown'
      /** Where the window does not close by itself. */
      readonly onClose?: () => void
    }
  /** The way to the window that knows this browser. */
  | {
      readonly kind: 'toWindow'
      readonly origin: string
      readonly known: KnownWindow
      readonly onDone: () => void
      readonly onCancel: () => void
    }
  /** In the window that knows this browser: whether a site may go on with the account, or the browser is to be known from now on. */
  | {
      readonly kind: 'known'
      readonly origin: string
      readonly remember: boolean
      /** How the visitor knows the login. */
      readonly account?: string | undefined
      readonly onContinue: () => void
      readonly onReject: () => void
      readonly onForget?: () => void
    }
  /** In a window: the words. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly onDone: () => void }

/** A code that was mailed. Times are of the page's own clock (`performance.now()`), in milliseconds, which nobody sets (R16). */
export interface MailedCode {
  /** Of a login; or of a change of the address, which asks the old one first and then the new one. */
  readonly step: 'login' | 'primary' | 'secondary'
  readonly flowId: string
  /** The address that logs in, or the new one. */
  readonly email: string
  /** The address that the code went to. */
  readonly sentTo: string
  /** When another mail can be asked for. */
  readonly resendAt: number
}

/** What the visitor can do about a code. Each rejects with an error that can be shown. */
export interface CodeEntry {
  /** Verified origin of the site. */
  readonly origin: string
  readonly mailed: MailedCode
  /** In place of a code: the window that knows this browser. For a login alone. */
  readonly known?: KnownWindow | undefined
  readonly onKnown: () => void
  /** The code signs in to the site as well. `statement`: what the site says about that. */
  readonly signIn?: { readonly statement?: string | undefined }
  readonly submit: (otp: string) => Promise<void>
  readonly resend: () => Promise<void>
  readonly onCancel: () => void
}

/** How this browser gets a share of its own. */
export interface Recovery {
  readonly origin: string
  readonly step: Exclude<UnlockStep, { kind: 'none' }>
  /** Brings the shares together by a mailed link. */
  readonly byMail: (options: { readonly onMatch: (match: string) => void; readonly signal: AbortSignal }) => Promise<void>
  readonly resumeByMail: Keys['resumeByMail']
  readonly endByMail: Keys['endByMail']
  /** The same by an account that the vault knows the owner by. */
  readonly byIdentity: Keys['recoverByIdentity']
  readonly byPasskey: Keys['recoverByPasskey']
  readonly byCode: (code: string) => Promise<void>
  readonly byPassphrase: Keys['recoverByPassphrase']
  readonly onDone: () => void
  readonly onReject: () => void
}

/** What brings a wallet back that only this browser opens. Each rejects with an error that can be shown. */
export interface WaysToProtect {
  /** Of the wallet. */
  readonly address: string
  readonly addPasskey: Keys['addPasskey']
  readonly createRecoveryCode: Safety['createRecoveryCode']
  readonly addPassphrase: Safety['addPassphrase']
  /** Accounts elsewhere that the vault takes. */
  readonly identities: readonly IdentityKind[]
  readonly addIdentity: Keys['recoverByIdentity']
}

export interface Protection {
  readonly origin: string
  readonly ways: WaysToProtect
  readonly onDone: () => void
  /** The visitor goes without. */
  readonly onLater: () => void
  readonly onReject: () => void
}

/** The window that shows the words. */
interface PreparedWords {
  readonly url: string
  /** Resolves when its address leads nowhere any more: true where the words were shown, false where nobody opened it in time. */
  readonly shown: Promise<boolean>
}

/** Where an export of the words is. */
export type ExportState =
  | { readonly step: 'wait' /** Milliseconds since 1970. */; readonly notBefore: number }
  /** `mailed`: an earlier page has asked for it, and it still counts. */
  | { readonly step: 'code'; readonly mailed?: true }
  | { readonly step: 'factor'; readonly passkey: boolean; readonly recoveryCode: boolean; readonly passphrase: boolean }

/** What a site may do with the account by itself. */
export interface GrantedToSite extends Omit<SayGranted, 'effects'> {
  readonly effects: readonly RequestView['effects'][number][]
  readonly id: Hex
  readonly origin: string
}

/** A transaction that is ready to be sent. */
export interface ChainEnding extends Pick<RequestView, 'fee'> {
  /** Somebody else pays. */
  readonly sponsored?: true
  readonly send: () => Promise<void>
}

/** What the visitor can do about it. Each rejects with an error that can be shown. */
export interface SitePermissions {
  readonly list: () => Promise<readonly GrantedToSite[]>
  /** Nothing more is signed for it from now on. */
  readonly stop: (id: Hex) => Promise<void>
  /** The transaction by which it ends on the chain as well. */
  readonly prepareEnding: (granted: Pick<GrantedToSite, 'id' | 'networkId'>) => Promise<ChainEnding>
}

/** What the visitor can do for the safety of the wallet. Each rejects with an error that can be shown. */
export interface Safety {
  readonly email: string | null
  readonly address: string
  readonly security: () => Promise<WalletSecurity>
  readonly signs: () => Promise<Signs>
  /** What has to happen first, so that this browser can change anything. */
  readonly unlockStep: () => Promise<UnlockStep>
  readonly recovery: Omit<Recovery, 'onDone' | 'onReject' | 'step'>
  readonly addPasskey: Keys['addPasskey']
  readonly createRecoveryCode: () => Promise<{ readonly code: string; readonly confirm: (typed: string) => Promise<void> }>
  /** Judges it, and adds it in the place of one that was there. */
  readonly addPassphrase: (typed: string) => Promise<void>
  readonly removePassphrase: () => Promise<void>
  readonly identities: () => Promise<VaultIdentities>
  readonly addIdentity: Keys['recoverByIdentity']
  readonly passkeys: () => Promise<readonly WalletPasskey[]>
  readonly removePasskey: (id: string) => Promise<void>
  readonly browsers: () => Promise<readonly WalletBrowser[]>
  readonly removeBrowser: (id: string) => Promise<void>
  /** What logs in to the account. */
  readonly logins: () => Promise<readonly LoginWay[]>
  /** Ends one of them, by the wallet's own key. The last one stays. */
  readonly removeLogin: (id: string) => Promise<void>
  /** The window that knows this browser from then on, for other sites. */
  readonly known: () => KnownWindow
  /** Undefined where the operator has turned permissions on for no network. */
  readonly permissions?: SitePermissions | undefined
  /** What decides over the accounts; undefined where no network has more than plain ones. */
  readonly control?: AccountControl | undefined
  readonly startExport: () => Promise<ExportState>
  readonly mailExportCode: () => Promise<void>
  /** Prepares the window that shows the words, once. */
  readonly exportWords: (given: {
    readonly code?: string
    readonly recoveryCode?: string
    readonly passphrase?: string
    /** Of a passkey that is asked for. */
    readonly signal?: AbortSignal
  }) => Promise<PreparedWords>
  readonly onClose: () => void
}

interface StageState {
  readonly screen: Screen
  readonly theme: SiteTheme
  /** BCP 47. */
  readonly locale: string
}

/** What stands on the page, how it looks and which language it speaks. Screens draw it; everything else changes it here. */
export function createStage(locale = 'en') {
  const listeners = new Set<() => void>()
  let state: StageState = { screen: { kind: 'empty' }, theme: {}, locale }
  const become = (next: StageState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    show: (screen: Screen) => become({ ...state, screen }),
    /** Another language, as a BCP 47 tag. */
    speak: (locale: string) => become({ ...state, locale }),
    dress: (theme: SiteTheme) => become({ ...state, theme: { ...state.theme, ...theme } }),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Stage = ReturnType<typeof createStage>
