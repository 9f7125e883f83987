import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

// What the pages of Start and Move over tell a reader to type, and whether it is there.
const root = new URL('../../', import.meta.url)
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const names = (path: string): string[] => readdirSync(new URL(path, root))
const manifest = (path: string) =>
  z
    .object({
      dependencies: z.record(z.string(), z.string()).default({}),
      devDependencies: z.record(z.string(), z.string()).default({}),
      scripts: z.record(z.string(), z.string()).default({}),
    })
    .parse(JSON.parse(text(path)))

const templates = names('packages/create-portico/templates')
const kits = names('packages/codemod/src/examples')
const pages = ['start', 'move'].flatMap((folder) => names(`docs/${folder}`).map((file) => `docs/${folder}/${file}`))
const readmes = templates.filter((name) => names(`packages/create-portico/templates/${name}`).includes('README.md'))

/** The commands of a page: those in fences, and `npm create` in its text. */
function commandsOf(page: string): string[] {
  const said = text(page)
  const fenced = [...said.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines = '']) => lines.trim().split('\n'))
  return [...fenced, ...[...said.matchAll(/`(npm create [^`]+)`/g)].map(([, line = '']) => line)]
}

test.each(pages)('%s: templates and kits that there are, and every package that its code takes', (page) => {
  const commands = commandsOf(page)
  expect(commands.length).toBeGreaterThan(0)
  const made = commands.flatMap((line) => /^npm create portico@latest \S+ -- --template (\S+)$/.exec(line)?.[1] ?? [])
  expect(commands.filter((line) => line.startsWith('npm create'))).toHaveLength(made.length)
  for (const template of made) expect(templates).toContain(template)
  commands.forEach((line, at) => {
    const [, kit] = /^npx @portico\/codemod (\S+)$/.exec(line) ?? []
    if (kit === undefined) return
    expect(kits).toContain(kit)
    expect(commands[at + 1], 'the program changes package.json alone').toBe('npm install')
  })
  const installed = new Set([
    ...commands.filter((line) => line.startsWith('npm install')).flatMap((line) => line.split(' ').slice(2)),
    ...made.flatMap((template) => Object.keys(manifest(`packages/create-portico/templates/${template}/package.json`).dependencies)),
  ])
  const taken = [...text(page).matchAll(/ from '(@portico\/[\w-]+)/g)].map(([, name = '']) => name)
  expect(taken.filter((name) => !installed.has(name))).toEqual([])
})

test.each(readmes)('the README of %s names scripts that the site has, all of them', (template) => {
  const folder = `packages/create-portico/templates/${template}`
  const { scripts } = manifest(`${folder}/package.json`)
  const named = new Set([...text(`${folder}/README.md`).matchAll(/npm (?:run )?(\w+)/g)].map(([, name = '']) => name))
  named.delete('install')
  expect([...named].toSorted()).toEqual(Object.keys(scripts).toSorted())
})
