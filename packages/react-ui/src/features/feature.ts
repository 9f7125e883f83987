import type { Portico, ViewName } from '@portico/core'
import type { ComponentType } from 'react'

/** A view of the modal: drawn with the parameters that it was opened with. */
export type View = ComponentType<{ readonly params: never }>

/** Loads the module of a view: its default export is shown with the entry's parameters as `params`. */
export type ViewLoader = () => Promise<{ readonly default: View }>

/** A part of the modal that can be there or not: `<Modal features={[network()]} />`. */
export interface Feature {
  readonly id: string
  /** Each view by its name: loaded, then shown. */
  readonly views: Readonly<Partial<Record<ViewName, ViewLoader>>>
  /** Whether its code is fetched together with the modal's own. Default: when the first of its views is. */
  readonly early?: (portico: Portico) => boolean
}

/** What the lazy module of a feature hands out. */
export interface FeatureModule<V extends ViewName> {
  readonly views: Readonly<Record<V, View>>
}

/** The views of a feature that come as one module, `views.ts`: one request, whichever of them is the first. */
export function inOneModule<V extends ViewName>(load: () => Promise<FeatureModule<V>>, names: readonly V[]): Pick<Feature, 'views'> {
  const loaderOf =
    (name: V): ViewLoader =>
    async () => ({ default: (await load()).views[name] })
  return { views: Object.fromEntries(names.map((name) => [name, loaderOf(name)])) }
}
