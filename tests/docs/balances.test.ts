import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the page on balances shows code that is compiled, to the letter', () => {
  const snippets = [...read('docs/balances.md').matchAll(/```\w+\n\/\/ (\S+)\n([\s\S]*?)\n```/g)]
  expect(snippets.map(([, name]) => name)).toEqual(['listed.ts', 'holdings.ts', 'choices.ts', 'labels.ts'])
  for (const [, name, code] of snippets) expect(code).toBe(read(`tests/docs/snippets/${name}`).trimEnd())
})
