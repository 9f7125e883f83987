// As much YAML as our pnpm-workspace.yaml uses: maps of two spaces a level, flow lists and maps on one line, strings, numbers, booleans.

/** @returns {Record<string, any>} @throws {SyntaxError} naming the line that is more than that */
export function parseYaml(/** @type {string} */ text) {
  const top = Object.create(null)
  /** @type {{ indent: number, map: Record<string, any> }[]} */
  const open = [{ indent: -1, map: top }]
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/(^|\s)#.*$/, '').trimEnd()
    if (!line.trim()) continue
    const match = /^( *)("[^"]*"|'[^']*'|[^\s"':]+): ?(.*)$/.exec(line)
    if (!match) throw new SyntaxError(`Line ${index + 1} is more YAML than is read here: ${raw}`)
    const [, spaces = '', quoted = '', value = ''] = match
    while ((open.at(-1)?.indent ?? -1) >= spaces.length) open.pop()
    const parent = open.at(-1)?.map ?? top
    const key = unquote(quoted)
    if (value) parent[key] = parseValue(value)
    else open.push({ indent: spaces.length, map: (parent[key] = Object.create(null)) })
  }
  return top
}

/** @returns {any} */
function parseValue(/** @type {string} */ text) {
  const value = text.trim()
  if (value.startsWith('[')) return inner(value).map(parseValue)
  if (value.startsWith('{')) {
    const map = Object.create(null)
    for (const entry of inner(value)) {
      const colon = entry.search(/:\s/)
      map[unquote(entry.slice(0, colon).trim())] = parseValue(entry.slice(colon + 1))
    }
    return map
  }
  if (/^(true|false)$/.test(value)) return value === 'true'
  if (/^-?\d+$/.test(value)) return Number(value)
  return unquote(value)
}

/** The entries between brackets, cut at the commas of the first level. @returns {string[]} */
function inner(/** @type {string} */ value) {
  /** @type {string[]} */
  const parts = []
  let depth = 0
  let part = ''
  for (const character of value.slice(1, -1)) {
    if ('[{'.includes(character)) depth++
    if (']}'.includes(character)) depth--
    if (character === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part].map((entry) => entry.trim()).filter(Boolean)
}

const unquote = (/** @type {string} */ text) => text.replace(/^(["'])(.*)\1$/, '$2')
