import decodeQR from 'qr/decode.js'

/** How long the decoder may try again, in milliseconds: a test has no next picture of a camera that comes soon. */
const timeLimit = 250

/** The text of the QR code in a picture; undefined where it has none. @param dots RGBA bytes in base64 */
export function readPixels(dots: string, width: number, height: number): string | undefined {
  try {
    return decodeQR({ data: new Uint8ClampedArray(Buffer.from(dots, 'base64')), width, height }, { timeLimit })
  } catch {
    return undefined // it throws where there is none
  }
}
