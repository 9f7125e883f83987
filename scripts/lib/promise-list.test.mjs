import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { counted, idsInTitles, listProblems, readPromises, securityFile, shownIn, withCoverage, withShown } from './promise-list.mjs'

test('the promises that tests name are the ones that docs/promises.md lists as shown', () => {
  expect(listProblems(readPromises(), shownIn()), 'after moving tests: node scripts/promises.mjs --update').toEqual([])
})

test('each promise has a figure, or SECURITY.md says that it is shown without one, or not yet', () => {
  const security = readFileSync(securityFile, 'utf8')
  expect(withCoverage(security, readPromises(), counted()), 'node scripts/promises.mjs --update').toBe(security)
  expect(security).toMatch(/^- \*\*Not yet\*\*: (none|[SR]\d)/m)
  const list = '- **S1** One. (core)\n- **S2** Two. (not yet)\n- **S3** Three. (e2e)'
  const lines = '- **Not yet**: x\n- **Shown, without a figure**: x'
  expect(withCoverage(lines, list, new Set(['S1']))).toBe('- **Not yet**: S2.\n- **Shown, without a figure**: S3.')
})

test('ids are read from titles, not from what the code does with them', () => {
  const source =
    "test('S14, R2: both', () => {})\ndescribe(`a new address (S33)`)\nfail('R16', state) // S40: a comment\nrecordPromise({ id: 'S3' })"
  expect(idsInTitles(source).toSorted()).toEqual(['R2', 'S14', 'S3', 'S33'].toSorted())
})

test('an id that is not listed, one that is listed twice and packages that are not true are problems', () => {
  const list = '- **S1** One. (core)\n- **S2** Two. (not yet)\n- **S2** Two. (not yet)\n- **S3** Three. (e2e)'
  const shown = new Map([
    ['S1', ['core', 'e2e']],
    ['S3', ['e2e']],
    ['S9', ['core']],
  ])
  expect(listProblems(list, shown)).toEqual([
    "S9 stands in a test's title and is not listed",
    'S2 is listed twice',
    'S1 is listed as shown in "core", and is shown in "core, e2e"',
  ])
  expect(withShown('- **S1** One (1). ()', shown)).toBe('- **S1** One (1). (core, e2e)')
})
