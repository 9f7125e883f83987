import { PorticoError } from '../errors.js'

const quote = (id: unknown) => (typeof id === 'string' ? `'${id.slice(0, 80)}'` : id === null ? 'null' : typeof id)

/**
 * A network id is not `namespace:reference` (CAIP-2).
 * @example
 * try {
 *   const { namespace, reference } = parseNetworkId(text)
 * } catch (error) {
 *   if (!(error instanceof InvalidNetworkIdError)) throw error
 *   show('A network reads as in eip155:1')
 * }
 */
export class InvalidNetworkIdError extends PorticoError {
  override readonly name = 'InvalidNetworkIdError'
  constructor({ id }: { id: unknown }) {
    super(`Invalid CAIP-2 network id: ${quote(id)}`, { hint: "It has exactly two parts, such as 'eip155:1'." })
  }
}

/**
 * An account id is not `namespace:reference:address` (CAIP-10).
 * @example
 * try {
 *   const { namespace, reference, address } = parseAccountId(text)
 * } catch (error) {
 *   if (!(error instanceof InvalidAccountIdError)) throw error
 *   show('An account reads as in eip155:1:0xd8dA…')
 * }
 */
export class InvalidAccountIdError extends PorticoError {
  override readonly name = 'InvalidAccountIdError'
  constructor({ id }: { id: unknown }) {
    super(`Invalid CAIP-10 address: ${quote(id)}`, { hint: "It has exactly three parts, such as 'eip155:1:0xabc…'." })
  }
}
