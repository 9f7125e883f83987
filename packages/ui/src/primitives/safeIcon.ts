const dataImage = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml)(?:;[a-z0-9=_-]+)*,/i
const maximumLength = 64 * 1024

/**
 * The icon of a wallet, site or network as it may be given to an `<img>`; undefined if it may not, and the local drawing stands in.
 * Allowed are `https:` addresses without credentials, and `data:` with an image type of at most 64 KiB (S35).
 * An `<img>` runs no script of an SVG and loads nothing that one refers to.
 */
export function safeIcon(source: unknown): string | undefined {
  if (typeof source !== 'string' || source.length > maximumLength) return undefined
  const text = source.trim()
  if (dataImage.test(text)) return text
  try {
    const url = new URL(text)
    return url.protocol === 'https:' && !url.username && !url.password ? url.href : undefined
  } catch {
    return undefined
  }
}
