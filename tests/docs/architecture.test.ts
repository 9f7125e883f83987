import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('docs/architecture.md', root), 'utf8')
const sourceOf = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** A file or a folder, from the root. */
const isPath = (code: string) => /^(apps|packages|tests|e2e|scripts)\/[\w./-]+$/.test(code)
const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

/** The numbered steps of a walk, each with its file and what is said of it. */
function walk(title: string) {
  const [, section = ''] = page.split(`## ${title}\n`)
  const [body = ''] = section.split('\n## ')
  const steps = body.matchAll(/^\d+\. `([^`]+)`: ((?:.|\n {2,})*)/gm)
  return [...steps].map(([, path = '', text = '']) => ({ path, text }))
}

test('each file and folder that the page names is there', () => {
  const paths = codeIn(page).filter(isPath)
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

describe.each([
  ['A press on Connect, to the wallet and back', 14],
  ['An embedded signature, from hook to frame and back', 18],
])('%s', (title, most) => {
  const steps = walk(title)

  test(`takes ${most} files one way at the most`, () => {
    expect(steps.length).toBeGreaterThan(8)
    expect(steps.length).toBeLessThanOrEqual(most)
    expect(new Set(steps.map(({ path }) => path)).size).toBe(steps.length)
  })

  test('says of each file what is in it', () => {
    const names = steps.flatMap(({ path, text }) =>
      codeIn(text)
        .filter((code) => !isPath(code) && /^[\w.]+$/.test(code))
        .map((name) => ({ path, name })),
    )
    // The name of a file is that of a neighbour, any other one is in the step's own file.
    const isThere = (path: string, name: string) =>
      /\.tsx?$/.test(name) ? existsSync(new URL(`${path.replace(/[^/]+$/, '')}${name}`, root)) : sourceOf(path).includes(name)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter(({ path, name }) => !isThere(path, name))).toEqual([])
  })
})
