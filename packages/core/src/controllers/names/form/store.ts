import { defineStore } from '../../../kit/store.js'
import type { NetworkId } from '../../../kit/caip/ids.js'
import type { LabelProblem } from '../label.js'
import type { NameRefusal } from '../suggestions.js'

declare module '../../../router/views.js' {
  interface PorticoViews {
    /** Choosing a name and signing for it. */
    RegisterAccountName: undefined
    RegisterAccountNameSuccess: undefined
    /** The name of the account: until when, where it points, and what can be done with it. */
    AccountName: undefined
    /** What a name says of its owner: picture, texts. */
    EditAccountName: { readonly name: string }
    /** A name that somebody has handed over: whether it is taken. */
    AcceptAccountName: { readonly name: string }
    /** To whom a name is handed over. */
    TransferAccountName: { readonly name: string }
    /** Whether it is meant. */
    ReleaseAccountName: { readonly name: string }
  }
}

/** What is typed stays as it is, whatever becomes of it. */
interface Typed {
  /** As typed. */
  readonly text: string
}

interface Named extends Typed {
  /** Whole, in small letters: `mira.portico.eth`. */
  readonly name: string
}

/** A name that is being chosen, told apart by `status`. */
export type NameForm =
  | (Typed & { readonly status: 'empty' })
  /** No name, by the rules that this page knows. */
  | (Typed & { readonly status: 'invalid'; readonly problem: LabelProblem })
  /** Typing has to rest, then the service is asked. */
  | (Typed & { readonly status: 'checking' })
  /** It can be had. `others` can as well. */
  | (Named & { readonly status: 'free'; readonly others: readonly string[] })
  /** Somebody has it, or the service refuses it. `others` can be had. */
  | (Named & { readonly status: 'taken'; readonly refusal: NameRefusal; readonly others: readonly string[] })
  /** Whether it is free could not be learned. */
  | (Typed & { readonly status: 'unknown'; readonly error: Error })
  /** The wallet is asked, then the service. */
  | (Named & { readonly status: 'signing' })
  /** It was not registered: declined, refused, or the service was away. */
  | (Named & { readonly status: 'error'; readonly error: Error })
  /** It is the account's. */
  | (Named & { readonly status: 'success'; readonly address: string; readonly networkId: NetworkId })

/**
 * The name that is being chosen. One at a time.
 * @example const { status, text } = nameFormStore(portico).getState()
 */
export const nameFormStore = defineStore<NameForm>('name form', () => ({ status: 'empty', text: '' }))
