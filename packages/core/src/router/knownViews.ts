import { InvalidOptionError, PorticoError } from '../kit/errors.js'
import type { Portico } from '../portico/createPortico.js'
import { viewCheck } from './store.js'
import type { ViewName } from './views.js'

/**
 * There is no view of that name.
 * @example
 * try {
 *   openModal(portico, { view: viewOfTheAddressBar })
 * } catch (error) {
 *   if (!(error instanceof UnknownViewError)) throw error
 *   openModal(portico, { view: 'Connect' })
 * }
 */
export class UnknownViewError extends PorticoError {
  override readonly name = 'UnknownViewError'
  constructor({ view, known }: { view: string; known: readonly string[] }) {
    super(`Unknown view '${view}'.`, { hint: `There are ${known.join(', ')}.` })
  }
}

/**
 * Names the views that a user interface can show.
 * @example const end = registerViews(portico, ['Connect'])
 * @returns a function that takes them back
 */
export function registerViews(portico: Portico, views: readonly string[]): () => void {
  for (const view of views) portico.views.add(view)
  viewCheck.put(portico, requireView)
  return () => {
    for (const view of views) portico.views.delete(view)
  }
}

/**
 * Whether there is such a view. Where no user interface has named its views, each is.
 * @example if (canShow(portico, 'Swap')) showSwapButton()
 */
export const canShow = (portico: Portico, view: ViewName): boolean => portico.views.size === 0 || portico.views.has(view)

function requireView(portico: Portico, view: unknown) {
  if (typeof view !== 'string') throw new InvalidOptionError({ option: 'view', problem: 'expected the name of a view' })
  if (portico.views.size > 0 && !portico.views.has(view)) throw new UnknownViewError({ view, known: [...portico.views].sort() })
}
