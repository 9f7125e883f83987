import * as z from 'zod/mini'
import type { Kms, KmsConfig } from './kms.js'

const base64url = z.string().check(z.regex(/^[\w-]{1,8192}$/))
const wrapAnswer = z.object({ id: z.string().check(z.regex(/^[\w-]{1,64}$/)), wrapped: base64url })
const unwrapAnswer = z.object({ key: base64url })
/** An answer is three short texts, in characters. */
const longest = 20_000

/**
 * A KMS by HTTP, as a small adapter before a cloud's own makes it:
 * `POST <url>/wrap` with `{ key, context }` answers `{ id, wrapped }`, and `POST <url>/unwrap` with `{ id, wrapped, context }` answers
 * `{ key }`. `key` and `wrapped` are base64url, `id` names the key that was used, and `context` has to be the same to unwrap: additional
 * data of an AEAD, or what a cloud calls an encryption context. Any other status than 200 is a refusal.
 */
export function httpKms(
  { url, token, timeoutMs }: Extract<KmsConfig, { kind: 'http' }>,
  { fetch }: { fetch: typeof globalThis.fetch },
): Kms {
  async function ask<T>(path: string, body: unknown, schema: z.ZodMiniType<T>): Promise<T> {
    const answer = await fetch(`${url.replace(/\/$/, '')}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status !== 200) throw new Error(`The KMS answered ${answer.status}.`)
    const text = await readText(answer)
    return schema.parse(JSON.parse(text))
  }
  return {
    wrap: (key, context) => ask('wrap', { key: Buffer.from(key).toString('base64url'), context }, wrapAnswer),
    unwrap: async (id, wrapped, context) => {
      const { key } = await ask('unwrap', { id, wrapped, context }, unwrapAnswer)
      return new Uint8Array(Buffer.from(key, 'base64url'))
    },
    close: async () => {},
  }
}

async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longest) throw new Error('The KMS answered too much.')
  }
  return text
}
