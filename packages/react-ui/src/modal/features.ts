import type { Portico, ViewName } from '@portico/core'
import { defineSlot } from '@portico/core/kit'
import type { Entry, Feature, Place, ViewLoader } from '../features/feature.js'
import { chosenOf } from '../features/registered.js'

/** The built-in features. They come with the modal's own code, which puts them here. */
export const builtInOf = defineSlot<readonly Feature[]>('built-in features', () => [])

/** The features that a portico's modal has. Of two with a view of one name, the first one's is shown. */
export function featuresOf(portico: Portico): readonly Feature[] {
  const { features, without } = chosenOf(portico)
  return [...features, ...builtInOf(portico).filter(({ id }) => !without.includes(id))]
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
export function entriesIn<P extends Place>(
  portico: Portico,
  place: P,
): readonly { readonly feature: Feature; readonly entry: Entry<P>; readonly key: string }[] {
  return featuresOf(portico).flatMap((feature) => {
    const entry: Entry<P> | undefined = feature.entries?.[place]
    return entry && entry.when?.(portico) !== false ? [{ feature, entry, key: feature.id + place }] : []
  })
}
