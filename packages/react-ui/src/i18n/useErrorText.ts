'use client'
import { asError, PorticoError } from '@portico/core'
import type { MessageId } from '../locales/en/ids.js'
import { useLanguage } from './I18nProvider.js'

/** The visitor's sentence for a failure: by the error's name from the catalogue, else what the error says to be shown. */
export function useErrorText(): (error: unknown) => string {
  const { translate, has } = useLanguage()
  return (thrown) => {
    const error = asError(thrown)
    const id = `error.${error.name}`
    if (has(id)) return translate(id as MessageId, 'method' in error ? { method: String(error.method) } : {}) // `has` says so
    return (error instanceof PorticoError ? error.shown : undefined) ?? translate('error.unknown')
  }
}
