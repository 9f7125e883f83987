import type { ComponentType } from 'react'
import ConnectView from '../features/connect/ConnectView.js'
import type { Feature, ViewLoader } from '../feature.js'
import { loaderOfBuiltIn } from './loaders.js'

export { prefetchView } from './loaders.js'

export type View = ComponentType<{ readonly params: never }>
export const firstView: View = ConnectView

/** How to load a view: the host's features first, so that they can replace a built-in one. */
export function loaderOf(view: string, features: readonly Feature[] = []): ReturnType<typeof loaderOfBuiltIn> {
  const own = features.map((feature) => (feature.views as Readonly<Record<string, ViewLoader>>)[view]).find(Boolean)
  return own ?? loaderOfBuiltIn(view)
}
