import { fromBase64, toBase64 } from '@portico/core/kit'
import { isRecord, readJson } from '../peer/parse.js'

/** What a site may do in the account's name once it is signed in (ERC-5573): methods of a namespace, on chains. */
export interface Recap {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly chains: readonly string[]
}

const prefix = 'urn:recap:'

/** Writes a recap as the resource that is signed. Abilities in order of the alphabet, as the standard asks. */
export function encodeRecap({ namespace, methods, chains }: Recap): string {
  const abilities = Object.fromEntries([...methods].sort().map((method) => [`request/${method}`, [{ chains }]]))
  return `${prefix}${toBase64(new TextEncoder().encode(JSON.stringify({ att: { [namespace]: abilities } }))).replaceAll('=', '')}`
}

function decode(resource: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof resource !== 'string' || !resource.startsWith(prefix)) return undefined
  const said = readJson(new TextDecoder().decode(fromBase64(resource.slice(prefix.length))))
  return isRecord(said) && isRecord(said['att']) ? said['att'] : undefined
}

/** The abilities of the last recap among the resources, by what they are on: `eip155` to `request/personal_sign`, and its chains. */
function abilitiesOf(resources: readonly string[] = []): readonly (readonly [on: string, ability: string, chains: readonly string[]])[] {
  const attenuations = decode(resources.at(-1))
  return Object.entries(attenuations ?? {}).flatMap(([on, abilities]) =>
    Object.entries(isRecord(abilities) ? abilities : {}).map(([ability, limits]) => {
      const [limit] = Array.isArray(limits) ? (limits as readonly unknown[]) : []
      const chains =
        isRecord(limit) && Array.isArray(limit['chains'])
          ? limit['chains'].filter((chain): chain is string => typeof chain === 'string')
          : []
      return [on, ability, chains] as const
    }),
  )
}

/** What the resources of a signed message allow in a namespace. */
export function readRecap(resources: readonly string[] | undefined, namespace: string): Recap {
  const mine = abilitiesOf(resources).filter(([on, ability]) => on === namespace && ability.startsWith('request/'))
  return {
    namespace,
    methods: mine.map(([, ability]) => ability.slice('request/'.length)),
    chains: [...new Set(mine.flatMap(([, , chains]) => chains))],
  }
}

/** The sentence that a recap adds to the statement (ERC-5573); empty where there is none. */
export function recapStatement(resources: readonly string[] | undefined): string {
  const groups = new Map<string, Map<string, string[]>>()
  for (const [on, ability] of abilitiesOf(resources)) {
    const [name = '', action = ''] = ability.split('/')
    const actions = groups.get(on) ?? new Map<string, string[]>()
    groups.set(on, actions.set(name, [...(actions.get(name) ?? []), action]))
  }
  const sentences = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([on, actions]) =>
      [...actions]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([name, of]) =>
            `'${name}': ${of
              .sort()
              .map((action) => `'${action}'`)
              .join(', ')} for '${on}'.`,
        ),
    )
  if (sentences.length === 0) return ''
  return `I further authorize the stated URI to perform the following actions on my behalf: ${sentences.map((sentence, at) => `(${at + 1}) ${sentence}`).join(' ')}`
}
