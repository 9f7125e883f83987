/**
 * Options that a server can't start with.
 * @example
 * try {
 *   const { handler } = createSiwx(options)
 * } catch (error) {
 *   if (!(error instanceof SiwxOptionsError)) throw error
 *   console.error(error.message) // names the option: correct it before the server starts
 *   process.exit(1)
 * }
 */
export class SiwxOptionsError extends Error {
  override readonly name = 'SiwxOptionsError'
}
