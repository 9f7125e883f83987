import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { OptionsError } from './errors.js'

export type Environment = Readonly<Record<string, string | undefined>>

export interface EnvironmentParameters<Shape extends z.core.$ZodShape> {
  /** Of each variable of this service, as 'PORTICO_SECURE_SITE_'. */
  prefix: string
  /** By name without the prefix. */
  schema: z.ZodMiniObject<Shape>
  /** Names that may be given as a file too, with _FILE behind: secrets, and what is long. */
  fromFile?: readonly string[]
}

/** For `safeParse`: what zod says of a value by itself, in English and without the value. Without it, that is "Invalid input" alone. */
export const inWords = (): { error: z.core.$ZodErrorMap } => ({ error: z.locales.en().localeError })

/**
 * A service's variables, parsed. An empty one counts as absent; one that is not known is an error, because a limit that is misspelt
 * would not hold.
 * @throws OptionsError naming each variable that is wrong, without its value
 */
export function readEnvironment<Shape extends z.core.$ZodShape>(
  env: Environment,
  { prefix, schema, fromFile = [] }: EnvironmentParameters<Shape>,
): z.output<z.ZodMiniObject<Shape>> {
  const problems: string[] = []
  const given = new Map<string, string>()
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith(prefix) || !value?.trim()) continue
    const name = variable.slice(prefix.length)
    const base = name.replace(/_FILE$/, '')
    const isFile = base !== name && fromFile.includes(base)
    if (!isFile && !Object.hasOwn(schema.shape, name)) problems.push(`${variable}: no such variable`)
    else if (isFile && env[prefix + base]) problems.push(`${variable}: ${prefix}${base} is set as well`)
    else given.set(isFile ? base : name, isFile ? readSecret(variable, value) : value)
  }
  const parsed = schema.safeParse(Object.fromEntries(given), inWords())
  for (const { path, message } of parsed.error?.issues ?? []) problems.push(`${prefix}${path.join('.')}: ${message}`)
  if (!parsed.success || problems.length > 0) throw new OptionsError(problems.join('\n'))
  return parsed.data
}

function readSecret(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new OptionsError(`${variable}: the file can't be read`)
  }
}

/** JSON text, for a schema behind it: `z.pipe(jsonText, schema)`. */
export const jsonText = z.pipe(
  z.string('missing'),
  z.transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.issues.push({ code: 'custom', message: 'not JSON', input: undefined })
      return z.NEVER
    }
  }),
)

/** A key of 32 bytes. */
export const keyText = z.pipe(
  z
    .string('missing')
    .check(z.regex(/^([A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43}|[0-9a-fA-F]{64})$/, 'not 32 bytes in base64, base64url or hex')),
  z.transform((text): Uint8Array => new Uint8Array(Buffer.from(text, text.length === 64 ? 'hex' : 'base64'))),
)

/** Keys with their names, the newest first: `2026b:BASE64,2026a:BASE64`. */
export const keyList = z.pipe(
  z.pipe(
    z.string('missing'),
    z.transform((text) =>
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((entry) => ({ id: entry.slice(0, Math.max(0, entry.indexOf(':'))), bytes: entry.slice(entry.indexOf(':') + 1) })),
    ),
  ),
  z.array(z.object({ id: z.string().check(z.minLength(1, 'a key has no name: write name:base64')), bytes: keyText })),
)

export const wholeText = z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'not a whole number')), z.transform(Number))

/** Where mail is handed in. It holds a password, which no message says. */
export const smtpUrlText = z.string('missing').check(
  z.regex(/^smtps?:\/\//, 'not an smtp:// or smtps:// URL'),
  z.refine(
    (text) => !/^smtps?:\/\//.test(text) || URL.canParse(text),
    'not a URL: signs of a password such as / and # are percent-encoded',
  ),
)

export const flagText = z.stringbool({ error: 'not true or false' })
