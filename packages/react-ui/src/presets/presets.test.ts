import { setTheme, themeStore } from '@portico/core'
import { testPortico } from '@portico/testing'
import { expect, test } from 'vitest'
import * as presets from './index.js'

test('each preset is a theme that createPortico and setTheme take, and no two look alike', () => {
  const list = Object.entries(presets)
  expect(list.map(([name]) => name).sort()).toEqual(['appKit', 'connectKit', 'rainbowKit', 'walletAdapter'])
  for (const [, preset] of list) {
    expect(themeStore(testPortico(preset)).getState().variables).toEqual(preset.themeVariables)
    const later = testPortico({})
    setTheme(later, preset)
    expect(themeStore(later).getState()).toEqual({ mode: preset.themeMode ?? 'system', variables: preset.themeVariables })
  }
  expect(new Set(list.map(([, { themeVariables }]) => themeVariables.accent)).size).toBe(list.length)
})
