import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('so does the page on error analytics', () => {
  const [, code] = /```ts\n\/\/ errors\.ts\n([\s\S]*?)\n```/.exec(read('docs/errors.md')) ?? []
  expect(code).toBe(read('tests/docs/snippets/errors.ts').trimEnd())
})

test('the page on smart accounts shows code that is compiled, to the letter', () => {
  const snippets = [...read('docs/smart-accounts.md').matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)\n```/g)]
  expect(snippets.map(([, name]) => name)).toEqual(['sponsored.ts'])
  for (const [, name, code] of snippets) expect(code).toBe(read(`tests/docs/snippets/${name}`).trimEnd())
})
