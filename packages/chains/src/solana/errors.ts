/** An answer of the JSON-RPC API that is an error. Codes: JSON-RPC 2.0 and `rpc-client-api/custom_error.rs` of Agave. */
export class JsonRpcError extends Error {
  override readonly name = 'JsonRpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const invalidParams = (message: string): JsonRpcError => new JsonRpcError(-32_602, message)
