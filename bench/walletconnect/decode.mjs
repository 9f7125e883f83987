// Reads a QR code from a picture of the page, as a phone's camera would.
import jsQR from 'jsqr'

/** @param page any page of the browser, that unpacks the picture @returns {Promise<string | undefined>} */
export async function decode(page, png) {
  const { width, height, pixels } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = picture
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    let text = ''
    for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192))
    return { width, height, pixels: btoa(text) }
  }, png.toString('base64'))
  const read = jsQR.default ?? jsQR
  return read(new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height)?.data
}
