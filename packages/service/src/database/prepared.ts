import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.js'

type Value = string | number | null
/** What a statement is told anew each time. Of a list, how many it has is part of the statement's text. */
type Values = Readonly<Record<string, Value | readonly Value[]>>

/** Stands where a value will: whoever looks at it while the statement is made would look at nothing. */
class Slot {
  constructor(
    readonly name: string,
    readonly index?: number,
  ) {}
  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this.name} is not known while its statement is made.`)
  }
}

/** How many texts of one statement are kept: lists are as long as a hundred. */
const mostTexts = 128

/**
 * A statement whose text is made once for each kind of database: to make it takes longer than to run it.
 * @param build puts the values where values go, and looks at none of them: what is computed from one is a value of its own
 * @example
 * const byIds = prepared((at, { ids }: { ids: readonly string[] }) => at.selectFrom('users').select('email').where('id', 'in', ids))
 * const rows = await byIds(trx, { ids: ['a', 'b'] })
 */
export function prepared<Given extends Values, Row>(
  build: (at: Database, values: Given) => Compilable<Row>,
): (at: Database, values: Given) => Promise<Row[]> {
  const texts = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  const compiled = (at: Database, values: Given): CompiledQuery<Row> => {
    const { adapter } = at.getExecutor()
    const known = texts.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    texts.set(adapter, known)
    const shape = shapeOf(values)
    const made = known.get(shape) ?? build(at, slotsOf(values)).compile()
    if (known.size < mostTexts) known.set(shape, made)
    return made
  }
  return async (at, values) => {
    const query = compiled(at, values)
    const { rows } = await at.executeQuery<Row>({ ...query, parameters: query.parameters.map((each) => valueOf(each, values)) })
    return rows
  }
}

function shapeOf(values: Values): string {
  let shape = ''
  for (const value of Object.values(values)) if (Array.isArray(value)) shape += `${value.length} `
  return shape
}

function slotsOf<Given extends Values>(values: Given): Given {
  const slots = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, index) => new Slot(name, index)) : new Slot(name),
  ])
  return Object.fromEntries(slots) as Given
}

function valueOf(parameter: unknown, values: Values): unknown {
  if (!(parameter instanceof Slot)) return parameter
  const value = values[parameter.name]
  return parameter.index === undefined ? value : Object(value)[parameter.index]
}
