import { InvalidOptionError } from '../kit/errors.js'
import { defineStore } from '../kit/store.js'
import type { Portico } from '../portico/createPortico.js'

export type ThemeMode = 'light' | 'dark' | 'system'

/** The knobs of the design. Each becomes the custom property `--portico-<kebab-case>` of the modal and the buttons. */
export interface ThemeVariables {
  /** Any CSS colour. The only colour that the palettes, light and dark, are derived from. */
  readonly accent?: string
  /** Text on the accent. Default: black or white, whichever has more contrast. The embedded wallet's frame keeps to that. */
  readonly accentText?: string
  /** 0 = neutral greys, 1 = greys lean to the accent. */
  readonly tint?: number | string
  /** Colour blended into surfaces, and how much of it, for example '12%'. */
  readonly mix?: string
  readonly mixStrength?: string
  /** Font families, for text and for addresses. */
  readonly font?: string
  readonly fontMono?: string
  /** Every text size is a multiple of it. Default '10px'. */
  readonly fontSize?: string
  /** Every corner is a multiple of it. Default '4px'. */
  readonly radius?: string
  /** Corners of the modal, on a phone the upper ones. Default: five times `radius`, on a phone six times. */
  readonly radiusModal?: string
  /** Corners of buttons, in the page and in the modal. Default: two to three times `radius`, by their size. */
  readonly radiusButton?: string
  /** Corners of rows: wallets, networks, tokens. Default: three times `radius`. */
  readonly radiusRow?: string
  /** Overlay layer. Default 999. */
  readonly z?: number | string
  /** Width of the modal. Default '360px'. */
  readonly width?: string
  /** Colour, or any other background, of what lies over the page around the modal. Default: the ink, at 42 % or in the dark at 62 %. */
  readonly overlay?: string
  /** What happens to the page below it, as `backdrop-filter` takes it: 'blur(8px)'. Default 'none'. */
  readonly overlayFilter?: string
  /** A line around the modal. Default '0px', in the ink at 17 %. */
  readonly borderWidth?: string
  readonly borderColor?: string
  /** The modal's shadow, as `box-shadow` takes it. */
  readonly shadow?: string
  /** Colours of codes. Cameras want the code dark and its ground light. Default '#0d1414' on '#fff'. */
  readonly qrColor?: string
  readonly qrBackground?: string
}

export interface ThemeState {
  readonly mode: ThemeMode
  readonly variables: ThemeVariables
}

/**
 * The theme as it is now.
 * @example const { mode } = themeStore(portico).getState()
 */
export const themeStore = defineStore<ThemeState>('theme', ({ options: { themeMode = 'system', themeVariables = {} } }) => ({
  mode: themeMode,
  variables: themeVariables,
}))

/**
 * Changes the theme while the page runs. What is left out stays as it was.
 * @example setTheme(portico, { themeMode: 'dark', themeVariables: { accent: '#60b7b7' } })
 * @throws {@link InvalidOptionError}
 */
export function setTheme(portico: Portico, theme: { readonly themeMode?: ThemeMode; readonly themeVariables?: ThemeVariables }): void {
  checkTheme(theme)
  themeStore(portico).setState(({ mode, variables }) => ({
    mode: theme.themeMode ?? mode,
    variables: { ...variables, ...theme.themeVariables },
  }))
}

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

const modes: readonly string[] = ['light', 'dark', 'system'] satisfies readonly ThemeMode[]

/**
 * Throws {@link InvalidOptionError} for a value that could break out of a declaration.
 * @example checkTheme({ themeMode: 'dark', themeVariables: { accent: '#60b7b7' } }) // throws for '#60b7b7; color: red'
 */
export function checkTheme({ themeMode, themeVariables }: { themeMode?: ThemeMode; themeVariables?: ThemeVariables }): void {
  if (process.env.NODE_ENV !== 'production' && themeMode !== undefined && !modes.includes(themeMode)) {
    throw new InvalidOptionError({ option: 'themeMode', problem: "expected 'light', 'dark' or 'system'" })
  }
  for (const [knob, value] of Object.entries(themeVariables ?? {})) {
    if (value === undefined || Number.isFinite(value)) continue
    if (typeof value !== 'string' || /[;{}<>]|url\(|\/\*/i.test(value))
      throw new InvalidOptionError({ option: `themeVariables.${knob}`, problem: 'expected a plain CSS value' })
  }
}

/**
 * Custom properties for the theme's knobs, by name, ready for `style.setProperty`.
 * @example
 * const properties = themeProperties({ accent: '#60b7b7' }) // [['--portico-accent', '#60b7b7']]
 * for (const [property, value] of properties) element.style.setProperty(property, value)
 */
export function themeProperties(variables: ThemeVariables): [property: string, value: string][] {
  return Object.entries(variables).flatMap(([knob, value]) =>
    value === undefined ? [] : [[`--portico-${knob.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, String(value)]],
  )
}
