import type { EmbeddedWallet, SurfacePurpose } from './wallet.js'
import type { Portico } from '../../portico/createPortico.js'
import { defineSlot } from '../../kit/slot.js'
import { closeModal, goBack, replaceView } from '../../router/router.js'
import { canShow } from '../../router/knownViews.js'
import { currentEntry, openModal, routerStore } from '../../router/store.js'
import type { ViewName } from '../../router/views.js'

/** What this gives a place: the code's field has one in the views of its flow. */
type Purpose = Exclude<SurfacePurpose, 'code'>
type SurfaceView = 'ApproveTransaction' | 'WalletSecurity'

/** The safety page may need the wallet's shares as well: it keeps its view then. */
const viewOf = (purpose: Purpose, shown: ViewName | undefined): SurfaceView =>
  purpose === 'security' || (purpose === 'recover' && shown === 'WalletSecurity') ? 'WalletSecurity' : 'ApproveTransaction'

interface Surface {
  /** The frame's place in the history, while it has one. */
  entry: number | undefined
  /** The modal was closed before: it is again once the frame is done. */
  alone: boolean
  purpose: Purpose | undefined
  /** The place is there before the frame asks for it, and stays until it has been asked. */
  held: boolean
  moving: boolean
}

const surfaceOf = defineSlot<Surface>('embedded surface', () => ({
  entry: undefined,
  alone: false,
  purpose: undefined,
  held: false,
  moving: false,
}))

const keyOf = (portico: Portico) => currentEntry(routerStore(portico).getState())?.key

/**
 * Gives the frame its place: opens the modal on an empty view, or goes on to it where the modal is open.
 * @throws UnknownViewError where the user interface has no such view
 */
function showSurface(portico: Portico, purpose: Purpose): void {
  const surface = surfaceOf(portico)
  const isThere = surface.entry !== undefined && surface.entry === keyOf(portico)
  const view = viewOf(purpose, isThere ? currentEntry(routerStore(portico).getState())?.view : undefined)
  if (surface.entry !== undefined && surface.entry !== keyOf(portico)) hideSurface(portico) // something was shown on top of it
  surface.purpose = purpose
  move(portico, () => {
    if (isThere) return replaceView(portico, { view })
    surface.alone = keyOf(portico) === undefined
    openModal(portico, { view })
  })
  surface.entry = keyOf(portico)
}

/** The frame is done: its place goes, by closing the modal or by going back, as it came. */
function hideSurface(portico: Portico): void {
  const surface = surfaceOf(portico)
  const { entry, alone } = surface
  surface.purpose = undefined
  surface.entry = undefined
  if (entry === undefined) return
  const router = routerStore(portico)
  move(portico, () => {
    if (keyOf(portico) !== entry) {
      const { history } = router.getState() // something was shown on top of it
      if (history.some(({ key }) => key === entry)) router.setState({ history: history.filter(({ key }) => key !== entry) })
    } else if (alone) closeModal(portico)
    else goBack(portico)
  })
}

/** Follows what the frame wants, and the visitor who closes its view, until `signal` aborts. */
export function followSurface(portico: Portico, embedded: EmbeddedWallet, signal: AbortSignal): void {
  const surface = surfaceOf(portico)
  const look = () => {
    const { surface: said } = embedded.state()
    const wanted = said === 'code' ? undefined : said // a login, or a change of the address, has its own view for it
    if (wanted === surface.purpose || (!wanted && surface.held)) return
    if (!wanted) return hideSurface(portico)
    if (canShow(portico, viewOf(wanted, undefined))) return showSurface(portico, wanted)
    surface.purpose = wanted
    embedded.abort() // nobody would see the question
  }
  const stops = [
    embedded.subscribe(look),
    routerStore(portico).subscribe(({ history }) => {
      if (surface.moving || surface.entry === undefined || history.some(({ key }) => key === surface.entry)) return
      surface.entry = undefined
      embedded.abort()
    }),
  ]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  look()
}

/** Has the frame's place there at once, before it is asked for, until `ask` settles. @throws UnknownViewError, and what `ask` rejects with */
export async function holdSurface(portico: Portico, embedded: EmbeddedWallet, purpose: Purpose, ask: () => Promise<void>): Promise<void> {
  const surface = surfaceOf(portico)
  showSurface(portico, purpose)
  surface.held = true
  try {
    await ask()
  } finally {
    surface.held = false
    if (embedded.state().surface === undefined) hideSurface(portico)
  }
}

function move(portico: Portico, change: () => void) {
  const surface = surfaceOf(portico)
  surface.moving = true
  try {
    change()
  } finally {
    surface.moving = false
  }
}
