import type { FeeSpeed, Receipt, RecipientKind } from '../capability.js'
import type { HeldToken } from '../../balances/token.js'
import type { Namespace, NetworkId } from '../../../kit/caip/ids.js'
import { defineStore } from '../../../kit/store.js'

/** Whose transfer, and on which network. */
export interface Sender {
  readonly namespace: Namespace
  readonly address: string
  readonly networkId: NetworkId
}

/** Somebody that this browser has sent to, or an account of the visitor's own. */
export interface KnownRecipient {
  readonly address: string
  /** The name by which it was found. */
  readonly name?: string | undefined
}

/** What there is to say about a recipient before anything is sent (S17). */
export type RecipientWarning =
  | { readonly kind: 'ownAddress' }
  | { readonly kind: 'firstTime' }
  /** Shown short it reads as `known`, and is another address. */
  | { readonly kind: 'lookAlike'; readonly known: KnownRecipient }
  | { readonly kind: 'contract' }
  /** A token itself: what is sent to it is lost. */
  | { readonly kind: 'token' }
  /** Nobody has a key to it: what is sent there is lost. */
  | { readonly kind: 'burn' }
  /** There is a contract of that address on another network of the site, and none on this one. */
  | { readonly kind: 'otherNetwork'; readonly networkId: NetworkId }

/** Who is to receive, as far as that is known. */
export type Recipient =
  | { readonly status: 'none' }
  /** A name is being looked up. */
  | { readonly status: 'looking' }
  /** The text is no address of the chain family, and no name that is known. `family`: what it is an address of instead, as `Solana`. */
  | { readonly status: 'invalid'; readonly family?: string }
  /** The name could not be looked up. */
  | { readonly status: 'failed'; readonly error: Error }
  | {
      readonly status: 'found'
      /** Whole, in the chain's usual form. */
      readonly address: string
      readonly name?: string
      readonly kind?: RecipientKind
      readonly warnings: readonly RecipientWarning[]
    }

/** What is sent: a token, or one item of a collection, of which `units` are how many the sender holds. */
export interface SendToken extends HeldToken {
  readonly item?: SendItem
}

/** One item of a collection (ERC-721, ERC-1155). Its name, picture and contract stand where those of a token do. */
export interface SendItem {
  readonly tokenId: bigint
  /** The collection's own words: untrusted text. */
  readonly collection: string
}

/** How far a transfer is. */
export type SendProgress =
  | { readonly status: 'editing' }
  /** The wallet is asked. */
  | { readonly status: 'approving'; readonly sent: SentTransfer }
  /** On its way: waits for a block. */
  | { readonly status: 'sent'; readonly sent: SentTransfer; readonly hash: string }
  | { readonly status: 'confirmed'; readonly sent: SentTransfer; readonly hash: string; readonly receipt: Receipt }
  /** With a hash it was sent, and failed on the chain, or its end is not known. */
  | { readonly status: 'failed'; readonly sent: SentTransfer; readonly error: Error; readonly hash?: string; readonly receipt?: Receipt }

/** By what whoever is paid knows a payment, as its code says (Solana Pay). */
export interface PaymentNote {
  /** Stands beside the transfer for everybody to read: untrusted text. */
  readonly memo?: string
  /** Addresses that are named in the transfer, and get nothing. */
  readonly references?: readonly string[]
}

/** A transfer as it was asked for. */
export interface SentTransfer extends Sender, PaymentNote {
  readonly token: SendToken
  /** In the token's smallest unit. */
  readonly units: bigint
  readonly to: string
  readonly name?: string
}

export interface SendForm {
  readonly sender: Sender | undefined
  readonly token: SendToken | undefined
  /** As typed: of the token, or of the currency of its price. */
  readonly amount: string
  /** Language in which the amount was typed, BCP 47; undefined where it was filled in, with a point before its decimals. */
  readonly typedIn?: string | undefined
  readonly unit: 'token' | 'fiat'
  /** As typed: an address or a name. */
  readonly to: string
  readonly recipient: Recipient
  /** What the code of the recipient asks to be put into the transfer. */
  readonly note: PaymentNote
  /** The visitor has read the warning of an address that imitates another one, and means it. */
  readonly acknowledged: boolean
  /** The amount is the most that there is: it follows the fee. */
  readonly isMaximum: boolean
  /** Where there is a choice. */
  readonly speed: FeeSpeed
  /** The parameters of the view that the form was begun with, where it was begun with an item. */
  readonly opened: object | undefined
  /** Filled in by the site: can be looked over and sent, not changed. */
  readonly fixed: boolean
  readonly progress: SendProgress
}

export const emptySendForm: SendForm = {
  sender: undefined,
  token: undefined,
  amount: '',
  typedIn: undefined,
  unit: 'token',
  to: '',
  recipient: { status: 'none' },
  note: {},
  acknowledged: false,
  isMaximum: false,
  speed: 'standard',
  opened: undefined,
  fixed: false,
  progress: { status: 'editing' },
}

/**
 * The transfer that is being put together, or is on its way. One at a time.
 * @example const { recipient, progress } = sendFormStore(portico).getState()
 */
export const sendFormStore = defineStore<SendForm>('send form', () => emptySendForm)
