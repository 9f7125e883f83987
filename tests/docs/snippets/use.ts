import { redeemPermission } from '@portico/contracts/permissions'
import type { GrantedPermission } from '@portico/core/permissions'
import type { Account, Address, Chain, Hex, Transport, WalletClient } from 'viem'

/** @param client of the key that the permission was granted to, which pays for the transaction */
export async function move(
  client: WalletClient<Transport, Chain, Account>,
  granted: GrantedPermission,
  { game, data }: { readonly game: Address; readonly data: Hex },
) {
  const { call } = await redeemPermission({
    wallet: 'https://wallet.example', // the `url` of `embedded`
    context: granted.context,
    networkId: 'eip155:8453',
    call: { to: game, data },
    holder: client,
  })
  return client.sendTransaction(call)
}
