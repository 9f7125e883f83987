/** Reads the code in a picture of the camera; undefined while there is none to be seen. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string | undefined>

/** What is taken of a picture for the decoder at the most, in px: more finds no more and takes longer. */
const longestSide = 640

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats?: () => Promise<readonly string[]>
}

/** The browser's own detector where it has one that reads QR codes, else a decoder that is fetched now. */
export async function frameReader(): Promise<ReadFrame> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats: readonly string[] | undefined = await BarcodeDetector?.getSupportedFormats?.().catch(() => [])
  if (BarcodeDetector && formats?.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { default: decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) => {
    const { videoWidth: width, videoHeight: height } = video
    if (!context || width === 0 || height === 0) return Promise.resolve(undefined)
    const scale = Math.min(1, longestSide / Math.max(width, height))
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width: wide, height: high } = context.getImageData(0, 0, canvas.width, canvas.height)
    try {
      return Promise.resolve(decodeQR({ data, width: wide, height: high }))
    } catch {
      return Promise.resolve(undefined) // it throws where there is none
    }
  }
}
