import type { Portico, ViewName } from '@portico/core'
import { defineSlot, registerViews } from '@portico/core/kit'
import type { Entry, Feature, Place, ViewLoader } from './feature.js'

/** The features that a portico's modal has. Of two with a view of one name, the first one's is shown. */
export const featuresOf = defineSlot<readonly Feature[]>('features', () => [])

/** Gives a portico's modal its features. @returns a function that takes them away */
export function registerFeatures(portico: Portico, features: readonly Feature[]): () => void {
  featuresOf.put(portico, features)
  return registerViews(
    portico,
    features.flatMap(({ views }) => Object.keys(views)),
  )
}

/** The feature that a view is of, and how it is loaded. */
export function findView(portico: Portico, view: ViewName): { readonly feature: Feature; readonly load: ViewLoader } | undefined {
  for (const feature of featuresOf(portico)) {
    const load = feature.views[view]
    if (load) return { feature, load }
  }
  return undefined
}

/** What features put into a place, where there can be anything to show, in the order of the features. */
export function entriesIn<P extends Place>(portico: Portico, place: P): readonly { readonly feature: Feature; readonly entry: Entry<P> }[] {
  return featuresOf(portico).flatMap((feature) => {
    const entry: Entry<P> | undefined = feature.entries?.[place]
    return entry && entry.when?.(portico) !== false ? [{ feature, entry }] : []
  })
}
