import { defineSlot } from '../../kit/slot.js'
import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { closeModal, goBack } from '../../router/router.js'
import { canShow } from '../../router/knownViews.js'
import { currentEntry, openModal, routerStore } from '../../router/store.js'
import { isGoingOn, type Gate } from '../connection/gates.js'
import { embeddedConnector, requireEmbedded } from './connector.js'
import { noteUser } from './account.js'
import { embeddedStore } from './store.js'
import type { EmbeddedAccountType } from './wallet.js'

declare module '../../router/views.js' {
  interface PorticoViews {
    /** Which account to use, where there are two: a contract, and the key's own. */
    AccountType: undefined
  }
}

declare module '../../portico/events.js' {
  interface PorticoEvents {
    /** A visitor chose which account of the embedded wallet to use. */
    SET_PREFERRED_ACCOUNT_TYPE: { network: NetworkId; accountType: EmbeddedAccountType }
  }
}

const view = 'AccountType'

/** The question after a login, while it waits for an answer. */
const askedOf = defineSlot<{ answer: (() => void) | undefined }>('account type question', () => ({ answer: undefined }))

/**
 * Goes on with another account of the embedded wallet on the EVM network in use: a contract, or the key's own. Each has its own address. The
 * choice is kept by the wallet, for that network and for those without a choice of their own.
 * @example await setPreferredAccountType(portico, { type: 'smartAccount' })
 * @throws EmbeddedNotConfiguredError; the connector's AccountTypeError where there is no such account on the network
 */
export async function setPreferredAccountType(portico: Portico, { type }: { readonly type: EmbeddedAccountType }): Promise<void> {
  const connector = requireEmbedded(portico)
  await connector.embedded.setPreferredAccount(type)
  noteUser(portico, connector)
  const { user } = connector.embedded.state()
  if (user) portico.events.emit('SET_PREFERRED_ACCOUNT_TYPE', { network: user.chainId, accountType: type })
}

/**
 * The same from the view that asks: what is shown next is where the visitor was going.
 * @example await answerAccountType(portico, { type: 'smartAccount' })
 */
export async function answerAccountType(portico: Portico, { type }: { readonly type: EmbeddedAccountType }): Promise<void> {
  await setPreferredAccountType(portico, { type })
  const { answer } = askedOf(portico)
  if (answer) return answer()
  if (currentEntry(routerStore(portico).getState())?.view === view) goBack(portico)
}

/**
 * Who logs in for the first time, where accounts can be contracts, says which account it is to be. Opens by an answer, and for whoever
 * leaves the question: the wallet's own choice counts then, a contract.
 */
export const accountTypeChosen: Gate = {
  at: 'account',
  isOpen(portico, { connectorId }) {
    const connector = embeddedConnector(portico)
    const { login } = embeddedStore(portico).getState()
    if (connector?.id !== connectorId || !canShow(portico, view)) return true
    const isNew = login.status === 'connecting' || isGoingOn(portico) || askedOf(portico).answer !== undefined
    const { defaultAccountTypes = {}, state } = connector.embedded
    const { user } = state()
    if (!user || user.accounts.length < 2 || defaultAccountTypes[namespaceOf(user.chainId)]) return true
    return user.accountTypeChosen !== false || !isNew
  },
  ask: (portico, _, signal) =>
    new Promise((resolve) => {
      const router = routerStore(portico)
      const asked = askedOf(portico)
      const isShown = () => router.getState().history.some((entry) => entry.view === view)
      openModal(portico, { view })
      const stop = router.subscribe(() => isShown() || finish())
      const finish = () => {
        stop()
        asked.answer = undefined
        leaveView(portico)
        resolve('passed')
      }
      asked.answer = finish
      signal.addEventListener('abort', () => {
        if (asked.answer !== finish) return
        stop()
        asked.answer = undefined
        resolve(undefined)
      })
    }),
  leave: (portico) => leaveView(portico),
}

/** Takes the question from the screen, and the modal with it, unless the visitor is on the way to somewhere else. */
function leaveView(portico: Portico) {
  const router = routerStore(portico)
  const { history } = router.getState()
  const rest = history.filter((entry) => entry.view !== view)
  if (rest.length === history.length) return
  if (rest.length > 0 && isGoingOn(portico)) router.setState({ history: rest, direction: 'none' })
  else closeModal(portico)
}
