import type { Portico, ViewName } from '@portico/core'
import { singleton } from '@portico/core/kit'
import type { View } from '../features/feature.js'
import { findView } from '../features/registered.js'
import { loadViewsSheet } from './shadowRoot.js'

const loaded = (portico: Portico) => singleton<Map<string, View>>(portico, 'views', () => new Map())

/** A view whose code is here, so that it can be drawn at once. */
export const viewAtHand = (portico: Portico, view: ViewName): View | undefined => loaded(portico).get(view)

/** Has the views of a feature at hand that came with other code, unless another feature has a view of that name. */
export function keepViews(portico: Portico, featureId: string, views: Readonly<Partial<Record<ViewName, View>>>): void {
  for (const [name, view] of Object.entries(views)) {
    if (view && findView(portico, name as ViewName)?.feature.id === featureId) loaded(portico).set(name, view) // its own key
  }
}

/** Loads a view, with what it looks like. @throws when there is none of that name, or when it does not load */
export async function loadView(portico: Portico, name: ViewName): Promise<View> {
  const found = findView(portico, name)
  if (!found) throw new Error(`No view '${name}'`)
  const [{ default: view }] = await Promise.all([found.load(), loadViewsSheet(portico)])
  loaded(portico).set(name, view)
  return view
}

/** Fetches a view ahead of the press that needs it. Never rejects. */
export async function prefetchView(portico: Portico, name: ViewName): Promise<void> {
  if (findView(portico, name)) await loadView(portico, name).catch(() => undefined)
}
