import type { LocaleCode } from '@portico/core/kit'
import { fill, type Messages } from '../i18n/index.js'
import { sayError } from './parts.js'

/** What came of a mailed code. */
export type Outcome =
  /** It has to be another code: this one is wrong, or none counts any more. */
  | { readonly kind: 'wrong' | 'over'; readonly text: string }
  /** It was not checked, and the same code can be sent again. */
  | { readonly kind: 'unchecked'; readonly text: string }

/** What the service says of a failure for programs. */
export const said = (error: unknown, name: 'reason' | 'triesLeft' | 'retryAfter'): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined

/** What a failure means for the code. Anything that is none of the code's leaves it as it was. */
export function outcomeOf(error: unknown, t: Messages, locale: LocaleCode): Outcome {
  const triesLeft = said(error, 'triesLeft')
  switch (said(error, 'reason')) {
    case 'wrong_code':
      return {
        kind: 'wrong',
        text: [t.code.wrong, ...(typeof triesLeft === 'number' ? [fill(t.code.tries, { n: String(triesLeft) })] : [])].join(' '),
      }
    case 'too_many_tries':
      return { kind: 'over', text: t.code.many }
    case 'expired_code':
    case 'not_found':
    case 'conflict':
    case 'code_needed':
      return { kind: 'over', text: t.code.expired }
    default:
      return { kind: 'unchecked', text: sayError(error, t, locale) }
  }
}
