/** What the gateway throws. `code` is stable, `message` is a sentence: for the person at the terminal, or for the client's developer. */
export abstract class GatewayError extends Error {
  abstract readonly code: string
}

/** An option or an environment variable that can't be used. Thrown before anything starts. */
export class GatewayOptionsError extends GatewayError {
  override readonly name = 'GatewayOptionsError'
  readonly code = 'options'
}

/** The data set is not there, or is not what its schema says. Thrown before anything starts. */
export class DataSetError extends GatewayError {
  override readonly name = 'DataSetError'
  readonly code = 'data-set'
}

/** The address is taken, or may not be listened on. */
export class ListenError extends GatewayError {
  override readonly name = 'ListenError'
  readonly code = 'listen'
  constructor({ host, port, cause }: { host: string; port: number; cause: unknown }) {
    super(`Can't listen on port ${port} of ${host}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** A query that can't be answered: 400, with what is wrong. */
export class InvalidQueryError extends GatewayError {
  override readonly name = 'InvalidQueryError'
  readonly code = 'invalid-query'
  /** One for each wrong field, such as 'page must be a whole number from 1 to 1000'. */
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`${problems.join('; ')}.`)
    this.problems = problems
  }
}
