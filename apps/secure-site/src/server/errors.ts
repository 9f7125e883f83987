import { OperatorError } from '@portico/service'

/** The page is not built, or could not be. */
export class PageBuildError extends OperatorError {
  override readonly name = 'PageBuildError'
  readonly code = 'page'
}
