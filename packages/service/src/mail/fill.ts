/**
 * A sentence of a catalogue with its values in the places of `{name}`. Nothing is escaped: what makes HTML of it does that.
 * @throws Error where the sentence asks for a value that is not there
 */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The sentence needs a value for {${name}}.`)
    return value
  })
}
