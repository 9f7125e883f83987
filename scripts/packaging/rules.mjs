// What every published package says of itself, and what its tarball may hold.
const fields = /** @type {const} */ (['description', 'license', 'homepage', 'repository', 'bugs', 'keywords', 'engines'])

/**
 * @param {any} manifest of the workspace @param {string} folder from the root @param {any} root the root's manifest
 * @returns {string[]} problems
 */
export function checkMetadata(manifest, folder, root) {
  const problems = fields.filter((field) => !manifest[field]).map((field) => `has no ${field}`)
  if (manifest.repository?.url !== root.repository.url) problems.push('names another repository than the root')
  if (manifest.repository?.directory !== folder) problems.push(`repository.directory is not ${folder}`)
  for (const field of /** @type {const} */ (['homepage', 'bugs', 'license']))
    if (manifest[field] !== root[field]) problems.push(`${field} is not the root's`)
  if (manifest.engines?.node !== root.engines.node) problems.push('wants another Node than the root')
  for (const [name, range] of Object.entries(manifest.dependencies ?? {}))
    if (/^(@portico\/|create-portico$)/.test(name) && range !== 'workspace:^')
      problems.push(`wants ${name} at "${range}", not "workspace:^"`)
  for (const [door, target] of Object.entries(manifest.exports ?? {}))
    if (typeof target === 'object' && !target.default) problems.push(`${door} has no default`)
  return problems
}

/**
 * @param {readonly { path: string, text: () => string }[]} files of a tarball
 * @returns {string[]} problems
 */
export function checkFiles(files) {
  const paths = files.map(({ path }) => path)
  const problems = paths
    .filter((path) => /\.(stories|test|test-d|bench)\.|\/(stories|__tests__|node_modules)\//.test(path))
    .map((path) => `holds ${path}, which is not for sites`)
  for (const wanted of ['package.json', 'README.md', 'LICENSE']) if (!paths.includes(wanted)) problems.push(`has no ${wanted}`)
  for (const { path, text } of files) {
    if (!path.endsWith('.map')) continue
    const { sources = [], sourcesContent = [] } = JSON.parse(text())
    if (sources.some((/** @type {string} */ _, /** @type {number} */ at) => !sourcesContent[at]))
      problems.push(`${path} points at sources that are not there`)
  }
  for (const { path, text } of files) {
    const [, map] = /\.[cm]?[jt]s$/.test(path) ? (/\/\/# sourceMappingURL=(\S+)\s*$/.exec(text()) ?? []) : []
    if (map && !paths.includes(path.replace(/[^/]*$/, map))) problems.push(`${path} names a map that is not there`)
  }
  for (const { path, text } of files)
    if (/\.[cm]?js$/.test(path)) problems.push(...lostParts(text()).map((name) => `${path} asks for ${name}, which is not there`))
  return problems
}

/** Lazy parts that came into the file of who asks for them, and that the build then took out. @returns {string[]} their names */
function lostParts(/** @type {string} */ code) {
  const asked = [...code.matchAll(/Promise\.resolve\(\)\.then\(\(\) => ([\w$]+)\)/g)].map(([, name = '']) => name)
  return asked.filter((name) => !new RegExp(`\\b(?:var|const|let|function|class) ${name.replaceAll('$', '\\$')}(?![\\w$])`).test(code))
}

/** @param {readonly string[]} published @param {readonly (readonly string[])[]} fixed changesets' groups @returns {string[]} problems */
export function checkFixed(published, fixed) {
  const [group = []] = fixed
  return published.filter((name) => !group.includes(name)).map((name) => `${name} is not in the fixed group of .changeset/config.json`)
}

/** A changeset names packages that are published: one that names another as well would stop the release. @returns {string[]} problems */
export function checkChangesets(
  /** @type {readonly string[]} */ published,
  /** @type {readonly { name: string, text: string }[]} */ changesets,
) {
  return changesets.flatMap(({ name, text }) => {
    const [, head = ''] = /^---\n([\s\S]*?)\n?---\n/.exec(text) ?? []
    const named = [...head.matchAll(/^['"]?([^'":\n]+)['"]?:/gm)].map(([, one = '']) => one)
    return named.filter((one) => !published.includes(one)).map((one) => `.changeset/${name} names ${one}, which is not published`)
  })
}
