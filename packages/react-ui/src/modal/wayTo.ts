import type { Portico, PorticoViews, ViewName, ViewRequest } from '@portico/core'
import { canShow, pushView } from '@portico/core/kit'

/** What opens a view: its parameters are left out where it needs none. */
export type Way<V extends ViewName> = (
  ...params: undefined extends PorticoViews[V] ? [params?: PorticoViews[V]] : [params: PorticoViews[V]]
) => void

/**
 * The way to a view that another feature owns. Undefined where the site has left that feature out: what would lead there is then
 * not shown.
 * @param show default: goes on to it
 */
export function wayTo<V extends ViewName>(
  portico: Portico,
  view: V,
  show: (portico: Portico, request: ViewRequest) => void = pushView,
): Way<V> | undefined {
  if (!canShow(portico, view)) return undefined
  return (...[params]) => show(portico, { view, params } as ViewRequest) // a view with its own parameters, by the type above
}
