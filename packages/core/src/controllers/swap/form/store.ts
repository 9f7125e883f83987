import type { Receipt } from '../../send/capability.js'
import type { Sender } from '../../send/form/store.js'
import { defineStore } from '../../../kit/store.js'
import { slippageLimits } from '../order.js'
import type { AgreedSwap } from '../prepareSwap.js'
import type { SwapToken } from '../token.js'

declare module '../../../router/views.js' {
  interface PorticoViews {
    /** What to swap for what; by the site, where it says so. */
    Swap: undefined | SwapPreset
    /** Which of the two tokens is chosen. */
    SwapSelectToken: { readonly side: SwapSide }
    SwapSettings: undefined
    SwapPreview: undefined
    /** From what the wallet is asked to what came out, or to why nothing did. */
    SwapProgress: undefined
  }
}

/** What a site fills in. The visitor can change it. */
export interface SwapPreset {
  /** By contract or short name; `native` is the network's own coin. */
  readonly fromToken?: string
  readonly toToken?: string
  /** Of what is paid, as a decimal number: `'12.5'`. */
  readonly amount?: string
}

export type SwapSide = 'from' | 'to'

/** How far a swap is. */
export type SwapProgress =
  | { readonly status: 'editing' }
  /** The transaction is made, read and tried. */
  | { readonly status: 'checking'; readonly swap: AgreedSwap }
  /** The wallet is asked to let the router take exactly the amount, by a transaction or a signature. */
  | { readonly status: 'approving'; readonly swap: AgreedSwap }
  /** That is on its way. */
  | { readonly status: 'approved'; readonly swap: AgreedSwap; readonly hash: string }
  /** The wallet is asked for the swap. `allows`: for the allowance with it. */
  | { readonly status: 'asking'; readonly swap: AgreedSwap; readonly allows: boolean }
  /** On its way: waits for a block. A batch has a hash once it is in one. */
  | { readonly status: 'sent'; readonly swap: AgreedSwap; readonly hash?: string; readonly sentAt: number }
  /** `received`: what came out, in the token's smallest unit, where the chain says it. */
  | {
      readonly status: 'confirmed'
      readonly swap: AgreedSwap
      readonly hash?: string
      readonly seconds: number
      readonly received?: bigint
    }
  /** With a hash it was sent, and failed on the chain, or its end is not known. */
  | {
      readonly status: 'failed'
      readonly swap: AgreedSwap
      readonly error: Error
      readonly hash?: string
      /** What became of it, where the chain has said so; without a hash, of the allowance before it. */
      readonly outcome?: Receipt['outcome']
    }

export interface SwapForm {
  readonly sender: Sender | undefined
  readonly from: SwapToken | undefined
  readonly to: SwapToken | undefined
  /** As typed, of `from`. */
  readonly amount: string
  /** Language in which the amount was typed, BCP 47; undefined where it was filled in, with a point before its decimals. */
  readonly typedIn?: string | undefined
  /** In hundredths of a per cent. */
  readonly slippage: number
  /** Whose quote the visitor has chosen; undefined is the best. */
  readonly provider: string | undefined
  /** The visitor has read that the amount moves the price much, and means it. */
  readonly acknowledged: boolean
  /** The parameters of the view that the form was begun with, where a site filled it in. */
  readonly opened: object | undefined
  readonly progress: SwapProgress
}

export const emptySwapForm: SwapForm = {
  sender: undefined,
  from: undefined,
  to: undefined,
  amount: '',
  typedIn: undefined,
  slippage: slippageLimits.usual,
  provider: undefined,
  acknowledged: false,
  opened: undefined,
  progress: { status: 'editing' },
}

/**
 * The swap that is being put together, or is on its way. One at a time.
 * @example const { from, to, progress } = swapFormStore(portico).getState()
 */
export const swapFormStore = defineStore<SwapForm>('swap form', () => emptySwapForm)
