import type { Portico } from '../../portico/createPortico.js'
import { goLive } from '../../portico/live.js'
import { ConnectorNotConnectedError } from '../connection/errors.js'
import { reviewGates } from '../connection/gates.js'
import { connectionStore } from '../connection/store.js'
import { SignInCancelledError } from './errors.js'
import { sessionOfAccount } from './refreshSession.js'
import type { AccountSession } from './service.js'
import { currentSigner } from './signer.js'
import { serviceOf } from './slots.js'
import { keyOf, siwxStore } from './store.js'

/**
 * Asks the visitor to sign in with the account in use, also where they went on without before. The modal opens, unless the server
 * knows them already.
 * @example const session = await signIn(portico)
 * @returns their session
 * @throws SignInNotConfiguredError, ConnectorNotConnectedError, SignInCancelledError where they do not, or the account is left
 */
export async function signIn(portico: Portico): Promise<AccountSession> {
  await goLive(portico)
  const service = serviceOf(portico)
  const signer = currentSigner(portico)
  if (!signer) throw new ConnectorNotConnectedError()
  const key = keyOf(signer)
  const store = siwxStore(portico)
  store.setState(({ passedOver }) => ({ passedOver: passedOver.filter((other) => other !== key) }))
  reviewGates(portico)
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = []
    const finish = (settle: () => void) => {
      for (const stop of stops) stop()
      settle()
    }
    const look = () => {
      const session = sessionOfAccount(portico, service)
      const now = currentSigner(portico)
      if (session) return finish(() => resolve(session))
      const isLeft = !now || keyOf(now) !== key || store.getState().passedOver.includes(key)
      if (isLeft) finish(() => reject(new SignInCancelledError()))
    }
    stops.push(store.subscribe(look), connectionStore(portico).subscribe(look))
    look()
  })
}
