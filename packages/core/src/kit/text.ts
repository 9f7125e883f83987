/**
 * Longest name of a wallet that is shown, in characters (S36).
 * @example const field = <input name="walletName" maxLength={nameLimit} />
 */
export const nameLimit = 64
/**
 * Largest picture that a wallet may bring along, in characters of its data: URL (S35).
 * @example if (icon.length > iconLimit) console.warn('Portico does not show this picture of the wallet.')
 */
export const iconLimit = 65_536

/**
 * A wallet's name as text: no control, zero-width or direction characters, no runs of spaces, at most 64 characters (S36).
 * @example const name = cleanName(info.name) || info.rdns // info of an EIP-6963 announcement
 */
export const cleanName = (name: string): string => cleanText(name, nameLimit)

/** A stranger's sentence as text that can be shown, as a name is. */
export const cleanText = (text: string, limit = 300): string =>
  [
    ...text
      .slice(0, 999)
      .replace(/\p{C}/gu, '')
      .replace(/\p{Z}+/gu, ' ')
      .trim(),
  ]
    .slice(0, limit)
    .join('')

/**
 * A wallet's picture, when it is one that may be shown (S35): a data: image up to 64 KiB, or https.
 * @example const icon = cleanIcon(info.icon) // undefined for an http: address, and for what is no picture
 */
export function cleanIcon(icon: unknown): string | undefined {
  const url = typeof icon === 'string' && icon.length <= iconLimit ? icon.trim() : ''
  return /^(data:image\/(png|jpe?g|webp|gif|svg\+xml)[;,]|https:\/\/[^\s/])/i.test(url) ? url : undefined
}
