import { OperatorError } from '@portico/service'

/** The data set is not there, or is not what its schema says. Thrown before anything starts. */
export class DataSetError extends OperatorError {
  override readonly name = 'DataSetError'
  readonly code = 'data-set'
}

/** A query that can't be answered: 400, with what is wrong. */
export class InvalidQueryError extends Error {
  override readonly name = 'InvalidQueryError'
  readonly code = 'invalid-query'
  /** One for each wrong field, such as 'page must be a whole number from 1 to 1000'. */
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`${problems.join('; ')}.`)
    this.problems = problems
  }
}
