import { asError } from '../../../kit/asError.js'
import type { Portico } from '../../../portico/createPortico.js'
import { queryClientOf } from '../../../portico/query.js'
import { registerName } from '../register.js'
import { nameFormStore } from './store.js'

/**
 * Registers the name of the form, which is free, or was not registered at the last try. Where that fails, or the visitor declines, the
 * form is as it was, with what was typed and the error. Does nothing in any other state. Never throws.
 * @example
 * await submitName(portico)
 * const { status } = nameFormStore(portico).getState()
 */
export async function submitName(portico: Portico): Promise<void> {
  const store = nameFormStore(portico)
  const form = store.getState()
  if (form.status !== 'free' && form.status !== 'error') return
  const { text, name } = form
  store.setState({ status: 'signing', text, name }, true)
  try {
    const { address, networkId } = await registerName(portico, { name })
    store.setState({ status: 'success', text, name, address, networkId }, true)
  } catch (error) {
    // What was free is so no longer.
    queryClientOf(portico).removeQueries({ queryKey: ['name suggestions'] })
    store.setState({ status: 'error', text, name, error: asError(error) }, true)
  }
}
