// The reference: a page for each door of a package, and the pages that people look up most: options, hooks, events, theme, views.
import { ReflectionKind } from 'typedoc'

/** @typedef {import('typedoc').DeclarationReflection} Declaration @typedef {import('typedoc').SignatureReflection} Signature */
/** @typedef {import('typedoc').Comment} Comment @typedef {import('typedoc').SomeType} SomeType */
/** @typedef {{ url: string, title: string, group: string, markdown: string }} MadePage */

/** @returns {MadePage[]} */
export function referencePages(/** @type {import('./read.mjs').Reference} */ { packages, modules }) {
  /** Where a name is told: the first door that has it. @type {Map<number, string>} */
  const places = new Map()
  for (const [specifier, module] of modules)
    for (const name of namesOf(module)) if (!places.has(name.id)) places.set(name.id, `${urlOf(specifier)}#${name.name.toLowerCase()}`)

  const core = modules.get('@portico/core')
  const ui = modules.get('@portico/react-ui')
  const kit = modules.get('@portico/core/kit')
  const find = (/** @type {string} */ name) => {
    for (const module of [core, ui, kit]) {
      const found = module && namesOf(module).find((one) => one.name === name)
      if (found) return found
    }
    throw new Error(`No door has ${name}.`)
  }
  const rows = (/** @type {string} */ name) => propertiesOf(find(name))

  const lookUp = /** @type {MadePage[]} */ ([
    {
      title: 'Options',
      group: 'Look up',
      url: '/reference/options/',
      markdown: `# Options\n\nWhat \`createPortico\` takes. One that is missing or wrong throws [\`InvalidOptionError\`](/reference/error-classes/#invalidoptionerror), which names it.\n\n${table(rows('PorticoOptions'), 'Option')}\n\n## Metadata of the site\n\n${table(rows('SiteMetadata'), 'Field')}\n\n## A wallet of your own\n\n${table(rows('WalletRecord'), 'Field')}\n\n## The modal\n\nProps of \`<Modal />\`.\n\n${table(rows('ModalProps'), 'Prop')}\n`,
    },
    {
      title: 'Hooks',
      group: 'Look up',
      url: '/reference/hooks/',
      markdown: `# Hooks\n\nOf \`@portico/react-ui\`. All stand below \`PorticoProvider\`. Those that act answer as TanStack Query's mutations do: \`mutate\`, \`mutateAsync\`, \`status\`, \`data\`, \`error\`.\n\n${(ui
        ? namesOf(ui)
        : []
      )
        .filter(({ name }) => /^use[A-Z]/.test(name))
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map((hook) => entry(hook, 2))
        .join('\n')}`,
    },
    {
      title: 'Events',
      group: 'Look up',
      url: '/reference/events/',
      markdown: `# Events\n\nEvery event of \`portico.events\`. \`portico.events.on(name, listener)\` answers with the way to stop; in React, \`usePorticoEvent(name, listener)\`.\n\n${table(rows('PorticoEvents'), 'Event')}\n`,
    },
    {
      title: 'Theme variables',
      group: 'Look up',
      url: '/reference/theme-variables/',
      markdown: `# Theme variables\n\nAs \`themeVariables\` of \`createPortico\`, with \`setTheme\` while the page runs, or as custom properties of any ancestor. [Theming](/guides/theming/) shows them.\n\n${themeTable(rows('ThemeVariables'))}\n`,
    },
    {
      title: 'Views',
      group: 'Look up',
      url: '/reference/views/',
      markdown: `# Views\n\nWhat \`openModal(portico, { view, params })\` opens. A view without parameters needs no \`params\`.\n\n${table(rows('PorticoViews'), 'View', 'Parameters')}\n`,
    },
  ])
  const doors = packages.flatMap(({ name, description, doors: own }) =>
    own.map(({ specifier }, at) => ({
      title: specifier,
      group: 'Packages',
      url: urlOf(specifier),
      markdown: modulePage(
        specifier,
        at === 0 ? description : `A door of [${name}](${urlOf(name)}).`,
        /** @type {Declaration} */ (modules.get(specifier)),
        places,
      ),
    })),
  )
  return [...lookUp, ...doors]
}

const urlOf = (/** @type {string} */ specifier) => `/reference/${specifier.replace('@portico/', '')}/`

/** Names that a module has of its own or hands on. @returns {Declaration[]} */
function namesOf(/** @type {Declaration} */ module) {
  return (module.children ?? []).filter(({ kind }) => kind !== ReflectionKind.Reference && kind !== ReflectionKind.Module)
}

const groups = /** @type {const} */ ([
  ['Functions and components', ReflectionKind.Function],
  ['Classes', ReflectionKind.Class],
  ['Values', ReflectionKind.Variable],
  ['Types', ReflectionKind.Interface | ReflectionKind.TypeAlias],
])

function modulePage(
  /** @type {string} */ specifier,
  /** @type {string} */ lead,
  /** @type {Declaration} */ module,
  /** @type {Map<number, string>} */ places,
) {
  const names = namesOf(module)
  const elsewhere = (module.children ?? []).filter((child) => child.kind === ReflectionKind.Reference)
  const parts = groups.map(([title, kind]) => {
    const own = names.filter((one) => (one.kind & kind) !== 0)
    return own.length > 0 ? `## ${title}\n\n${own.map((one) => entry(one, 3)).join('\n')}` : ''
  })
  const handed = elsewhere.map((child) => {
    const target = /** @type {import('typedoc').ReferenceReflection} */ (/** @type {unknown} */ (child)).tryGetTargetReflectionDeep()
    const url = target && places.get(target.id)
    return url ? `[\`${child.name}\`](${url})` : `\`${child.name}\``
  })
  return `# ${specifier}\n\n${lead}\n\n${parts.filter(Boolean).join('\n')}${handed.length > 0 ? `\n## Also here\n\n${handed.join(', ')}\n` : ''}`
}

/** One name: its signature, what it does, its parameters or members, examples. */
function entry(/** @type {Declaration} */ reflection, /** @type {number} */ level) {
  const signature = reflection.signatures?.[0]
  const comment = signature?.comment ?? reflection.comment
  const parts = [
    `${'#'.repeat(level)} ${reflection.name}`,
    code(declarationOf(reflection)),
    textOf(comment?.summary),
    ...(signature ? parametersOf(signature) : []),
    ...blocksOf(comment),
  ]
  const members = reflection.kindOf(ReflectionKind.Interface | ReflectionKind.TypeAlias) ? propertiesOf(reflection) : []
  if (members.length > 0) parts.push(table(members, 'Member'))
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function declarationOf(/** @type {Declaration} */ reflection) {
  const { name, type } = reflection
  if (reflection.signatures?.length) return reflection.signatures.map((one) => `function ${signatureText(name, one)}`).join('\n')
  if (reflection.kindOf(ReflectionKind.Class)) return `class ${name} extends ${reflection.extendedTypes?.map(String).join(', ') ?? 'Error'}`
  if (reflection.kindOf(ReflectionKind.Interface)) return `interface ${name}${typeParameters(reflection.typeParameters)}`
  if (reflection.kindOf(ReflectionKind.TypeAlias)) return `type ${name}${typeParameters(reflection.typeParameters)} = ${short(type)}`
  return `const ${name}: ${short(type)}`
}

const typeParameters = (/** @type {readonly { name: string }[] | undefined} */ parameters) =>
  parameters?.length ? `<${parameters.map(({ name }) => name).join(', ')}>` : ''

function signatureText(/** @type {string} */ name, /** @type {Signature} */ { parameters = [], type, typeParameters: generics }) {
  const listed = parameters.map(
    (one) =>
      `${one.name === '__namedParameters' ? 'parameters' : one.name}${one.flags.isOptional || one.defaultValue ? '?' : ''}: ${short(one.type)}`,
  )
  const line = `${name}${typeParameters(generics)}(${listed.join(', ')}): ${short(type)}`
  return line.length > 100 && listed.length > 0
    ? `${name}${typeParameters(generics)}(\n${listed.map((one) => `  ${one},\n`).join('')}): ${short(type)}`
    : line
}

/** A type as it is written; one that is longer than a reader follows is cut. */
function short(/** @type {SomeType | undefined} */ type) {
  const text = String(type ?? 'unknown').replaceAll('__namedParameters', 'parameters')
  return text.length > 300 ? `${text.slice(0, 297)}…` : text
}

/** @typedef {{ name: string, type: string, text: string, optional: boolean }} Row */

/** @returns {Row[]} members of an interface, or of a type that is an object */
function propertiesOf(/** @type {Declaration} */ reflection) {
  const literal = reflection.type?.type === 'reflection' ? reflection.type.declaration : undefined
  return (literal?.children ?? reflection.children ?? [])
    .filter(({ inheritedFrom }) => !inheritedFrom || !/^(Omit|Pick)$/.test(inheritedFrom.name))
    .map((one) => ({
      name: one.name,
      type: one.signatures?.length
        ? signatureText('', /** @type {Signature} */ (one.signatures[0]))
        : short(one.type ?? one.getSignature?.type),
      text: [textOf((one.signatures?.[0]?.comment ?? one.comment)?.summary), ...blocksOf(one.comment)].filter(Boolean).join(' '),
      optional: one.flags.isOptional,
    }))
}

function parametersOf(/** @type {Signature} */ { parameters = [] }) {
  const told = parameters.filter(({ comment }) => comment?.summary.length)
  return told.length > 0 ? [told.map(({ name, comment }) => `- \`${name}\`: ${textOf(comment?.summary)}`).join('\n')] : []
}

/** Returns, throws and examples. @returns {string[]} */
function blocksOf(/** @type {Comment | undefined} */ comment) {
  const names = /** @type {Record<string, string>} */ ({
    '@returns': 'Returns',
    '@throws': 'Throws',
    '@remarks': '',
    '@deprecated': 'Deprecated',
  })
  return (comment?.blockTags ?? []).map(({ tag, content }) => {
    const text = textOf(content)
    if (tag === '@example') return text.startsWith('```') ? text : code(text)
    const word = names[tag]
    return word === undefined ? '' : `${word ? `**${word}** ` : ''}${text}`
  })
}

/** @param {readonly import('typedoc').CommentDisplayPart[] | undefined} parts */
function textOf(parts) {
  return (parts ?? [])
    .map((part) =>
      part.kind === 'inline-tag'
        ? `\`${part.text}\``
        : part.kind === 'text'
          ? part.text.replaceAll('<', '&lt;').replace(/(?<!\])\[(?=[^\]]*\](?!\())/g, '\\[')
          : part.text,
    )
    .join('')
    .trim()
}

const code = (/** @type {string} */ text) => `\`\`\`ts\n${text.replace(/^```\w*\n|\n```$/g, '')}\n\`\`\``

/** @param {readonly Row[]} rows @param {string} what @param {string} [type] */
function table(rows, what, type = 'Type') {
  const lines = rows.map(
    (row) =>
      `| <span id="${anchorOf(row.name)}">\`${row.name}${row.optional ? '?' : ''}\`</span> | ${cell(`\`${cellCode(row.type)}\``)} | ${cell(row.text)} |`,
  )
  return [`| ${what} | ${type} | Meaning |`, '| --- | --- | --- |', ...lines].join('\n')
}

/** As the design names the properties: `mixStrength` is `--portico-mix-strength`. */
function themeTable(/** @type {readonly Row[]} */ rows) {
  const property = (/** @type {string} */ name) => `--portico-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const lines = rows.map((row) => `| \`${row.name}\` | \`${property(row.name)}\` | \`${cellCode(row.type)}\` | ${cell(row.text)} |`)
  return ['| Variable | Custom property | Type | Meaning |', '| --- | --- | --- | --- |', ...lines].join('\n')
}

const anchorOf = (/** @type {string} */ name) => `o-${name.replace(/[^\w-]/g, '-')}`
const cell = (/** @type {string} */ text) =>
  text
    .replaceAll('\n\n', '<br>')
    .replaceAll('\n', ' ')
    .replace(/(?<!\\)\|/g, '\\|')
const cellCode = (/** @type {string} */ text) => text.replaceAll('`', "'").replaceAll('\n', ' ')
