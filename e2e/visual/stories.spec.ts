import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { listStories, openCatalogue, themes, type Catalogue, type Listed, type Seen } from './catalogue.js'
import { layoutChanges } from './layout.js'

// Each story is visited once: its play function gets through, axe has nothing to say, and in light and in dark it looks as it
// was recorded. Tolerance: at most 1 % of a picture's pixels may differ (each by more than Playwright's default colour threshold
// of 0.2), which lets anti-aliasing pass and a moved line fail. Beside the pictures stands what stands where, as text: it is
// compared everywhere, the pixels only where the browser draws as the one that they were recorded with.
// After a change that is meant: node scripts/pictures.mjs --update
const tolerance = { maxDiffPixelRatio: 0.01 }

const folder = path.join(import.meta.dirname, '../screenshots')
const recordedFile = 'recorded.json'

/** What decides how pixels come out. The patch releases of a browser do not, or the picture of the probe tells. */
interface Rasteriser {
  readonly browser: string
  readonly probe: string
}

const wanted = new RegExp(process.env['PORTICO_STORIES'] ?? '') // a few of them, while working on one
const all = listStories()
const stories = all.filter(({ id }) => wanted.test(id))
const pictured = all.flatMap(({ id, isPictured }) => (isPictured ? [id] : []))

const test = base.extend<object, { catalogue: Catalogue; rasteriser: Rasteriser }>({
  catalogue: [
    async ({ browser }, use) => {
      const catalogue = await openCatalogue(browser)
      await use(catalogue)
      await catalogue.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  rasteriser: [
    async ({ browser, catalogue }, use) => {
      const probe = createHash('sha256').update(await catalogue.probe())
      await use({ browser: `Chromium ${browser.version().split('.')[0]}`, probe: probe.digest('hex') })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('the pictures are of the stories that there are', ({ rasteriser }, info) => {
  expect(pictured.length).toBeGreaterThan(150)
  const kept = readdirSync(folder).filter((file) => file !== recordedFile)
  const stale = kept.filter((file) => !pictured.includes(file.replace(/(-(light|dark)\.png|\.txt)$/, '')))
  if (isUpdating(info)) {
    for (const file of stale) rmSync(fileOf(file))
    if (stories.length === all.length) writeFileSync(fileOf(recordedFile), `${JSON.stringify(rasteriser, undefined, 2)}\n`)
    return
  }
  expect(stale).toEqual([])
  if (drawsAsRecorded(rasteriser)) return
  const recorded = readRecorded()
  info.annotations.push({
    type: 'note',
    description: `layout compared, not pixels: ${rasteriser.browser} does not draw here as ${recorded?.browser} did where the pictures were taken`,
  })
})

for (const { id, isPictured } of stories) {
  test(id, async ({ catalogue, rasteriser }, info) => {
    // Loading the catalogue anew costs more than all else. Where the page that showed the last story does not show this one as
    // it is expected, a page loaded for this story alone decides.
    if ((!isPictured || !isUpdating(info)) && (await isFine(catalogue, { id, isPictured }, rasteriser, info))) return
    const withPictures = isPictured && (isUpdating(info) || drawsAsRecorded(rasteriser))
    const { complaints, layout, pictures } = await catalogue.see(id, { alone: true, withPictures })
    expect(complaints).toEqual([])
    if (!isPictured) return
    if (isUpdating(info)) {
      expect.soft(await catalogue.machineFonts(), 'fonts that apps/storybook/.storybook/fonts.ts does not bring').toEqual([])
      writeFileSync(fileOf(`${id}.txt`), `${layout.join('\n')}\n`)
    }
    expect.soft(layoutChanges(recordedLayout(id), layout).slice(0, 20), 'what has moved').toEqual([])
    for (const theme of pictures ? themes : []) expect.soft(pictures?.[theme]).toMatchSnapshot(`${id}-${theme}.png`, tolerance)
  })
}

async function isFine(catalogue: Catalogue, { id, isPictured }: Listed, rasteriser: Rasteriser, info: TestInfo): Promise<boolean> {
  try {
    const { complaints, layout, pictures } = await catalogue.see(id, { withPictures: isPictured && drawsAsRecorded(rasteriser) })
    if (complaints.length > 0) return false
    if (!isPictured) return true
    if (layoutChanges(recordedLayout(id), layout).length > 0) return false
    return !pictures || looksTheSame(id, pictures, info)
  } catch {
    return false
  }
}

/** @throws Error of the matcher where a picture differs by more than the tolerance */
function looksTheSame(id: string, pictures: NonNullable<Seen['pictures']>, info: TestInfo): boolean {
  return themes.every((theme) => {
    const name = `${id}-${theme}.png`
    if (!existsSync(info.snapshotPath(name))) return false
    if (!readFileSync(info.snapshotPath(name)).equals(pictures[theme])) expect(pictures[theme]).toMatchSnapshot(name, tolerance)
    return true
  })
}

const fileOf = (name: string) => path.join(folder, name)
const isUpdating = ({ config }: TestInfo) => ['all', 'changed'].includes(config.updateSnapshots)

function recordedLayout(id: string): string[] {
  const file = fileOf(`${id}.txt`)
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
}

function readRecorded(): Rasteriser | undefined {
  const file = fileOf(recordedFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Rasteriser) : undefined
}

/** Whether this browser draws as the one that the pictures were recorded with. */
function drawsAsRecorded({ browser, probe }: Rasteriser): boolean {
  const recorded = readRecorded()
  return recorded?.browser === browser && recorded.probe === probe
}
