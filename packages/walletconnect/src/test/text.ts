import fc from 'fast-check'

/** Any text: control characters, lone surrogates and all of Unicode, half of it plain. */
export const anyText = ({
  minLength = 0,
  maxLength = 20,
}: {
  readonly minLength?: number
  readonly maxLength?: number
} = {}): fc.Arbitrary<string> =>
  fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0x10_ffff)), { minLength, maxLength }).map((points) => String.fromCodePoint(...points))
