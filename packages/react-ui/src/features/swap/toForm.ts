import type { Portico } from '@portico/core'
import { goBack, replaceView, routerStore } from '@portico/core/kit'

/** From the view on screen to the form: the one that led here, where there is one. */
export function toForm(portico: Portico): void {
  const { history } = routerStore(portico).getState()
  if (history.at(-2)?.view === 'Swap') goBack(portico)
  else replaceView(portico, { view: 'Swap' })
}
