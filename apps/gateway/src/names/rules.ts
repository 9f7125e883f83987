import { normalize } from 'viem/ens'
import { NameRefusedError } from './errors.js'

/** A name that may be had, as far as its form goes. */
export interface WellFormedName {
  readonly name: string
  readonly label: string
  readonly zone: string
}

const shortest = 4
/** Of DNS, whose form names have on their way to a resolver. */
const longest = 63

/**
 * Splits a name into its label and the parent that it is under. Nothing is folded: what is written is what was signed.
 * @throws NameRefusedError `zone`, `too-short`, `characters` or `not-normalised`
 */
export function readName(name: string, zones: readonly string[]): WellFormedName {
  const zone = zones.find((each) => name.endsWith(`.${each}`))
  if (zone === undefined) throw new NameRefusedError('zone')
  const label = name.slice(0, -zone.length - 1)
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(label) || label.length > longest) throw new NameRefusedError('characters')
  if (label.length < shortest) throw new NameRefusedError('too-short')
  const problem = problemOf(name)
  if (problem !== undefined) throw new NameRefusedError('not-normalised', { description: `Name is not a normalised ENS name: ${problem}` })
  return { name, label, zone }
}

/** Why ENSIP-15 refuses a name, or has it written otherwise. */
function problemOf(name: string): string | undefined {
  try {
    const normalised = normalize(name)
    return normalised === name ? undefined : `it is written “${normalised}”`
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0]?.slice(0, 160) : 'it cannot be read'
  }
}
