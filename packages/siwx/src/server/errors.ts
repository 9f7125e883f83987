/** Options that a server can't start with. */
export class SiwxOptionsError extends Error {
  override readonly name = 'SiwxOptionsError'
}
