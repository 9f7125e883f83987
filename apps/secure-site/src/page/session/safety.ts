import type { SurfacePurpose } from '@portico/core/embedded'
import { loginWays } from '../../server/social/api.js'
import type { PageKeys } from '../keys/index.js'
import type { KnownWindow } from '../screens/KnownBrowser.js'
import type { AccountControl, Returned } from '../screens/control.js'
import type { Safety, SitePermissions, Stage } from '../screens/stage.js'
import type { Api } from './api.js'
import type { Handoff } from './handoff.js'
import { NotLoggedInError } from './errors.js'
import { judged } from './passphrase.js'
import type { RequestQueue, Turn } from './queue.js'
import type { Session } from './session.js'
import type { Wallet } from './wallet.js'

export interface SafetyOptions {
  readonly queue: RequestQueue
  readonly stage: Stage
  readonly hostOrigin: string
  readonly session: Session
  readonly wallet: Wallet
  readonly openKeys: () => Promise<PageKeys>
  readonly api: Api
  readonly surface: (purpose: SurfacePurpose | undefined) => void
  /** Reads anew how safe the wallet is, and tells the site. */
  readonly refresh: () => Promise<void>
  readonly leave: (content: unknown, signal: AbortSignal) => Promise<Handoff>
  readonly permissions?: SitePermissions | undefined
  /** The window that is to know this browser. */
  readonly known: () => KnownWindow
  /** Makes what decides over the accounts, where a network has more than plain ones. */
  readonly control: (parts: ControlParts) => Promise<AccountControl | undefined>
}

/** What Wallet safety gives to it. */
export interface ControlParts {
  readonly turn: Turn
  readonly keys: PageKeys
  readonly back: (returned: Returned) => void
}

/** Shows the wallet's safety page, until the visitor leaves it. */
export function createSafety({
  queue,
  stage,
  hostOrigin,
  session,
  wallet,
  openKeys,
  api,
  surface,
  refresh,
  leave,
  known,
  permissions,
  control,
}: SafetyOptions) {
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
        let show: (returned?: Returned) => void = () => {}
        const decides = await control({ turn, keys, back: (returned) => show(returned) })
        await new Promise<void>((resolve) => {
          turn.signal.addEventListener('abort', () => resolve())
          const safety: Safety = {
            email,
            address: eip155,
            security: keys.security,
            signs: keys.signs,
            unlockStep: keys.unlockStep,
            recovery: {
              origin: hostOrigin,
              byMail: changed(keys.recoverByMail),
              resumeByMail: changed(keys.resumeByMail),
              endByMail: keys.endByMail,
              byIdentity: changed(keys.recoverByIdentity),
              byPasskey: changed(keys.recoverByPasskey),
              byCode: changed(keys.recoverByCode),
              byPassphrase: changed(keys.recoverByPassphrase),
            },
            addPasskey: changed(keys.addPasskey),
            async createRecoveryCode() {
              const { code, confirm } = await keys.createRecoveryCode()
              return { code, confirm: changed(confirm) }
            },
            addPassphrase: changed(judged(keys, [email, hostOrigin])),
            removePassphrase: changed(keys.removePassphrase),
            identities: keys.identities,
            addIdentity: changed(keys.addIdentity),
            passkeys: keys.passkeys,
            removePasskey: changed(keys.removePasskey),
            browsers: keys.devices,
            removeBrowser: changed(keys.removeDevice),
            logins: async () => (await api.call('/v1/logins', {}, loginWays)).logins,
            async removeLogin(id) {
              // With the curve, which the first signature has brought.
              const [{ wallet: walletId }, { signStatement }] = await Promise.all([
                api.call('/v1/logins', {}, loginWays),
                import('@portico/vault-wire'),
              ])
              const statement = JSON.stringify({ to: 'login', wallet: walletId, remove: id })
              const signature = await keys.withKey('eip155', (key) => signStatement(statement, key))
              await api.call('/v1/logins/remove', { statement, signature }, loginWays)
            },
            known,
            permissions,
            startExport: keys.startExport,
            mailExportCode: keys.mailExportCode,
            async exportWords(given) {
              exported?.cancel()
              exported = await leave({ words: await keys.exportWords(given), theme: stage.state().theme }, turn.signal)
              return { url: exported.url, shown: exported.answer.then((answer) => answer === true).catch(() => false) }
            },
            control: decides,
            onClose: resolve,
          }
          show = (returned) => stage.show({ kind: 'security', safety, returned })
          show()
        })
        exported?.cancel()
      },
      { signal, own: true },
    )
  }
}
