import type { SurfacePurpose } from '@portico/core/embedded'
import type { PageKeys } from '../keys/index.js'
import type { Stage } from '../screens/stage.js'
import type { Handoff } from './handoff.js'
import { NotLoggedInError } from './errors.js'
import type { RequestQueue } from './queue.js'
import type { Session } from './session.js'
import type { Wallet } from './wallet.js'

export interface SafetyOptions {
  readonly queue: RequestQueue
  readonly stage: Stage
  readonly hostOrigin: string
  readonly session: Session
  readonly wallet: Wallet
  readonly openKeys: () => Promise<PageKeys>
  readonly surface: (purpose: SurfacePurpose | undefined) => void
  /** Reads anew how safe the wallet is, and tells the site. */
  readonly refresh: () => Promise<void>
  readonly leave: (content: unknown, signal: AbortSignal) => Promise<Handoff>
}

/** Shows the wallet's safety page, until the visitor leaves it. */
export function createSafety({ queue, stage, hostOrigin, session, wallet, openKeys, surface, refresh, leave }: SafetyOptions) {
  return async function openSecurity(id: string, signal: AbortSignal): Promise<void> {
    const login = session.current()
    if (!login) throw new NotLoggedInError()
    const { email } = login.user
    await queue.run(
      id,
      async (turn) => {
        surface('security')
        const [keys, { eip155 }] = await Promise.all([openKeys(), wallet.addresses()])
        let exported: Handoff | undefined
        const changed =
          <A extends unknown[], T>(act: (...given: A) => Promise<T>) =>
          async (...given: A): Promise<T> => {
            const result = await act(...given)
            await refresh().catch(() => {})
            return result
          }
        await new Promise<void>((resolve) => {
          turn.signal.addEventListener('abort', () => resolve())
          stage.show({
            kind: 'security',
            safety: {
              email,
              address: eip155,
              security: keys.security,
              unlockStep: keys.unlockStep,
              recovery: {
                origin: hostOrigin,
                byMail: changed(keys.recoverByMail),
                byIdentity: changed(keys.recoverByIdentity),
                byPasskey: changed(keys.recoverByPasskey),
                byCode: changed(keys.recoverByCode),
              },
              addPasskey: changed(keys.addPasskey),
              async createRecoveryCode() {
                const { code, confirm } = await keys.createRecoveryCode()
                return { code, confirm: changed(confirm) }
              },
              identities: keys.identities,
              addIdentity: changed(keys.addIdentity),
              browsers: keys.devices,
              removeBrowser: changed(keys.removeDevice),
              startExport: keys.startExport,
              mailExportCode: keys.mailExportCode,
              async exportWords(given) {
                exported?.cancel()
                exported = await leave({ words: await keys.exportWords(given), theme: stage.state().theme }, turn.signal)
                return exported.url
              },
              onClose: resolve,
            },
          })
        })
        exported?.cancel()
      },
      { signal, own: true },
    )
  }
}
