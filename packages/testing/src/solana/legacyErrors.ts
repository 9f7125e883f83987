/**
 * An error as `@solana/wallet-adapter-base` throws it: told apart by `name`, with the wallet's own under `error`.
 * @example
 * try {
 *   await adapter.connect()
 * } catch (error) {
 *   if (!(error instanceof LegacyWalletError)) throw error
 *   expect(error.name).toBe('WalletConnectionError')
 * }
 */
export class LegacyWalletError extends Error {
  override readonly name: string
  readonly error: unknown

  constructor(name: string, error?: unknown) {
    super(error instanceof Error ? error.message : '')
    this.name = name
    this.error = error
  }
}
