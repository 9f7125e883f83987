import type { Mode } from '@portico/ui/palette'
import { themeProperties, type Theme } from './theme.js'

/** Gives a theme to the page's root. The style sheet stays the same. */
export function applyTheme(root: HTMLElement, theme: Theme): void {
  root.dataset['theme'] = theme.mode
  for (const [property, value] of themeProperties(theme)) root.style.setProperty(property, value)
}

/** What the visitor's system prefers. */
export const systemMode = (): Mode => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
