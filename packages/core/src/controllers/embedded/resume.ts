import type { Portico } from '../../portico/createPortico.js'
import { follow, resumeSession } from './follow.js'
import { resumeLogin } from './socialLogin.js'

/**
 * Picks up what an earlier page view, or another tab, left of the embedded wallet: a login that went on in the page's place, or
 * a session. Follows the wallet from here on.
 * @param isNew this page view begins
 */
export async function resumeEmbedded(portico: Portico, isNew: boolean): Promise<void> {
  follow(portico)
  const { reconnect = true } = portico.options
  await Promise.all([resumeLogin(portico), reconnect && resumeSession(portico, isNew)])
}
