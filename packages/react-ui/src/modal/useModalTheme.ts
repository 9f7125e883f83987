'use client'
import { themeStore } from '@portico/core'
import { themeProperties } from '@portico/core/kit'
import { useLayoutEffect } from 'react'
import { usePorticoStore } from '../usePorticoStore.js'
import { useMedia } from './sheet.js'

/** Puts the theme on the modal's root: 'system' is resolved here, and follows the visitor's setting. */
export function useModalTheme(root: HTMLElement): void {
  const mode = usePorticoStore(themeStore, (state) => state.mode)
  const variables = usePorticoStore(themeStore, (state) => state.variables)
  const prefersDark = useMedia('(prefers-color-scheme: dark)')
  useLayoutEffect(() => {
    root.dataset['theme'] = mode === 'system' ? (prefersDark ? 'dark' : 'light') : mode
  }, [root, mode, prefersDark])
  useLayoutEffect(() => {
    const properties = themeProperties(variables)
    for (const [name, value] of properties) root.style.setProperty(name, value)
    return () => {
      for (const [name] of properties) root.style.removeProperty(name)
    }
  }, [root, variables])
}
