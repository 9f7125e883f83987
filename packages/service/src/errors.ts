/** What a service throws to whoever runs it, before it starts or when it can't go on. `message` is for the person at the terminal. */
export abstract class OperatorError extends Error {
  abstract readonly code: string
}

/** An option or an environment variable that can't be used. */
export class OptionsError extends OperatorError {
  override readonly name = 'OptionsError'
  readonly code = 'options'
}

/** The database can't be opened, or a migration failed. */
export class DatabaseError extends OperatorError {
  override readonly name = 'DatabaseError'
  readonly code = 'database'
}

/** The address is taken, or may not be listened on. */
export class ListenError extends OperatorError {
  override readonly name = 'ListenError'
  readonly code = 'listen'
  constructor({ host, port, cause }: { host: string; port: number; cause: unknown }) {
    super(`Can't listen on port ${port} of ${host}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Keys can't be dropped yet. */
export class RotationError extends OperatorError {
  override readonly name = 'RotationError'
  readonly code = 'rotation'
}

/** The audit log is not as it was written, or can't be checked against what was kept. */
export class AuditError extends OperatorError {
  override readonly name = 'AuditError'
  readonly code = 'audit'
}
