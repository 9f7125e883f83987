import { namespaceOf, parseAmount, type NetworkId } from '@portico/core'
import { chainIdOf, controlUrl } from '../config.js'
import { familyOf } from './families.js'

/** Asks the sandbox for what its faucet gives in the chain family. @throws when the sandbox does not answer */
export async function askFaucet({ networkId, address }: { networkId: NetworkId; address: string }): Promise<void> {
  const answer = await fetch(`${controlUrl}/faucet`, {
    method: 'POST',
    body: JSON.stringify({ ...wish(networkId), address }),
    headers: { 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`The faucet answered ${answer.status}.`)
}

/** Ether is asked for in whole units, everything else in the smallest. */
function wish(networkId: NetworkId) {
  const { portion, symbol, decimals } = familyOf(namespaceOf(networkId))
  if (symbol === 'ETH') return { chainId: chainIdOf(networkId), token: symbol, amount: portion }
  const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  const chain = symbol === 'BTC' ? 'bitcoin' : networkId === devnet ? 'solanaDevnet' : 'solana'
  return { chain, amount: String(parseAmount(portion, decimals)) }
}
