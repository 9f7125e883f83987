'use client'
import { asError, PorticoError } from '@portico/core'
import { useCallback } from 'react'
import type { MessageId } from '../locales/en/ids.js'
import type { MessageValues } from './locale.js'
import { useLanguage } from './I18nProvider.js'

/**
 * The visitor's sentence for a failure: by the error's name and reason from the catalogue, else what the error says to be shown. The
 * function stays the same until the language changes, so that effects can depend on it.
 */
export function useErrorText(): (error: unknown) => string {
  const { translate, has } = useLanguage()
  return useCallback(
    (thrown) => {
      const error = asError(thrown)
      const known = errorIds(error).find(has)
      if (known) return translate(known as MessageId, valuesOf(error)) // `has` says so
      return (error instanceof PorticoError ? error.shown : undefined) ?? translate('error.unknown')
    },
    [translate, has],
  )
}

/** Where the catalogue may have an error's sentence, the closest first: `error.FrameRequestError.wrong_code`, then `error.FrameRequestError`. */
function errorIds(error: Error): readonly string[] {
  const id = `error.${error.name}`
  return 'reason' in error && typeof error.reason === 'string' ? [`${id}.${error.reason}`, id] : [id]
}

/** What sentences of errors name: the method that a wallet does not have, and the seconds to wait. */
function valuesOf(error: Error): MessageValues {
  return {
    ...('method' in error && { method: String(error.method) }),
    n: 'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : 0,
  }
}
