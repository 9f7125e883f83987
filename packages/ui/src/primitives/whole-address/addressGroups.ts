/** A run of characters of an address, set in bold or not. */
export type AddressRun = readonly [text: string, bold: boolean]

export interface ShownEnds {
  /** How many characters at the start and at the end the short form of an address shows: they are bold. */
  readonly start: number
  readonly end: number
}

/** How many characters stand together, so that an address can be read aloud and compared. */
const groupSize = 4

/** An address in groups of four; the characters that its short form shows are bold. The runs, joined, are the address. */
export function addressGroups(address: string, { start, end }: ShownEnds): readonly (readonly AddressRun[])[] {
  const isBold = (at: number) => at < start || at >= address.length - end
  return Array.from({ length: Math.ceil(address.length / groupSize) }, (_, group) => {
    const runs: AddressRun[] = []
    for (const [i, character] of [...address.slice(group * groupSize, (group + 1) * groupSize)].entries()) {
      const bold = isBold(group * groupSize + i)
      const last = runs.at(-1)
      if (last && last[1] === bold) runs[runs.length - 1] = [last[0] + character, bold]
      else runs.push([character, bold])
    }
    return runs
  })
}
