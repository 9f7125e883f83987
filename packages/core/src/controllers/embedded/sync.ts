import type { EmbeddedWallet, FrameVariables } from './wallet.js'
import type { Portico } from '../../portico/createPortico.js'
import { languageStore } from '../../language/language.js'
import type { SiteMetadata } from '../../portico/options.js'
import { themeStore, type ThemeVariables } from '../../theme/theme.js'

/** By their names, every one of {@link FrameVariables}. */
const taken: readonly (keyof FrameVariables)[] = [
  'accent',
  'tint',
  'mix',
  'mixStrength',
  'font',
  'fontMono',
  'fontSize',
  'radius',
  'z',
  'width',
]

const inFrame = (variables: ThemeVariables): FrameVariables =>
  Object.fromEntries(taken.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]] as const])))

/** Tells the frame who the site is, how it looks and which language it speaks, once the frame is there and after each change, until `signal` aborts. */
export function followLook(portico: Portico, embedded: EmbeddedWallet, signal: AbortSignal): void {
  const theme = themeStore(portico)
  const language = languageStore(portico)
  const dark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined
  let wasReady = false
  const isReady = () => embedded.state().frame === 'ready'
  const syncTheme = () => {
    if (!isReady()) return
    const { mode, variables } = theme.getState()
    const themeMode = mode === 'system' ? (dark?.matches ? 'dark' : 'light') : mode
    embedded.syncTheme({ themeMode, themeVariables: inFrame(variables) }).catch(() => undefined)
  }
  const syncLocale = () => {
    const { locale } = language.getState()
    if (isReady() && locale !== undefined) embedded.syncLocale(locale).catch(() => undefined)
  }
  const look = () => {
    const ready = isReady()
    if (ready && !wasReady) {
      embedded.syncDappData(siteMetadata(portico)).catch(() => undefined)
      syncTheme()
      syncLocale()
    }
    wasReady = ready
  }
  const stops = [embedded.subscribe(look), theme.subscribe(syncTheme), language.subscribe(syncLocale)]
  dark?.addEventListener('change', syncTheme, { signal })
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  look()
}

/** Who the site says that it is. The frame shows it as the site's claim, beside the origin that it knows (S13). */
function siteMetadata({ options: { metadata } }: Portico): SiteMetadata {
  const url = metadata?.url ?? globalThis.location?.origin
  const name = metadata?.name ?? (globalThis.document?.title || globalThis.location?.hostname) ?? ''
  return { ...metadata, name, ...(url && { url }) }
}
