import { type Address, type Hex, keccak256 } from 'viem'

/** One use of a permission, as its holder asks for it. */
export interface PermissionUse {
  /** Hash of the delegation that the account has signed. */
  readonly id: Hex
  /** CAIP-2. */
  readonly networkId: string
  readonly to: Address
  /** In wei. */
  readonly value: bigint
  readonly data: Hex
  /** Seconds since 1970. */
  readonly at: number
  /** Tells apart two uses that are the same otherwise. */
  readonly nonce: Hex
}

/**
 * What the holder of a permission signs (ERC-191) to use it once: `POST /permissions/use` of the wallet.
 * @example
 * const at = Math.floor(Date.now() / 1000)
 * const message = textOfUse({ id, networkId: 'eip155:8453', to: game, value: 0n, data, at, nonce })
 * const signature = await key.signMessage({ message })
 */
export function textOfUse({ id, networkId, to, value, data, at, nonce }: PermissionUse): string {
  return [
    'Use a permission',
    `Permission: ${id}`,
    `Network: ${networkId}`,
    `To: ${to.toLowerCase()}`,
    `Value: ${value}`,
    `Data: ${keccak256(data)}`,
    `At: ${at}`,
    `Nonce: ${nonce}`,
  ].join('\n')
}
