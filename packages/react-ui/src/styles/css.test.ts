import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildCss, classesOf, staleCss } from '../../scripts/build-css.mjs'

test('the generated style sheets say what their sources say (run scripts/build-css.mjs)', async () => {
  expect(await staleCss()).toEqual([])
})

test('every rule of the buttons in the host\u2019s page is scoped, so that nothing leaks to the host', async () => {
  const css = (await buildCss())['styles.css'] ?? ''
  const selectors = [...css.replace(/\/\*.*?\*\//g, '').matchAll(/(?:^|[{}])([^@{}]+)\{/g)].map(([, selector]) => selector?.trim() ?? '')
  const rules = selectors.filter((selector) => !/^(?:from|to|[\d.]+%)/.test(selector))
  expect(rules.length).toBeGreaterThan(30)
  expect(rules.filter((selector) => !/\.po-|\.portico/.test(selector))).toEqual([])
})

test('relative colours reach the browser as they are written', async () => {
  const files = await buildCss()
  // The features take them from the modal's own sheet.
  for (const name of ['styles/modal.css.ts', 'styles/buttons.css.ts', 'styles/catalogue.css.ts', 'styles.css'])
    expect(files[name]).toContain('oklch(from var(--po-k-accent)')
  expect(Object.values(files).join('')).not.toContain('--lightningcss')
})

const ui = dirname(fileURLToPath(import.meta.resolve('@portico/ui/package.json')))
const doors: Readonly<Record<string, string>> = JSON.parse(readFileSync(resolve(ui, 'package.json'), 'utf8')).exports

/** The files that a module is drawn with: what it imports at once, and what that imports. */
function drawnWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b(?! type\b)[^;'"]*?from '([^']+)'$/gm)) {
    const part = path.startsWith('@portico/ui/') && doors[`.${path.slice('@portico/ui'.length)}`]
    const base = part ? resolve(ui, part) : path.startsWith('.') ? resolve(dirname(file), path.replace(/\.js$/, '')) : undefined
    const target = base && ['', '.tsx', '.ts'].map((extension) => base + extension).find((one) => existsSync(one) && statSync(one).isFile())
    if (target) drawnWith(target, found)
  }
  return found
}

test('each feature brings the styles of what its views draw, beside those of the modal', async () => {
  const src = fileURLToPath(new URL('..', import.meta.url))
  const files = await buildCss()
  const known = new Set(Object.entries(files).flatMap(([path, css]) => (path.startsWith('features/') ? classesOf(css) : [])))
  const modal = new Set(classesOf(files['styles/modal.css.ts'] ?? ''))
  for (const [path, css] of Object.entries(files)) {
    const [, name, part] = /^features\/(\w+)\/(\w+)/.exec(path) ?? []
    if (name === undefined) continue
    const own = new Set([...modal, ...classesOf(css)])
    const source = [...drawnWith(resolve(src, `features/${name}/${part === 'sheet' ? 'views' : part}.ts`))]
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const used = new Set([...source.matchAll(/(?<!--)\bpo-[\w-]+/g)].map(([one]) => one))
    used.delete('po-cell__n') // of the skeleton of a cell, which the grid alone draws
    expect([name, [...used].filter((one) => known.has(one) && !own.has(one)).sort()]).toEqual([name, []])
  }
})
