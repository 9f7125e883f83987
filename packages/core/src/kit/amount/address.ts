/**
 * Addresses are truncated to 4 start and 6 end characters.
 * @example const start = address.slice(0, addressStart)
 */
export const addressStart = 4
/**
 * How many characters of an address's end are shown where it is truncated, in any chain family.
 * @example const end = address.slice(-addressEnd) // 'A96045', of 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
 */
export const addressEnd = 6

/**
 * `0x7f…c41b09`: 4 characters, an ellipsis, 6 characters. For display only, never where an address decides something (S17).
 * @example shortAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
 */
export function shortAddress(address: string): string {
  return address.length <= addressStart + addressEnd + 1 ? address : `${address.slice(0, addressStart)}…${address.slice(-addressEnd)}`
}
