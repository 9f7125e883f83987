import type { MessageId } from '../locales/en/ids.js'

/** Every message of the modal, compiled, by id. */
export type Messages = Readonly<Record<MessageId, CompiledMessage>>
/** Those of the modal itself, or of a feature. */
export type SomeMessages = Readonly<Partial<Messages>>
/** As Lingui compiles it: text, placeholders and plurals. */
export type CompiledMessage = string | readonly unknown[]

export type MessageValues = Readonly<Record<string, string | number>>
/** Says a message in the visitor's language. Values fill its placeholders. */
export type Translate = (id: MessageId, values?: MessageValues) => string

/** The words of the buttons: plain text, part of the first bundle. */
export interface ButtonMessages {
  readonly connect: string
  readonly connecting: string
  readonly connected: string
  readonly network: string
  readonly switching: string
  readonly switchNetwork: string
  /** The modal's code did not load: the browser is offline, a second press may help, or only a reload. */
  readonly offline: string
  readonly again: string
  readonly reload: string
}

/** A language: what the buttons need at once, and the rest for when the modal opens. */
export interface Locale {
  /** BCP 47, for example `en` or `ar`. Decides the form of numbers and dates as well. */
  readonly code: string
  readonly dir: 'ltr' | 'rtl'
  readonly buttons: ButtonMessages
  /** Loads the messages of the modal, or all that there are. English comes with the code and has none to load. */
  readonly load?: () => Promise<{ readonly messages: SomeMessages }>
  /** By the id of a feature: loads its messages, with its views. One that is missing is all in `load`. */
  readonly features?: Readonly<Record<string, () => Promise<{ readonly messages: SomeMessages }>>>
}
