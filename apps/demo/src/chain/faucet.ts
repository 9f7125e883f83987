import type { NetworkId } from '@portico/core'
import { chainIdOf, controlUrl } from '../config.js'

/** Asks the sandbox for 10 ether. @throws when the sandbox does not answer */
export async function askFaucet({ networkId, address }: { networkId: NetworkId; address: string }): Promise<void> {
  const body = JSON.stringify({ chainId: chainIdOf(networkId), address, token: 'ETH', amount: '10' })
  const answer = await fetch(`${controlUrl}/faucet`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  if (!answer.ok) throw new Error(`The faucet answered ${answer.status}.`)
}
