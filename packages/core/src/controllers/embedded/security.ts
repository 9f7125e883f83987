import { PorticoError } from '../../kit/errors.js'
import { asError } from '../../kit/asError.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { UnknownViewError } from '../../router/knownViews.js'
import { showToast } from '../../toast/toast.js'
import { requireEmbedded } from './connector.js'
import { follow } from './follow.js'
import { reasonOf } from './mailed.js'
import { holdSurface } from './surface.js'

/**
 * Shows the safety page of the wallet, which is the frame's own: passkey, recovery code, export. Its place in the modal is
 * there at once. Resolves when the visitor leaves it; a failure is said by a toast. While it is shown, a second call waits for the first.
 * @example await openWalletSecurity(portico)
 * @throws {@link EmbeddedNotConfiguredError}; {@link UnknownViewError} where the user interface has no WalletSecurity
 */
export async function openWalletSecurity(portico: Portico): Promise<void> {
  requireEmbedded(portico)
  return shownPage(portico)
}

const shownPage = defineSlot<Promise<void>>('wallet security', (portico) => show(portico).finally(() => shownPage.clear(portico)))

async function show(portico: Portico): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  follow(portico)
  try {
    await holdSurface(portico, embedded, 'security', embedded.openSecurity)
  } catch (thrown) {
    if (thrown instanceof UnknownViewError) throw thrown
    const error = asError(thrown)
    const message = (error instanceof PorticoError ? error.shown : undefined) ?? error.message
    // The visitor closed it, or has logged out in another tab: that is no failure.
    if (reasonOf(error) !== 'aborted' && !('code' in error && error.code === 4001)) showToast(portico, { variant: 'error', message, error })
  }
}
