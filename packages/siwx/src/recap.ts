/** What a site may do in the account's name once it is signed in (ERC-5573): methods of a namespace, on chains. */
export interface Recap {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly chains: readonly string[]
}

const prefix = 'urn:recap:'

/**
 * Writes a recap as the resource that is signed, and that comes last. Abilities in order of the alphabet, as the standard asks.
 * @example
 * const recap = encodeRecap({ namespace: 'eip155', methods: ['personal_sign'], chains: ['eip155:8453'] })
 * const text = composeSignInMessage({ ...fields, statement: recapStatement([recap]), resources: [recap] })
 */
export function encodeRecap({ namespace, methods, chains }: Recap): string {
  const abilities = Object.fromEntries([...methods].sort().map((method) => [`request/${method}`, [{ chains }]]))
  const bytes = new TextEncoder().encode(JSON.stringify({ att: { [namespace]: abilities } }))
  const text = btoa(String.fromCharCode(...bytes))
  return prefix + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Whether a resource calls itself a recap.
 * @example if (isRecap(resource)) console.warn('Signing in allows the site something:', recapStatement([resource]))
 */
export const isRecap = (resource: string): boolean => resource.startsWith(prefix)

function decode(resource: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (resource === undefined || !isRecap(resource)) return undefined
  try {
    const binary = atob(resource.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const said: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isRecord(said) && isRecord(said['att']) ? said['att'] : undefined
  } catch {
    return undefined
  }
}

/** The abilities of the recap that is the last resource: what each is on (`eip155`), its name (`request/personal_sign`), and its chains. */
function abilitiesOf(resources: readonly string[] = []): readonly (readonly [on: string, ability: string, chains: readonly string[]])[] {
  return Object.entries(decode(resources.at(-1)) ?? {}).flatMap(([on, abilities]) =>
    Object.entries(isRecord(abilities) ? abilities : {}).map(([ability, limits]) => {
      const limit: unknown = Array.isArray(limits) ? limits[0] : undefined
      const chains: unknown = isRecord(limit) ? limit['chains'] : undefined
      return [on, ability, Array.isArray(chains) ? chains.filter((chain) => typeof chain === 'string') : []] as const
    }),
  )
}

/**
 * What the resources of a signed message allow in a namespace.
 * @example const { methods, chains } = readRecap(signed.resources, 'eip155') // ['personal_sign'], ['eip155:8453']
 */
export function readRecap(resources: readonly string[] | undefined, namespace: string): Recap {
  const mine = abilitiesOf(resources).filter(([on, ability]) => on === namespace && ability.startsWith('request/'))
  return {
    namespace,
    methods: mine.map(([, ability]) => ability.slice('request/'.length)),
    chains: [...new Set(mine.flatMap(([, , chains]) => chains))],
  }
}

/**
 * The sentence that a recap, the last resource, adds to the statement (ERC-5573); empty where there is none.
 * @example const statement = ['Sign in to the shop.', recapStatement(resources)].filter(Boolean).join(' ')
 */
export function recapStatement(resources: readonly string[] | undefined): string {
  const actions = new Map<string, { readonly on: string; readonly name: string; readonly actions: string[] }>()
  for (const [on, ability] of abilitiesOf(resources)) {
    const slash = ability.indexOf('/')
    const name = ability.slice(0, Math.max(slash, 0))
    const key = JSON.stringify([on, name])
    const group = actions.get(key) ?? { on, name, actions: [] }
    group.actions.push(ability.slice(slash + 1))
    actions.set(key, group)
  }
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const sentences = [...actions.values()]
    .sort((a, b) => order(a.on, b.on) || order(a.name, b.name))
    .map(({ on, name, actions: of }, at) => {
      const list = of.sort(order).map((action) => `'${action}'`)
      return `(${at + 1}) '${name}': ${list.join(', ')} for '${on}'.`
    })
  return sentences.length === 0
    ? ''
    : `I further authorize the stated URI to perform the following actions on my behalf: ${sentences.join(' ')}`
}
