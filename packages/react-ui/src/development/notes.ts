import { themeStore, type Portico, type PorticoOptions, type ThemeVariables } from '@portico/core'
import { defineSlot } from '@portico/core/kit'

/** Every option, so that a new one cannot be forgotten here. */
const known: Readonly<Record<keyof PorticoOptions, true>> = {
  adapters: true,
  addressLabels: true,
  allowUnsupportedNetwork: true,
  allWallets: true,
  apiUrl: true,
  confirmNetworkSwitch: true,
  connectMethodsOrder: true,
  connectors: true,
  connectorTypeOrder: true,
  defaultAccountTypes: true,
  defaultNetwork: true,
  enableNetworkSwitch: true,
  excludeWallets: true,
  featuredWallets: true,
  fetch: true,
  id: true,
  includeWallets: true,
  initialState: true,
  metadata: true,
  names: true,
  onramp: true,
  projectId: true,
  reconnect: true,
  siwx: true,
  storage: true,
  swap: true,
  themeMode: true,
  themeVariables: true,
  wallets: true,
  walletFeaturesOrder: true,
}

/** Every variable of the theme, likewise. */
const variables: Readonly<Record<keyof ThemeVariables, true>> = {
  accent: true,
  accentText: true,
  borderColor: true,
  borderWidth: true,
  font: true,
  fontMono: true,
  fontSize: true,
  mix: true,
  mixStrength: true,
  overlay: true,
  overlayFilter: true,
  qrBackground: true,
  qrColor: true,
  radius: true,
  radiusButton: true,
  radiusModal: true,
  radiusRow: true,
  shadow: true,
  tint: true,
  width: true,
  z: true,
}

/** What a developer may have meant otherwise: options and variables of the theme that there are not. */
export const notesOn = (portico: Portico): readonly string[] => [
  ...Object.keys(portico.options).flatMap((option) => noteOn(option, Object.keys(known), 'createPortico has no option')),
  ...Object.keys(themeStore(portico).getState().variables).flatMap((name) =>
    noteOn(name, Object.keys(variables), 'The theme has no variable'),
  ),
]

/** That there is no such thing, and what else may have been meant; nothing where there is. */
export function noteOn(said: string, names: readonly string[], problem: string): readonly string[] {
  if (names.includes(said)) return []
  const apart = (one: string) => Math.abs(one.length - said.length)
  const [near] = names.filter((one) => isNear(one.toLowerCase(), said.toLowerCase())).toSorted((one, other) => apart(one) - apart(other))
  return [`${problem} '${said}'.${near ? ` Did you mean '${near}'?` : ''}`]
}

const warned = defineSlot('warned', (portico) => {
  themeStore(portico).subscribe(() => warnOnce(portico)) // `setTheme` may name another variable later
  return new Set<string>()
})

/** Says each note once on the console, those on the options among them. */
export function warnOnce(portico: Portico, notes: readonly string[] = []): void {
  const said = warned(portico)
  for (const note of [...notesOn(portico), ...notes]) {
    if (said.has(note)) continue
    said.add(note)
    console.warn(`Portico: ${note}`)
  }
}

/** Whether two words are one typing error apart: a letter more, fewer, or another; or one begins with the other. */
function isNear(one: string, other: string): boolean {
  if (one.startsWith(other) || other.startsWith(one)) return true
  const [long, short] = one.length >= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  const at = [...short].findIndex((letter, place) => letter !== long[place])
  return at < 0 || long.slice(at + 1) === short.slice(long.length === short.length ? at + 1 : at)
}
