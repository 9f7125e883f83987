import { PorticoError } from '../../../kit/errors.js'

/** The visitor left the transfer that the site had asked for, or another one took its place. */
export class SendCancelledError extends PorticoError {
  override readonly name = 'SendCancelledError'
  constructor() {
    super('The transfer was left before it was sent.')
  }
}

/** The account does not hold the item of a collection, or not as many of it. */
export class ItemNotHeldError extends PorticoError {
  override readonly name = 'ItemNotHeldError'
  constructor({ tokenId, held, wanted }: { tokenId: bigint; held: bigint; wanted: bigint }) {
    super(`The account holds ${held} of item ${tokenId}, not ${wanted}.`, {
      shown: 'Your account does not hold this NFT any more, or not as many of it',
    })
  }
}
