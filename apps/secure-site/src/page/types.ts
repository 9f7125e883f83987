/**
 * What the parts of the page hand each other. `session` talks to the server, `keys` opens the wallet, `requests` reads and signs
 * what the site asks, `screens` shows it. Only `main.ts` knows them all.
 */
import type { NetworkId } from '@portico/core'
import type { IdentityKind } from '@portico/vault-wire'
import type { Hex } from 'viem'
import type * as z from 'zod/mini'
import type { PasskeyOptions } from './keys/passkeys.js'
import type { listed, offered, stopBody } from '../delegation/wire.js'

/** An account of the wallet, by chain family: the checksummed EVM address, the base58 Solana address. */
export interface Addresses {
  readonly eip155: string
  readonly solana: string
}

/** What has to happen before this browser can sign. */
export type UnlockStep =
  /** This browser has a way in. */
  | { readonly kind: 'none' }
  /**
   * The vault asks the owner: by a mailed link, or for an account that it knows the owner by. Without either nothing opens the wallet
   * here: it lives in the browsers that it was used in.
   */
  | { readonly kind: 'vault'; readonly mail: boolean; readonly identities: readonly IdentityKind[] }
  /** A passkey, the recovery code or the passphrase, whichever the wallet has. */
  | { readonly kind: 'factor'; readonly passkey: boolean; readonly recoveryCode: boolean; readonly passphrase: boolean }

/** Whether this browser signs: from now on, until its page is closed (a private window keeps nothing), or not yet. */
export type Signs = 'lasting' | 'open' | 'no'

/** The ways into the wallet, in this browser. Secrets stay inside; what leaves is a signature. */
export interface Keys {
  /** Public addresses; undefined before the wallet is made. */
  readonly addresses: () => Addresses | undefined
  /** Makes the wallet at the first login, or learns of the one that is there. Never needs a way in. */
  readonly open: () => Promise<Addresses>
  readonly unlockStep: () => Promise<UnlockStep>
  /** Opens the wallet by mail: `onMatch` is called with the two digits. This browser gets a way of its own, and signs by itself from then on. */
  readonly recoverByMail: (options: { readonly onMatch: (match: string) => void; readonly signal: AbortSignal }) => Promise<void>
  /** Goes on with one that an earlier page had asked for. False where nothing is waited for; sends no mail. */
  readonly resumeByMail: (options: { readonly onMatch: (match: string) => void; readonly signal: AbortSignal }) => Promise<boolean>
  /** The visitor does not wait for the mail any more: its link is over. */
  readonly endByMail: () => Promise<void>
  /** The same by an account that the vault knows the owner by: `onOpen` is called with where it is shown. */
  readonly recoverByIdentity: (options: {
    readonly kind: IdentityKind
    readonly onOpen: (asked: { readonly url: string; readonly match: string }) => void
    readonly signal: AbortSignal
  }) => Promise<void>
  readonly recoverByPasskey: (asked?: PasskeyOptions) => Promise<void>
  /** @throws RecoveryCodeError when it is not the wallet's */
  readonly recoverByCode: (code: string) => Promise<void>
  /** About a second's work. @throws PassphraseError when it is not the wallet's */
  readonly recoverByPassphrase: (typed: string) => Promise<void>
  /** Adds a factor; the vault's own copy goes, where the mode says so. */
  readonly addPasskey: (asked?: PasskeyOptions) => Promise<void>
  /** In the place of one that was there. How good it is is judged before. @throws WeakPassphraseError when it is short */
  readonly addPassphrase: (typed: string) => Promise<void>
  /** @throws LastFactorError where nothing else brings the wallet back */
  readonly removePassphrase: () => Promise<void>
  /** Makes a recovery code, shown once. It counts only after `confirm` with the same code. */
  readonly createRecoveryCode: () => Promise<{ readonly code: string; readonly confirm: (typed: string) => Promise<void> }>
  readonly security: () => Promise<import('@portico/core/embedded').WalletSecurity>
  readonly signs: () => Promise<Signs>
  /**
   * Runs with the private key, and zeroes it after. @param of the EVM address whose key it is to be: a smart account may have been given another
   * than the first. @throws WalletLockedError when `unlockStep` is not 'none', KeyUnknownError where no key of the wallet has this address
   */
  readonly withKey: <T>(namespace: 'eip155' | 'solana', use: (privateKey: Uint8Array) => T | Promise<T>, of?: string) => Promise<T>
  /** The 24 words, for a top-level window alone. */
  readonly exportWords: () => Promise<readonly string[]>
  /** Forgets everything in memory. This browser keeps its way in: `forget` is 'remove this device'. */
  readonly lock: () => void
}

/** One leaf of a request, for 'details': each value of what is signed is in one of them (S9). */
export interface DetailLine {
  readonly path: string
  readonly value: string
}

export type WarningKind =
  | 'newRecipient'
  | 'lookAlike'
  | 'unverifiedContract'
  | 'unlimited'
  | 'permit'
  | 'delegation'
  | 'order'
  | 'approvalForAll'
  | 'unknownCall'
  | 'unreadable'
  | 'unknownProgram'
  | 'domainMismatch'
  | 'notEnough'
  | 'willFail'
  | 'cannotSimulate'
  | 'largeValue'
  | 'blindMessage'
  | 'grant'

/** What an approval shows, in the words of the catalogue: a kind and its values, never finished text. */
export interface Effect {
  readonly kind:
    | 'send'
    | 'approve'
    | 'approvalForAll'
    | 'permit'
    | 'order'
    | 'delegation'
    | 'upgrade'
    | 'downgrade'
    | 'owner'
    | 'swap'
    | 'mint'
    | 'pay'
    | 'call'
    | 'deploy'
    | 'message'
    | 'signIn'
    | 'name'
    | 'typedData'
    | 'program'
    | 'unreadable'
    | 'grant'
    | 'grantLimit'
    | 'grantUntil'
  /** Values for the sentence: whole addresses, formatted amounts with symbol. */
  readonly values: Readonly<Record<string, string>>
  /** Text of a message, as it is signed. */
  readonly message?: string
}

export interface BalanceChange {
  readonly symbol: string
  /** Signed decimal number as text, such as '-1.5'. */
  readonly amount: string
}

/** What leaves an account: how much of what. Without an id it is nothing that could have a limit, as an NFT. */
export interface Leaving {
  /** CAIP-2 id of the network for its coin, CAIP-19 id for a token. */
  readonly asset?: string
  /** In the smallest unit, above zero. */
  readonly units: bigint
}

/** A fee in dollars. */
export interface FeeWorth {
  readonly expected: number
  readonly ceiling: number
}

/** What an approval in the frame lets out, the fee included. */
export interface Spending {
  readonly leaves: readonly Leaving[]
  /** How much that is of the operator's limit for one request. */
  readonly millionths: number
}

/** What an upgrade takes the place of. */
export interface UpgradeOf {
  /** Code that another wallet has put there. */
  readonly foreign: boolean
}

/** A request that was read once, frozen, and is shown and signed as the same object (S9). */
export interface PreparedRequest {
  readonly id: string
  readonly method: string
  readonly namespace: 'eip155' | 'solana'
  readonly networkId: NetworkId
  readonly networkName: string
  /** Whole address of the account that signs. */
  readonly address: string
  readonly effects: readonly Effect[]
  readonly warnings: readonly { readonly kind: WarningKind; readonly values?: Readonly<Record<string, string>> }[]
  /** `risky` requests are approved in a window of their own (S11). */
  readonly risk: 'normal' | 'caution' | 'risky'
  /** The address is a contract's, in whose name the key signs. */
  readonly account?: 'smartAccount'
  /** The contract is not there yet: it is made by this. */
  readonly deploys?: true
  /** Somebody else pays the fee. */
  readonly sponsored?: true
  /** The plain account is upgraded by this (EIP-7702): the visitor is asked for that first. */
  readonly upgrades?: UpgradeOf
  /** Undefined where nothing is paid. Amounts as decimal text with the symbol, of the network's coin unless it is said to be a token. */
  readonly fee?: { readonly expected: string; readonly ceiling: string; readonly symbol: string; readonly isToken?: true }
  /** Undefined where nothing leaves, or where it is not known: then the request is risky. */
  readonly spending?: Spending
  /** 'failed' when it could not be simulated. */
  readonly changes: readonly BalanceChange[] | 'failed' | 'none'
  readonly details: readonly DetailLine[]
  /** Hash that is signed, 0x hex or base58; undefined where the whole text is signed. */
  readonly hash?: string
  /** An unlimited permission can be lowered before it is approved: decimal amount of whole tokens. Makes a new request. */
  readonly reduce?: (amount: string) => Promise<PreparedRequest>
  /** Signs exactly what is shown. */
  readonly sign: (keys: Pick<Keys, 'withKey'>) => Promise<unknown>
}

/** A batch of calls that was sent (EIP-5792). */
export interface Batch {
  /** The site's own, or ours. */
  readonly id: string
  readonly networkId: NetworkId
  readonly from: string
  /** Of the first call; those after it have the next ones. */
  readonly nonce: number
  /** How many calls the batch has. */
  readonly calls: number
  /** Of the calls that the node took, in their order. */
  readonly hashes: readonly string[]
  /** The node refused the next one: there will be no more hashes. */
  readonly stopped: boolean
  /** When it was sent: milliseconds since 1970. */
  readonly at: number
  /** Of a smart account, which does all of them or none: the hash of the one operation (ERC-4337), in the place of hashes. */
  readonly operation?: string
  /** The bundler said that it has the operation: one that it does not know any more was refused. */
  readonly accepted?: true
  /** All of the calls are in one transaction, of a plain account that is upgraded: `calls` is 1. */
  readonly atomic?: true
}

/** The batches of this wallet on this site, for as long as somebody asks what became of them. */
export interface Batches {
  readonly find: (id: string) => Batch | undefined
  /** The newest of an account on a network, also where another tab of this site sent it. */
  readonly latest: (networkId: NetworkId, from: string) => Promise<Batch | undefined>
  /** Remembers a batch, in the place of what was known of it. */
  readonly keep: (batch: Batch) => Promise<void>
}

/** What reading a request needs to know. */
export interface RequestContext {
  /** Verified origin of the host page (S13). */
  readonly origin: string
  readonly addresses: Addresses
  /** Set where the EVM address is a contract's: the key signs in its name. `owner`: the key's own address. */
  readonly smartAccount?: { readonly owner: string }
  /** The chain in use, by family. */
  readonly active: Readonly<Record<'eip155' | 'solana', NetworkId>>
  /** The operator's table, by CAIP-2 id (S6). */
  readonly networks: readonly FrameNetwork[]
  /** Addresses that this wallet has sent to, and its own: for look-alikes (S17) and new recipients. */
  readonly knownAddresses: readonly string[]
  readonly batches: Batches
  /** Undefined where the operator has turned permissions on for no network. */
  readonly permissions?: PermissionService
  readonly fetch: typeof fetch
}

export interface PermissionLimits {
  readonly networks: readonly string[]
  readonly seconds: number
}

/** What keeps the permissions of accounts (ERC-7715) and signs each use of them: it ends with a word to it. */
export interface PermissionService extends PermissionLimits {
  /** What the account would sign: the delegation to `keeper`, whose hash is `id`. @param request one entry of wallet_requestExecutionPermissions */
  readonly offer: (account: Hex, request: unknown) => Promise<z.output<typeof offered>>
  /** Keeps what was signed. Resolves with the permission's context. */
  readonly activate: (id: Hex, signature: Hex) => Promise<Hex>
  /** Ends one at once: any of the visitor's by its id, one of this site's by its context. One that is over stays so. */
  readonly stop: (which: z.output<typeof stopBody>) => Promise<void>
  /** What has not ended, of all sites. */
  readonly list: () => Promise<z.output<typeof listed>['permissions']>
}

export interface FrameNetwork {
  readonly id: NetworkId
  readonly name: string
  /** URL of the operator's node. */
  readonly rpcUrl: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Tokens that are known here: for symbols and decimals, never for trust. */
  readonly explorerUrl?: string
  /** Accounts can be contracts here. Undefined where the operator has not turned them on: there every account is a plain one. */
  readonly smartAccounts?: SmartAccountService
}

/** What a network has for accounts that are contracts. */
export interface SmartAccountService {
  /** Where user operations are sent (ERC-7769). */
  readonly bundlerUrl: string
  /** Who may pay for them (ERC-7677), the first unless a site names another of them. Nobody unless told: the account pays. */
  readonly paymasterUrls?: readonly string[]
}

/** Settings that the server writes into the page, parsed where they arrive. */
export interface PageSettings {
  readonly projectId: string
  /** The one origin that may embed this page. */
  readonly hostOrigin: string
  readonly networks: readonly FrameNetwork[]
  readonly vaultUrl: string
  /** Whose prices say what fees are in dollars. Nobody's unless told: then fees are in coins alone. */
  readonly gatewayUrl?: string
  readonly locale: string
  readonly version: string
  readonly enableLogger: boolean
  /** Browsers that are not known yet confirm a mailed link first. */
  readonly device: boolean
  /** The site may take mailed codes itself, and send them: only where the operator has named it. */
  readonly codeInPage: boolean
  /** What may leave with an approval in the frame, in the smallest unit: by CAIP-2 id for the coin, by CAIP-19 id for a token. */
  readonly riskyAbove?: Readonly<Record<string, string>>
  /** Where sites may be allowed to act by themselves, by CAIP-2 id, and how many seconds that may last. Nowhere unless told. */
  readonly permissions?: PermissionLimits
}
