import type { IncomingMessage } from 'node:http'

/** Bytes of a form that is read. Anything longer is none of ours. */
const limit = 16_384

/** The fields of an `application/x-www-form-urlencoded` body. @throws RangeError when it is longer than 16 kB */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > limit) throw new RangeError('The form is too long.')
  }
  return new URLSearchParams(text)
}
