/** A text of a name that is shown and edited here. */
interface NameText<Key extends string> {
  readonly key: Key
  readonly isAddress?: boolean
  /** How it has to look, where not any text will do. */
  readonly form?: RegExp
}

export type NameTextKey = 'avatar' | 'bio' | 'url' | 'com.github' | 'com.x'

/** The texts of ENSIP-5 and ENSIP-18 that visitors are asked for, in this order. Others stay as they are. */
export const nameTexts: readonly NameText<NameTextKey>[] = [
  // As far as every service takes it: none that a page would run, or fetch in the clear (ENSIP-12).
  { key: 'avatar', isAddress: true, form: /^(https:\/\/|ipfs:\/\/|ar:\/\/|eip155:\d+\/(erc721|erc1155):|data:image\/)/i },
  { key: 'bio' },
  { key: 'url', isAddress: true, form: /^https:\/\/[^\s/]/i },
  { key: 'com.github' },
  { key: 'com.x' },
]
