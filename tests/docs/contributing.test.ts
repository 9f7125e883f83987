import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8')

test('each file and folder of the worked examples is there', () => {
  const [, section = ''] = page.split('\n## Four things, worked through\n')
  const [examples = ''] = section.split('\n## ')
  const paths = [...examples.matchAll(/`([a-z-]+\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(18)
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  expect(examples.match(/^\*\*/gm)).toHaveLength(4)
})
