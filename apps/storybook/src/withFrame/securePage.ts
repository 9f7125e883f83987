// The page inside of the frame, as it is in the product, but for what is behind it: no server, no keys, no chain.
import { openFrameChannel } from '@portico/embedded/frame'
import { protocolVersion, surfaceHeights } from '@portico/embedded/protocol'
import { fakeAddress } from '@portico/testing'
import type { SurfacePurpose } from '@portico/core/embedded'
import { mountScreens } from '../../../secure-site/src/page/screens/mount.js'
import { createStage, type Screen } from '../../../secure-site/src/page/screens/stage.js'
import { frameHandlers } from '../../../secure-site/src/page/session/handlers.js'
import type { FramePage } from '../../../secure-site/src/page/session/page.js'
import { requests } from '../../../secure-site/src/page/stories/requests.js'
import { safety } from '../../../secure-site/src/page/stories/safety.js'

/** The code that the story's mail has. */
export const rightCode = '482917'

const rejected = () => Object.assign(new Error('Rejected'), { code: 4001, reason: 'rejected' })
const user = {
  email: 'mira@harbourmail.example',
  address: fakeAddress,
  chainId: 'eip155:8453',
  accounts: [{ address: fakeAddress, type: 'eoa' }],
  security: { mode: 'progressive', passkeys: 0, recoveryCode: false, device: true },
  networks: ['eip155:1', 'eip155:10', 'eip155:8453'],
}

/** Starts the page in `root`. @returns a function that ends it */
export function startSecurePage(root: HTMLElement): () => void {
  const stage = createStage()
  let shown: SurfacePurpose | undefined
  let told: number | undefined
  let wayBack: (() => void) | undefined

  const surface = (purpose: SurfacePurpose | undefined) => {
    if (purpose === shown) return
    shown = purpose
    told = undefined
    channel.post({ type: 'FRAME_SURFACE', payload: purpose ? { purpose } : {} })
  }
  /** Shows a screen until the visitor has decided, or the site turns away. */
  const ask = <T>(
    purpose: SurfacePurpose,
    signal: AbortSignal,
    screen: (decide: { yes: (value: T) => void; no: () => void }) => Screen,
  ): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const no = () => reject(rejected())
      signal.addEventListener('abort', no)
      stage.show(screen({ yes: resolve, no }))
      surface(purpose)
    }).finally(() => {
      surface(undefined)
      stage.show({ kind: 'empty' })
    })

  const page = {
    login: {
      email: () => Promise.resolve({ action: 'VERIFY_OTP', resendAfter: 30, expiresIn: 600 }),
      isConnected: () => Promise.resolve(true),
      signOut: () => Promise.resolve(),
    },
    wallet: {
      types: { begin: () => Promise.resolve(), networks: [] },
      user: () => Promise.resolve(user),
      serves: () => true,
      switchTo: (networkId: string) => Promise.resolve(networkId),
    },
    enterCode: (_: string, __: string, signal: AbortSignal) =>
      ask<object>('code', signal, ({ yes, no }) => ({
        kind: 'code',
        entry: {
          origin: location.origin,
          mailed: { step: 'login', flowId: 'f1', email: user.email, sentTo: user.email, resendAt: performance.now() + 30_000 },
          submit: async (otp) => {
            if (otp !== rightCode) throw Object.assign(new Error('No'), { name: 'ServerRefusedError', reason: 'wrong_code', triesLeft: 4 })
            yes({})
          },
          resend: () => Promise.resolve(),
          onCancel: no,
          onKnown: () => undefined,
        },
      })),
    sign: (_: object, signal: AbortSignal) =>
      ask<string>('approve', signal, ({ yes, no }) => ({
        kind: 'approve',
        view: requests.transaction,
        by: 'geometry',
        onApprove: () => yes(`0x${'5c'.repeat(32)}`),
        onReject: no,
      })),
    openSecurity: (_: string, signal: AbortSignal) =>
      ask<void>('security', signal, ({ yes }) => ({ kind: 'security', safety: { ...safety, onClose: () => yes() } })),
  } as unknown as FramePage // as much of it as the stories ask for

  const channel = openFrameChannel({
    hostOrigin: location.origin,
    version: protocolVersion,
    handlers: frameHandlers(() => Promise.resolve(page), {
      codeInPage: false,
      reload: () => undefined,
      onTheme: stage.dress,
      onLocale: stage.speak,
      back() {
        const handled = wayBack !== undefined
        wayBack?.()
        return handled
      },
      onMetadata: () => undefined,
    }),
  })
  mountScreens({
    root,
    stage,
    framed: {
      onHeight(height) {
        const asked = Math.min(Math.max(height, surfaceHeights.least), surfaceHeights.most)
        if (shown === undefined || asked === told) return
        told = asked
        channel.post({ type: 'FRAME_HEIGHT', payload: { height: asked } })
      },
      onWayBack: (back) => void (wayBack = back),
      hasWayBack: () => shown === 'security' || shown === 'code',
    },
  })
  return channel.close
}
