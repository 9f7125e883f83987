import type { Portico } from '@portico/core'
import { defineSlot, viewChoiceStore } from '@portico/core/kit'
import type { Feature } from './feature.js'

/** What a site chose of its modal's features. */
export interface Chosen {
  /** Its own. A view of theirs takes the place of a built-in one of the same name. */
  readonly features: readonly Feature[]
  /** The built-in ones that it leaves out, by id. */
  readonly without: readonly string[]
}

export const chosenOf = defineSlot<Chosen>('features', () => ({ features: [], without: [] }))

/** Gives a portico's modal its features. @returns a function that takes them away */
export function chooseFeatures(portico: Portico, chosen: Chosen): () => void {
  chosenOf.put(portico, chosen)
  const choice = viewChoiceStore(portico)
  const { features, without } = chosen
  choice.setState({ own: features.flatMap(({ views }) => Object.keys(views)), without })
  return () => choice.setState({ own: [], without: undefined })
}
