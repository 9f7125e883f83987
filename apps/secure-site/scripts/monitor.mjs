// Compares the page that an origin serves with a release: node scripts/monitor.mjs https://secure.example hashes.json
// Ends with 1 when a byte differs, a file is missing, or the document loads what the release does not have (S44).
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const [origin, file, query = ''] = process.argv.slice(2)
if (!origin || !file) {
  console.error('usage: monitor.mjs ORIGIN hashes.json ["projectId=…&origin=…"]')
  process.exit(2)
}
const { files } = JSON.parse(await readFile(file, 'utf8'))
const problems = []

for (const [path, expected] of Object.entries(files)) {
  const answer = await fetch(new URL(path, origin), { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  if (!answer?.ok) {
    problems.push(`${path}: ${answer ? `status ${answer.status}` : 'no answer'}`)
    continue
  }
  const actual = `sha384-${createHash('sha384')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('base64')}`
  if (actual !== expected) problems.push(`${path}: is ${actual}, released was ${expected}`)
}

// The document itself differs with each answer; what it loads does not.
for (const name of query ? ['/frame', '/approve'] : []) {
  const html = await (await fetch(new URL(`${name}?${query}`, origin), { signal: AbortSignal.timeout(10_000) })).text()
  const tags = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }))
  for (const { attributes, text } of tags) {
    const [, source] = /\bsrc="([^"]*)"/.exec(attributes) ?? []
    const [, integrity] = /\bintegrity="([^"]*)"/.exec(attributes) ?? []
    if (source !== undefined && (files[source] === undefined || files[source] !== integrity))
      problems.push(`${name}: loads ${source} with ${integrity ?? 'no hash'}`)
    if (source === undefined && /type="importmap"/.test(attributes)) {
      const wrong = Object.entries(JSON.parse(text).integrity ?? {}).filter(([path, hash]) => files[path] !== hash)
      for (const [path] of wrong) problems.push(`${name}: names another hash for ${path}`)
    } else if (source === undefined && !/type="application\/json"/.test(attributes)) problems.push(`${name}: has a script of its own`)
  }
}

for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? `${Object.keys(files).length} files are as released` : `${problems.length} differ`)
process.exitCode = problems.length === 0 ? 0 : 1
