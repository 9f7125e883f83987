import { HttpStatusError } from '../../kit/http/errors.js'
import { PorticoError } from '../../kit/errors.js'

/**
 * 'Error resolving name': neither the chain nor the name service could be asked. A name that nobody has is no error.
 * @example
 * try {
 *   const address = await resolveName(portico, { name: 'vitalik.eth' })
 * } catch (error) {
 *   if (!(error instanceof NameResolutionError)) throw error
 *   offerToTryAgain() // nobody could be asked. undefined, and no error, is a name that nobody has
 * }
 */
export class NameResolutionError extends PorticoError {
  override readonly name = 'NameResolutionError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Error resolving name', { shown: 'Error resolving name', cause })
  }
}

/**
 * 'Error fetching name suggestions'.
 * @example
 * try {
 *   const { others } = await getSuggestions(portico, { label: 'mira', zone: 'example.eth' })
 * } catch (error) {
 *   if (!(error instanceof NameSuggestionsError)) throw error
 *   showNone() // the visitor types a name without them
 * }
 */
export class NameSuggestionsError extends PorticoError {
  override readonly name = 'NameSuggestionsError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Error fetching name suggestions', { shown: 'Error fetching name suggestions', cause })
  }
}

/**
 * 'Error fetching names for address'.
 * @example
 * try {
 *   const names = await getNames(portico, { address })
 * } catch (error) {
 *   if (!(error instanceof AddressNamesError)) throw error
 *   showWithoutNames()
 *   report(error.cause)
 * }
 */
export class AddressNamesError extends PorticoError {
  override readonly name = 'AddressNamesError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Error fetching names for address', { shown: 'Error fetching names for address', cause })
  }
}

/** The codes by which a name service refuses. Others may come: those are told in the service's words. */
export const refusalReasons = [
  'taken',
  'reserved',
  'lookalike',
  'too-short',
  'characters',
  'not-normalised',
  'one-per-account',
  'rate',
  'signature',
  'stale',
  'origin',
  'used',
  'not-owner',
  'expired',
  'zone',
  'chain',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

interface NameFailure {
  /** The whole name: `mira.portico.eth`. */
  readonly of: string
  readonly cause?: unknown
}

/** What a service said of its refusal: a code that is known here, and its own sentence. */
function refusalOf(error: unknown): { readonly reason?: RefusalReason; readonly description?: string } {
  if (!(error instanceof HttpStatusError)) return {}
  const reason = refusalReasons.find((known) => known === error.reason)
  return { ...(reason && { reason }), ...(error.description && { description: error.description }) }
}

/**
 * 'Error registering name {name}', or what the service gave as its first reason.
 * @example
 * try {
 *   await registerName(portico, { name: 'mira.example.eth' })
 * } catch (error) {
 *   if (!(error instanceof NameRegistrationError)) throw error
 *   show(`${error.of}: ${error.description ?? error.message}`) // it may be taken since: offer another
 * }
 */
export class NameRegistrationError extends PorticoError {
  override readonly name = 'NameRegistrationError'
  /** The whole name that was asked for. */
  readonly of: string
  /** Why it was refused, where the service said it in a way that is known here. */
  readonly reason: RefusalReason | undefined
  /** The same in the service's own words. Untrusted text. */
  readonly description: string | undefined
  constructor({ of, cause }: NameFailure) {
    const { reason, description } = refusalOf(cause)
    const shown = description ?? `Error registering name ${of}`
    super(shown, { shown, cause })
    this.of = of
    this.reason = reason
    this.description = description
  }
}

/**
 * 'Error changing name {name}', or what the service gave as its first reason: of renewing, giving up, handing over and the rest.
 * @example
 * try {
 *   await renewName(portico, { name: 'mira.example.eth' })
 * } catch (error) {
 *   if (!(error instanceof NameChangeError)) throw error
 *   show(error.shown ?? error.message) // the service's reason
 * }
 */
export class NameChangeError extends PorticoError {
  override readonly name = 'NameChangeError'
  readonly of: string
  readonly reason: RefusalReason | undefined
  readonly description: string | undefined
  constructor({ of, cause }: NameFailure) {
    const { reason, description } = refusalOf(cause)
    const shown = description ?? `Error changing name ${of}`
    super(shown, { shown, cause })
    this.of = of
    this.reason = reason
    this.description = description
  }
}

/**
 * 'Address or auth connector not found': names go with the embedded wallet, unless the site lets every wallet have them.
 * @example
 * try {
 *   await registerName(portico, { name: 'mira.example.eth' })
 * } catch (error) {
 *   if (!(error instanceof NameAccountError)) throw error
 *   openModal(portico, { view: 'Connect' }) // log in; names: { anyWallet: true } lets every wallet have one
 * }
 */
export class NameAccountError extends PorticoError {
  override readonly name = 'NameAccountError'
  constructor() {
    super('Address or auth connector not found', {
      shown: 'Log in to claim a name',
      hint: 'Names go with the embedded wallet. `names: { anyWallet: true }` lets every wallet have one.',
    })
  }
}

/**
 * Names of this kind are not offered: without the option `names`, without a gateway, or with one that gives none away.
 * @example
 * try {
 *   await registerName(portico, { name: 'mira.example.eth' })
 * } catch (error) {
 *   if (!(error instanceof NamesUnavailableError)) throw error
 *   hideNames() // the gateway at apiUrl gives none away, or the option names is missing
 * }
 */
export class NamesUnavailableError extends PorticoError {
  override readonly name = 'NamesUnavailableError'
  constructor() {
    super('The site offers no names.', {
      shown: 'Names cannot be claimed here',
      hint: 'Needs `apiUrl` with a gateway that has the names service, and the option `names`.',
    })
  }
}

/**
 * The network has no reverse records, or the adapter does not know where they are.
 * @example
 * try {
 *   await setPrimaryName(portico, { name: 'mira.example.eth' })
 * } catch (error) {
 *   if (!(error instanceof PrimaryNameUnsupportedError)) throw error
 *   show('On this network, an address has no name of its own.')
 * }
 */
export class PrimaryNameUnsupportedError extends PorticoError {
  override readonly name = 'PrimaryNameUnsupportedError'
  constructor({ networkId }: { networkId: string }) {
    super(`Network '${networkId}' keeps no primary names.`, { shown: 'This network keeps no primary names' })
  }
}

/**
 * 'Invalid chainId': names have coin types for chain ids below 2^31 only.
 * @example
 * try {
 *   const coinType = coinTypeOf('eip155:2147483648')
 * } catch (error) {
 *   if (!(error instanceof InvalidChainIdError)) throw error
 *   show(address) // names have no coin type for such a chain (ENSIP-11)
 * }
 */
export class InvalidChainIdError extends PorticoError {
  override readonly name = 'InvalidChainIdError'
  constructor({ networkId }: { networkId: string }) {
    super('Invalid chainId', {
      shown: 'Names do not work on this network',
      hint: `'${networkId}' has no coin type (ENSIP-11).`,
      code: -32602,
    })
  }
}
