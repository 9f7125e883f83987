import { isViewedOnly, viewAs } from '@portico/adapter-evm/view-as'
import { disconnect } from '@portico/core'
import { portico } from './portico.js'

/** Behind your own support login: whoever opens it sees what the chain tells anybody of that address. */
export async function lookAt(address: string) {
  await viewAs(portico, { address })
  document.body.classList.toggle('read-only', isViewedOnly(portico))
  return () => disconnect(portico)
}
