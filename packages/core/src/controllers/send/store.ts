import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { defineStore } from '../../kit/store.js'

/** What a visitor has filled in to send, so far. Texts as typed: they become amounts and addresses when they are checked. */
export interface SendForm {
  readonly networkId?: NetworkId
  /** Address of the token; undefined for the native currency. */
  readonly token?: string
  readonly amount?: string
  readonly to?: string
}

/** The send form. It is for one network: setting an active network resets it (spec point 4). */
export const sendFormStore = defineStore<SendForm>('sendForm', (portico) => {
  const reset = () => resetSendForm(portico)
  portico.events.on('network.changed', reset)
  portico.events.on('namespace.changed', reset)
  return {}
})

/** Fills in parts of the send form. */
export const updateSendForm = (portico: Portico, part: Partial<SendForm>): void => sendFormStore(portico).setState(part)

/** Empties the send form. */
export const resetSendForm = (portico: Portico): void => sendFormStore(portico).setState({}, true)
