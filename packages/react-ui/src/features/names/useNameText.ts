'use client'
import { PorticoError, UserRejectedError } from '@portico/core'
import { NameChangeError, NameRegistrationError, type LabelProblem, type NameRefusal } from '@portico/core/names'
import { safeText } from '@portico/ui/safe-text'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import type { NameTextKey } from './nameTexts.js'

/** What is said of names that are not to be had. */
export function useNameText() {
  const t = useT()
  const errorText = useErrorText()

  const problem = (what: LabelProblem): string => {
    switch (what) {
      case 'too-short':
      case 'characters':
        return t('name.bad')
      case 'too-long':
        return t('name.bad.long')
      case 'not-normalised':
        return t('name.bad.hyphens')
    }
  }

  /** By the service's code, else in its own words, else that it is not to be had. */
  const refusal = ({ reason, description }: NameRefusal, name: string): string => {
    switch (reason) {
      case 'taken':
        return t('name.taken', { name })
      case 'reserved':
        return t('name.reserved', { name })
      case 'lookalike':
        return t('name.alike', { name })
      case 'too-short':
      case 'characters':
        return t('name.bad')
      case 'not-normalised':
        return t('name.bad.hyphens')
      case 'one-per-account':
        return t('name.one')
      case 'rate':
        return t('name.rate')
      case 'stale':
        return t('name.stale')
      case 'origin':
        return t('name.origin')
      case 'not-owner':
        return t('name.owner', { name })
      default:
        return safeText(description) || t('name.refused', { name })
    }
  }

  /** Why a name was not registered, or not changed. */
  const failure = (error: Error): string => {
    if (error instanceof UserRejectedError) return t('name.declined')
    if (error instanceof NameRegistrationError || error instanceof NameChangeError) {
      const { of, reason, description } = error
      if (reason || description) return refusal({ reason, description }, of)
      if (error.cause instanceof PorticoError) return errorText(error.cause)
      return error instanceof NameRegistrationError ? t('name.failed', { name: of }) : t('name.unchanged', { name: of })
    }
    return errorText(error)
  }
  /** What a text of a name is called. */
  const label = (key: NameTextKey): string => {
    switch (key) {
      case 'avatar':
        return t('name.text.avatar')
      case 'bio':
        return t('name.text.bio')
      case 'url':
        return t('name.text.url')
      case 'com.github':
        return t('name.text.github')
      case 'com.x':
        return t('name.text.x')
    }
  }

  /** How a text has to look. */
  const badText = (key: NameTextKey): string => (key === 'avatar' ? t('name.text.avatar.bad') : t('name.text.url.bad'))

  return { problem, refusal, failure, label, badText }
}
