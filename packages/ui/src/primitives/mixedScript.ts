/**
 * Whether letters of another alphabet stand beside Latin ones, as in a "USDC" with a Cyrillic "С" (S36: such names are marked). Latin beside
 * Chinese, Japanese or Korean is how those are written.
 */
export const isMixedScript = (text: string): boolean =>
  /\p{sc=Latn}/u.test(text) && /(?![\p{sc=Latn}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Zyyy}])\p{L}/u.test(text)
