import { textOfSessions, textOfStop } from '@portico/contracts/permissions'
import type { WalletClient } from 'viem'

declare const wallet: WalletClient
declare const account: `0x${string}`

const at = Math.floor(Date.now() / 1000)
const proof = await wallet.signMessage({ account, message: textOfSessions({ account, networkId: 'eip155:8453', at }) })
const url = `https://api.shop.example/v1/sessions/eip155:8453:${account}`
const { pcis } = await (await fetch(url, { headers: { authorization: `Account ${at} ${proof}` } })).json()

for (const { pci } of pcis) {
  const signature = await wallet.signMessage({ account, message: textOfStop({ account, networkId: 'eip155:8453', id: pci }) })
  await fetch(`${url}/revoke`, { method: 'POST', body: JSON.stringify({ pci, signature }) })
}
