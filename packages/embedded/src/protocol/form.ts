import * as z from 'zod/mini'

/** Text of at most so many characters. */
export const text = (limit: number) => z.custom<string>((value) => typeof value === 'string' && value.length <= limit)
/** One of a closed list, exactly as it is written there. */
export const oneOf = <const T extends string>(...values: readonly T[]) => z.custom<T>((value) => values.some((one) => one === value))

/** At most a thousand of one form. */
export const listOf = <S extends z.ZodMiniType>(schema: S) =>
  z.custom<readonly z.output<S>[]>(
    (value) => Array.isArray(value) && value.length <= 1_000 && value.every((one) => schema.safeParse(one).success),
  )

/** One form, or the other. */
export const either = <A extends z.ZodMiniType, B extends z.ZodMiniType>(one: A, other: B) =>
  z.custom<z.output<A> | z.output<B>>((value) => one.safeParse(value).success || other.safeParse(value).success)

/** Whether something is an object as JSON has them: no list, no class. */
export const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

type Fields = Readonly<Record<string, z.ZodMiniType>>
type Flat<T> = { readonly [F in keyof T]: T[F] }
type Shape<R extends Fields, O extends Fields> = Flat<
  { readonly [F in keyof R]: z.output<R[F]> } & { readonly [F in keyof O]?: z.output<O[F]> }
>

/**
 * A plain object with these fields, perhaps with those, and with no others. As strict as zod's own objects, which would be an
 * eighth of all that a login loads.
 */
export const shape = <const R extends Fields, const O extends Fields = Record<never, never>>(required: R, optional?: O) =>
  z.custom<Shape<R, O>>((value) => {
    if (!isPlain(value)) return false
    const all: Fields = { ...required, ...optional }
    const fits = (name: string) => Object.hasOwn(all, name) && all[name]?.safeParse(value[name]).success
    return Object.keys(value).every(fits) && Object.keys(required).every((name) => Object.hasOwn(value, name))
  })
