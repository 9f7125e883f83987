import type { ComponentType } from 'react'
import type { ViewName } from '@portico/core'

/** Loads the module of a view: its default export is shown with the entry's parameters as `params`. */
export type ViewLoader = () => Promise<{ readonly default: ComponentType<{ readonly params: never }> }>

/** A part of the modal that can be there or not: `<Modal features={[network()]} />`. */
export interface Feature {
  readonly id: string
  /** Each view is a chunk of its own: loaded, then shown. */
  readonly views: Readonly<Partial<Record<ViewName, ViewLoader>>>
}
