'use client'
import { asError, PorticoError } from '@portico/core'
import { messages, type MessageId } from '../locales/en/messages.js'
import { useT } from './I18nProvider.js'

/** The visitor's sentence for a failure: by the error's name from the catalogue, else what the error says to be shown. */
export function useErrorText(): (error: unknown) => string {
  const t = useT()
  return (thrown) => {
    const error = asError(thrown)
    const id = `error.${error.name}`
    if (isMessageId(id)) return t(id)
    return (error instanceof PorticoError ? error.shown : undefined) ?? t('error.unknown')
  }
}

const isMessageId = (id: string): id is MessageId => Object.hasOwn(messages, id)
