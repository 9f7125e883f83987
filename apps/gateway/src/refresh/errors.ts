/** The data set can't be made from what was found. Nothing was written. */
export class RefreshError extends Error {
  override readonly name = 'RefreshError'
}
