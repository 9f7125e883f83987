import { z } from 'zod'

/** Text records that a name may have, and characters of each. */
const most = { records: 32, characters: 2048 }

/** Schemes by which a picture is named (ENSIP-12): none that a page would run, or fetch in the clear. */
const picture = /^(https:\/\/|ipfs:\/\/|ar:\/\/|eip155:\d+\/(erc721|erc1155):|data:image\/(png|jpeg|webp|gif|avif|svg\+xml)[;,])/i

/** Text records by key (ENSIP-5), as `description` or `com.github`. An empty one is one that is taken away. */
export const textsSchema = z
  .record(
    z.string().regex(/^[a-z0-9][a-z0-9._:-]{0,63}$/, 'is no key of a text record'),
    z
      .string()
      .max(most.characters, `has more than ${most.characters} characters`)
      // oxlint-disable-next-line no-control-regex -- those are what is refused
      .regex(/^[^\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$/, 'has control characters'),
  )
  .refine((texts) => Object.keys(texts).length <= most.records, `has more than ${most.records} records`)
  .refine(({ avatar = '' }) => avatar === '' || picture.test(avatar), {
    message: 'is no https, ipfs, ar, eip155 or data:image address',
    path: ['avatar'],
  })

export type Texts = Readonly<Record<string, string>>

/** Texts with others over them. Undefined where they are too many. */
export function mergeTexts(texts: Texts, over: Texts): Texts | undefined {
  const merged = Object.fromEntries(Object.entries({ ...texts, ...over }).filter(([, text]) => text !== ''))
  return Object.keys(merged).length > most.records ? undefined : merged
}

/** The record of a key, as resolvers ask. Existing clients write `bio` for what ENS calls `description`. */
export function textAt(texts: Texts, key: string): string {
  const own = Object.hasOwn(texts, key) ? texts[key] : undefined
  return own ?? (key === 'description' && Object.hasOwn(texts, 'bio') ? texts['bio'] : undefined) ?? ''
}
