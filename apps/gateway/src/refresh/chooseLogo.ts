import { hasBadge } from './badge.js'
import { type Drawn, drawLogo, pixelsOf } from './drawLogo.js'

/** A picture of a wallet, and where it is from. */
export interface LogoCandidate {
  readonly package: string
  readonly file: string
  readonly licence: string
  readonly bytes: Uint8Array
}

export interface ChosenLogo extends Omit<LogoCandidate, 'bytes'> {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly form: Drawn
}

/** The first of some pictures that has no badge in it, drawn as all are; undefined where each has one. @throws RefreshError */
export async function chooseLogo(candidates: readonly LogoCandidate[]): Promise<ChosenLogo | undefined> {
  for (const { bytes, ...from } of candidates) {
    if (hasBadge(await pixelsOf(bytes))) continue
    const { bytes: made, drawn } = await drawLogo(bytes)
    return { ...from, bytes: made, form: drawn }
  }
  return undefined
}
