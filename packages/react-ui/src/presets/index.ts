import type { ThemeMode, ThemeVariables } from '@portico/core'

/** A theme, as `createPortico` and `setTheme` take it. */
export interface ThemePreset {
  readonly themeMode?: ThemeMode
  readonly themeVariables: ThemeVariables
}

/**
 * The colours, corners and type of RainbowKit's default theme, its blue as dark as white text on it asks for: for `createPortico({ ...rainbowKit, … })` or `setTheme(portico, rainbowKit)`.
 * @example createPortico({ ...rainbowKit, adapters: [evm({ networks: [base] })] })
 */
export const rainbowKit: ThemePreset = {
  themeVariables: {
    accent: '#0c6eee',
    tint: 0,
    radius: '4.8px',
    width: '368px',
    font: 'SFRounded, ui-rounded, "SF Pro Rounded", -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  },
}

/**
 * Those of ConnectKit's `auto` theme.
 * @example createPortico({ ...connectKit, adapters: [evm({ networks: [base] })] })
 */
export const connectKit: ThemePreset = {
  themeVariables: {
    accent: '#1a88f8',
    tint: 0,
    radius: '4px',
    width: '334px',
    font: '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Ubuntu, "Helvetica Neue", sans-serif',
  },
}

/**
 * Those of AppKit's default theme.
 * @example setTheme(portico, appKit)
 */
export const appKit: ThemePreset = {
  themeVariables: {
    accent: '#0a70d8',
    tint: 0,
    radius: '6.4px',
    width: '370px',
    font: 'KHTeka, Inter, "Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  },
}

/**
 * Those of `@solana/wallet-adapter-react-ui`, which is always dark.
 * @example setTheme(portico, walletAdapter)
 */
export const walletAdapter: ThemePreset = {
  themeMode: 'dark',
  themeVariables: {
    accent: '#512da8',
    mix: '#10141f',
    mixStrength: '45%',
    radius: '2px',
    width: '400px',
    font: '"DM Sans", Roboto, "Helvetica Neue", Helvetica, Arial, sans-serif',
  },
}
