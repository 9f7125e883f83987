'use client'
import { useErrorText } from '../i18n/useErrorText.js'
import { useT } from '../i18n/useT.js'

/** The visitor's sentence for a login that failed. One that says nothing of its own is most often a network that was away. */
export function useLoginErrorText(): (error: unknown) => string {
  const t = useT()
  const errorText = useErrorText()
  return (error) => {
    const said = errorText(error)
    return said === t('error.unknown') ? t('login.connection') : said
  }
}
