/** What every error of Portico carries beside its message. */
export interface PorticoErrorOptions {
  /** The visitor's sentence, in English. The modal looks for a translation by the error's `name` first. */
  shown?: string
  /** For the developer: what to do about it. */
  hint?: string
  /** EIP-1193 or JSON-RPC code, where there is one. */
  code?: number
  cause?: unknown
}

/**
 * The family of every error that Portico throws. `name` is literal in each subclass, so a union of them can be told apart
 * and survives minifying.
 * @example
 * try {
 *   await connect(portico, { connectorId })
 * } catch (error) {
 *   if (!(error instanceof PorticoError)) throw error
 *   if (error.name !== 'UserRejectedError') show(error.shown ?? error.message)
 *   if (error.hint) console.warn(error.hint)
 * }
 */
export class PorticoError extends Error {
  override readonly name: string = 'PorticoError'
  readonly shown: string | undefined
  readonly hint: string | undefined
  readonly code: number | undefined

  constructor(message: string, { shown, hint, code, cause }: PorticoErrorOptions = {}) {
    super(hint ? `${message}\n\n${hint}` : message, cause === undefined ? undefined : { cause })
    this.shown = shown
    this.hint = hint
    this.code = code
  }
}

/**
 * An option, or a parameter of an action, has the wrong type or value. The message names it.
 * @example
 * try {
 *   const made = createPortico(optionsOfTenant)
 * } catch (error) {
 *   if (!(error instanceof InvalidOptionError)) throw error
 *   console.error(`option ${error.option}: ${error.message}`) // the site's own to correct
 * }
 */
export class InvalidOptionError extends PorticoError {
  override readonly name = 'InvalidOptionError'
  readonly option: string
  constructor({ option, problem, hint }: { option: string; problem: string; hint?: string }) {
    super(`Invalid option '${option}': ${problem}`, hint ? { hint } : {})
    this.option = option
  }
}
