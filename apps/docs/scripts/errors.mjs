// Every error class of the published packages with what it says and the way out, read from the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from './places.mjs'
import { publishedDoors } from './reference/read.mjs'
import { waysOut } from './waysOut.mjs'

/** @typedef {{ name: string, text: string, message: string, shown: string, hint: string, parent: string, package: string, file: string }} ErrorClass */

/** @returns {ErrorClass[]} by package, each by the alphabet */
export function errorClasses() {
  return publishedDoors().flatMap(({ name, doors }) => {
    const source = (doors[0]?.source ?? '').replace(/\/src\/.*/, '/src')
    return readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.test-d\.|(^|\/)test\//.test(file))
      .flatMap((file) => classesIn(`${source}/${file}`, name))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  })
}

/** @returns {ErrorClass[]} */
function classesIn(/** @type {string} */ file, /** @type {string} */ packageName) {
  const text = readFileSync(join(root, file), 'utf8')
  if (!/class \w+Error /.test(text)) return []
  const { program, comments } = parseSync(file, text)
  return program.body.flatMap((statement) => {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
    if (node?.type !== 'ClassDeclaration' || !node.id?.name.endsWith('Error')) return []
    const comment = comments.filter(({ end }) => end <= statement.start && /^\s*$/.test(text.slice(end, statement.start))).at(-1)
    const call = superCall(node.body)
    const options = call?.arguments[1]
    const option = (/** @type {string} */ key) => textOf(valueOf(options, key))
    return [
      {
        name: node.id.name,
        text: (comment?.value ?? '').replace(/^\s*\* ?/gm, '').trim(),
        message: textOf(call?.arguments[0]),
        shown: option('shown'),
        hint: option('hint'),
        parent: node.superClass?.type === 'Identifier' ? node.superClass.name : '',
        package: packageName,
        file,
      },
    ]
  })
}

/** @returns {any} the call of `super`, wherever the constructor makes it */
function superCall(/** @type {any} */ node) {
  if (node === null || typeof node !== 'object') return undefined
  if (node.type === 'CallExpression' && node.callee?.type === 'Super') return node
  for (const value of Object.values(node)) {
    const found = superCall(value)
    if (found) return found
  }
  return undefined
}

/** @returns {any} */
function valueOf(/** @type {any} */ node, /** @type {string} */ key) {
  if (node === null || typeof node !== 'object') return undefined
  if (node.type === 'Property' && node.key?.name === key) return node.value
  for (const value of Object.values(node)) {
    const found = valueOf(value, key)
    if (found) return found
  }
  return undefined
}

/** A text of the source, with … for what is put in while it runs. @returns {string} */
function textOf(/** @type {any} */ node) {
  if (!node) return ''
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'TemplateLiteral')
    return node.quasis
      .map((/** @type {any} */ quasi, /** @type {number} */ at) => quasi.value.cooked + (node.expressions[at] ? '…' : ''))
      .join('')
  if (node.type === 'ConditionalExpression') return [textOf(node.consequent), textOf(node.alternate)].filter(Boolean).join(' / ')
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') return [textOf(node.left), textOf(node.right)].join('')
  return ''
}

/** The way out that an error's own hint does not say. @returns {string | undefined} */
const wayOut = (/** @type {ErrorClass} */ { name, package: from }) => waysOut[`${from} ${name}`] ?? waysOut[name]

/** Classes without a way out, and ways out of what there is no more, or that says it by itself. @returns {string[]} */
export function wayOutProblems(classes = errorClasses()) {
  const silent = classes.filter(({ hint }) => !hint)
  const named = new Set(silent.flatMap(({ name, package: from }) => [name, `${from} ${name}`]))
  return [
    ...silent.filter((one) => !wayOut(one)).map(({ name, file }) => `${name} of ${file} has no hint, and no way out in waysOut.mjs`),
    ...Object.keys(waysOut)
      .filter((name) => !named.has(name))
      .map((name) => `waysOut.mjs has a line for ${name}, which says it by itself or is no more`),
  ]
}

/** @returns {{ url: string, title: string, group: string, markdown: string }} */
export function errorsPage() {
  const classes = errorClasses()
  const problems = wayOutProblems(classes)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const packages = [...new Set(classes.map((one) => one.package))]
  const parts = packages.map(
    (name) =>
      `## ${name}\n\n${classes
        .filter((one) => one.package === name)
        .map(entry)
        .join('\n')}`,
  )
  return {
    title: 'Error classes',
    group: 'Look up',
    url: '/reference/error-classes/',
    markdown: `# Error classes\n\nEvery error is a \`PorticoError\` with a literal \`name\`, \`shown\` (the visitor's sentence, in the modal's language) and \`hint\` (what you can do). \`…\` stands for what is known only when it happens. Look an error up by its \`name\`; errors of a visitor's own will, such as \`UserRejectedError\`, want nothing but another press.\n\n${parts.join('\n')}`,
  }
}

function entry(/** @type {ErrorClass} */ error) {
  const { name, message, shown, hint, file } = error
  const [text = '', example = ''] = error.text.split(/^@example\b/m)
  const line = (/** @type {string} */ word, /** @type {string} */ said) => (said ? [`- **${word}**: ${escape(said)}`] : [])
  const rows = [...line('Message', message), ...line('The visitor reads', shown), ...line('Way out', hint || (wayOut(error) ?? ''))]
  const code = example.trim() && `\n\`\`\`ts\n${example.trim()}\n\`\`\`\n`
  return `### ${name}\n\n${escape(text.trim())}\n\n${rows.join('\n')}\n- [Source](../${file})\n${code}`
}

const escape = (/** @type {string} */ text) =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll('<', '&lt;')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\[/g, '\\[')
