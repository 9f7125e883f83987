/**
 * Fewest characters of a name before its parent, and most: what a label of ENS and DNS can hold.
 * @example const field = <input minLength={labelLimits.least} maxLength={labelLimits.most} />
 */
export const labelLimits = { least: 4, most: 63 } as const

/** What is wrong with a name before anybody is asked. */
export type LabelProblem =
  /** Fewer than four characters. */
  | 'too-short'
  /** More than 63. */
  | 'too-long'
  /** Others than letters, digits and hyphens. */
  | 'characters'
  /** A hyphen at the beginning or the end, or hyphens third and fourth, which ENS refuses (ENSIP-15). */
  | 'not-normalised'

/**
 * The first thing wrong with a name in small letters, or undefined. The service says what else it refuses.
 * @example const problem = checkLabel('mira') // undefined: it may be asked for
 */
export function checkLabel(label: string): LabelProblem | undefined {
  if (!/^[a-z0-9-]*$/.test(label)) return 'characters'
  if (label.length < labelLimits.least) return 'too-short'
  if (label.length > labelLimits.most) return 'too-long'
  return /^-|-$|^..--/.test(label) ? 'not-normalised' : undefined
}

/** The name that a visitor means: in small letters, without spaces around it and without the parent, where that was typed as well. */
export function readLabel(text: string, zone: string): string {
  const label = text.trim().toLowerCase()
  return label.endsWith(`.${zone}`) ? label.slice(0, -zone.length - 1) : label
}

/** Whether a text can be shown as a name as it stands: small letters, digits and hyphens between dots, which all look like themselves. */
export const isPlainName = (name: string): boolean => name.length <= 255 && /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(name)
