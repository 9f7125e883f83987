import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the page on permissions shows code that is compiled, to the letter', () => {
  const snippets = [...read('docs/permissions.md').matchAll(/```\w+\n(?:\/\/ (\S+)\n)?([\s\S]*?)\n```/g)]
  expect(snippets.map(([, name]) => name)).toEqual(['ask.ts', 'use.ts', 'sessions.ts'])
  for (const [, name, code] of snippets) expect(code).toBe(read(`tests/docs/snippets/${name}`).trimEnd())
})
