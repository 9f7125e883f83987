import type { SignInProof } from './verify/signIn.js'

/** How much a request may say, in bytes, and how many texts it may bring. */
const longestBody = 131_072
const mostTexts = 20

/** The JSON of a request; undefined for what is none, or too long. */
export async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > longestBody || !request.body) return undefined
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > longestBody) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** One text with its signature, or a list of them; undefined for anything else. Other fields decide nothing, and are passed over. */
export function readProofs(json: unknown): readonly SignInProof[] | undefined {
  const list: readonly unknown[] = Array.isArray(json) ? json : [json]
  const proofs = list.flatMap((each) => {
    if (!isRecord(each)) return []
    const { message, signature } = each
    return typeof message === 'string' && message.length <= 8192 && typeof signature === 'string' && signature.length <= 32_768
      ? [{ message, signature }]
      : []
  })
  return proofs.length > 0 && proofs.length === list.length && proofs.length <= mostTexts ? proofs : undefined
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
