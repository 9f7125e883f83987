/** What stands on a token's disc: shapes, so that no font is needed to draw them. */
const shapes = {
  bars: '<path d="M34 28h28v8H34zM34 44h28v8H34zM34 60h28v8H34z"/>',
  ring: '<path fill-rule="evenodd" d="M48 24a24 24 0 1 1 0 48 24 24 0 0 1 0-48zm0 11a13 13 0 1 0 0 26 13 13 0 0 0 0-26z"/>',
  arch: '<path d="M30 70V45a18 18 0 0 1 36 0v25H55V45a7 7 0 0 0-14 0v25z"/>',
  kite: '<path d="M48 20l20 29-20 11-20-11zM48 66l20-12-20 24-20-24z"/>',
  slant: '<path d="M38 28h28l-8 10H30zM38 58h28l-8 10H30zM30 43h28l8 10H38z"/>',
  tower: '<path d="M28 70V34h12v36zM42 70V22h12v48zM56 70V46h12v24z"/>',
} as const

/** Colour and shape by symbol. They are drawn for the sandbox: nobody's mark. */
const discs: Readonly<Record<string, { readonly color: string; readonly shape: keyof typeof shapes }>> = {
  eth: { color: '#6673c5', shape: 'kite' },
  weth: { color: '#a1467e', shape: 'kite' },
  usdc: { color: '#2f6fc4', shape: 'ring' },
  dai: { color: '#c98a14', shape: 'bars' },
  port: { color: '#006a6c', shape: 'arch' },
  sol: { color: '#6a45b8', shape: 'slant' },
  btc: { color: '#d07a1b', shape: 'tower' },
}

/** A token's picture by its symbol in lower case; undefined for one that is not here. */
export function tokenArt(symbol: string): string | undefined {
  const disc = Object.hasOwn(discs, symbol) ? discs[symbol] : undefined
  if (!disc) return undefined
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><circle cx="48" cy="48" r="48" fill="${disc.color}"/><g fill="#fff">${shapes[disc.shape]}</g></svg>`
}

/** Where a token's picture is. */
export const tokenArtUrl = (controlUrl: string, symbol: string): string => `${controlUrl}/art/${symbol.toLowerCase()}.svg`
