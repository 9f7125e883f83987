import { accountsFor, type Method, type WalletCore } from '../core.js'
import { invalidParams, isRecord, param } from '../params.js'

/** EIP-1102. A site that is connected already is answered without asking. */
export const requestAccounts: Method = (core, { origin }) => {
  const run = () => {
    core.permit(origin)
    return accountsFor(core, origin)
  }
  return isConnected(core, origin) ? { run } : { ask: `Connect ${origin}`, run }
}

/** EIP-1474 */
export const accounts: Method = (core, { origin }) => ({ run: () => accountsFor(core, origin) })

/** EIP-2255. Unlike `eth_requestAccounts` it always asks, so that the person can choose again. */
export const requestPermissions: Method = (core, { origin, params }) => {
  readAccountsPermission(params)
  return {
    ask: `Connect ${origin}`,
    run() {
      core.permit(origin)
      return permissionsOf(core, origin)
    },
  }
}

/** EIP-2255 */
export const getPermissions: Method = (core, { origin }) => ({ run: () => permissionsOf(core, origin) })

/** MIP-2 */
export const revokePermissions: Method = (core, { origin, params }) => {
  readAccountsPermission(params)
  return {
    run() {
      core.revoke(origin)
      return null
    },
  }
}

/** Whether this site sees accounts now, so that connecting needs nobody's consent. */
export function isConnected(core: WalletCore, origin: string): boolean {
  const { permitted, locked } = core.getState()
  return !locked && permitted.includes(origin)
}

function readAccountsPermission(params: unknown): void {
  const asked = param(params, 0)
  if (!isRecord(asked) || !isRecord(asked['eth_accounts'])) throw invalidParams(`Expected [{ eth_accounts: {} }].`)
}

function permissionsOf(core: WalletCore, origin: string): unknown[] {
  const { permitted, exposed } = core.getState()
  if (!permitted.includes(origin)) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: exposed }]
  return [{ parentCapability: 'eth_accounts', invoker: origin, caveats }]
}
