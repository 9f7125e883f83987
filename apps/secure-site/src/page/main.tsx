/** The page in the frame. What it needs to answer loads first; screens, keys and the reading of requests when they are needed. */
import { openFrameChannel } from '@portico/embedded/frame'
import { protocolVersion, surfaceHeights } from '@portico/embedded/protocol'
import type { SurfacePurpose } from '@portico/core/embedded'
import { rootElementId } from '../server/api.js'
import type { ModalAround } from './screens/parts.js'
import { createStage } from './screens/stage.js'
import { frameHandlers } from './session/handlers.js'
import { openPage, type FramePage } from './session/page.js'
import { readSettings } from './settings.js'

const loadScreens = () => import('./screens/mount.js')

function start(): void {
  const settings = readSettings(document)
  const stage = createStage(settings.locale)
  let claim: string | undefined
  let shown: SurfacePurpose | undefined
  let page: Promise<FramePage> | undefined
  /** The height that the site was told, and where its way back leads to. */
  let told: number | undefined
  let wayBack: (() => void) | undefined

  const framed: ModalAround = {
    onHeight(height) {
      const asked = Math.min(Math.max(height, surfaceHeights.least), surfaceHeights.most)
      if (shown === undefined || asked === told) return
      told = asked
      channel.post({ type: 'FRAME_HEIGHT', payload: { height: asked } })
    },
    onWayBack: (back) => void (wayBack = back),
    hasWayBack: () => shown === 'security' || shown === 'code',
  }

  const open = async () => {
    const opening =
      page ??
      openPage({
        settings,
        origin: location.origin,
        chainId: new URLSearchParams(location.search).get('chainId') ?? undefined,
        stage,
        claim: () => claim,
        warm: () => void loadScreens().then(({ warmWords }) => warmWords(stage)),
        surface(purpose) {
          if (purpose === shown) return
          shown = purpose
          told = undefined
          if (purpose) void loadScreens().then(({ mountScreens }) => mountScreens({ root, stage, framed }))
          channel.post({ type: 'FRAME_SURFACE', payload: purpose ? { purpose } : {} })
        },
        onSession: (token, user) =>
          channel.post({
            type: 'FRAME_SESSION_UPDATE',
            payload: { ...(token === undefined ? {} : { token }), ...(user ? { user } : {}) },
          }),
      })
    page = opening
    try {
      return await opening
    } catch (error) {
      // The next request tries again.
      if (page === opening) page = undefined
      throw error
    }
  }

  const root = document.getElementById(rootElementId) ?? document.body
  const channel = openFrameChannel({
    hostOrigin: settings.hostOrigin,
    version: protocolVersion,
    handlers: frameHandlers(open, {
      codeInPage: settings.codeInPage,
      // The answer leaves before the document does.
      reload: () => void setTimeout(() => location.reload(), 20),
      onTheme: (theme) => stage.dress(theme),
      onLocale: (locale) => stage.speak(locale),
      back() {
        const handled = wayBack !== undefined
        wayBack?.()
        return handled
      },
      onMetadata: (name) => void (claim = name),
    }),
    onAbort: () =>
      void page?.then(
        ({ ending }) => ending.close(),
        () => {},
      ),
  })

  const leave = (leaving: boolean) =>
    void page?.then(
      ({ queue }) => queue.hide({ leaving }),
      () => {},
    )
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave(false))
  window.addEventListener('pagehide', () => leave(true))
  // What was stored is read before the first request asks for it.
  open().catch(() => {})
}

start()
