import { PorticoError } from '../../../kit/errors.js'

/**
 * The visitor left the transfer that the site had asked for, or another one took its place.
 * @example
 * try {
 *   await openSend(portico, { to, amount: '1', namespace: 'eip155', chainId: '1' })
 * } catch (error) {
 *   if (!(error instanceof SendCancelledError)) throw error
 *   // The visitor turned away: nothing was sent.
 * }
 */
export class SendCancelledError extends PorticoError {
  override readonly name = 'SendCancelledError'
  constructor() {
    super('The transfer was left before it was sent.')
  }
}

/**
 * The account does not hold the item of a collection, or not as many of it.
 * @example
 * try {
 *   await queries.fetchQuery(sendFeeQuery(portico, transfer, 'standard'))
 * } catch (error) {
 *   if (!(error instanceof ItemNotHeldError)) throw error
 *   await nfts.refetch() // it was sent on meanwhile
 * }
 */
export class ItemNotHeldError extends PorticoError {
  override readonly name = 'ItemNotHeldError'
  constructor({ tokenId, held, wanted }: { tokenId: bigint; held: bigint; wanted: bigint }) {
    super(`The account holds ${held} of item ${tokenId}, not ${wanted}.`, {
      shown: 'Your account does not hold this NFT any more, or not as many of it',
    })
  }
}
