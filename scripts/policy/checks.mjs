// What the files of the workspace must say for the install policy to hold (S42, S43).

/** Settings of pnpm-workspace.yaml and their values. */
export const requiredSettings = {
  minimumReleaseAge: 10_080, // minutes: seven days
  blockExoticSubdeps: true,
  strictDepBuilds: true,
  trustPolicy: 'no-downgrade',
  engineStrict: true,
  catalogMode: 'strict',
  strictPeerDependencies: true,
}

/** Scripts that a package manager runs by itself, on install, pack or publish. */
export const lifecycleScripts = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
  'prepublish',
  'prepublishOnly',
  'publish',
  'postpublish',
  'prepack',
  'postpack',
  'dependencies',
]

const exact = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/
/** A second version of a package, beside the one under its own name. */
const exactAlias = /^npm:(@[a-z0-9._-]+\/)?[a-z0-9._-]+@\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/
const installed = ['dependencies', 'devDependencies', 'optionalDependencies']
/** What a host has as well, and must have once: a published package wants a range of it. The lockfile is what pins it here. */
const sharedWithHosts = ['@tanstack/query-core']

/** @returns {string[]} problems of pnpm-workspace.yaml, parsed */
export function checkSettings(/** @type {Record<string, any>} */ settings) {
  const problems = Object.entries(requiredSettings)
    .filter(([key, value]) => settings[key] !== value)
    .map(([key, value]) => `${key} is ${JSON.stringify(settings[key])}, not ${JSON.stringify(value)}`)
  for (const [key, value] of Object.entries(settings.catalog ?? {}))
    if (!exact.test(value) && !exactAlias.test(value)) problems.push(`the catalog's ${key} is ${value}, not an exact version`)
  for (const [key, value] of Object.entries(settings.allowBuilds ?? {}))
    if (value !== false) problems.push(`allowBuilds lets ${key} run its install script`)
  for (const key of ['minimumReleaseAgeExclude', 'trustPolicyExclude', 'dangerouslyAllowAllBuilds', 'catalogs'])
    if (key in settings) problems.push(`${key} is a way around the policy`)
  return problems
}

/**
 * @param {string} folder @param {any} manifest its package.json
 * @param {{ workspace: boolean }} options a package outside of the workspace has no catalog: its versions are exact instead
 * @returns {string[]} problems
 */
export function checkManifest(folder, manifest, { workspace }) {
  const problems = []
  for (const field of installed) {
    for (const [name, version] of Object.entries(manifest[field] ?? {})) {
      const isShared = manifest.private !== true && sharedWithHosts.includes(name) && /^\^\d+\.\d+\.\d+$/.test(version)
      const fine = workspace
        ? isShared || ['catalog:', 'workspace:*', 'workspace:^'].includes(version)
        : exact.test(version) || exactAlias.test(version) || /^(file|link):/.test(version)
      if (!fine) problems.push(`${folder}: ${name} is "${version}", not ${workspace ? '"catalog:" or "workspace:*"' : 'exact'}`)
    }
  }
  for (const name of lifecycleScripts) if (manifest.scripts?.[name]) problems.push(`${folder}: has the lifecycle script "${name}"`)
  if (manifest.private !== true && !manifest.files?.length) problems.push(`${folder}: is published without a list of files`)
  return problems
}

/** pnpm is pinned exactly, and at a version that knows the settings. @returns {string[]} problems */
export function checkPackageManager(/** @type {unknown} */ packageManager) {
  const [, major = 0, minor = 0] = /^pnpm@(\d+)\.(\d+)\.\d+$/.exec(String(packageManager)) ?? []
  const known = Number(major) > 10 || (Number(major) === 10 && Number(minor) >= 34)
  return known
    ? []
    : [`packageManager is ${String(packageManager)}, not an exact pnpm from 10.34 on (older ones ignore the policy without a word)`]
}

/**
 * A workflow runs what its digest says, restores no cache, and does nothing with rights for a pull request.
 * @param {string} name @param {string} text @returns {string[]} problems
 */
export function checkWorkflow(name, text) {
  const code = text.replace(/^\s*#.*$/gm, '')
  const problems = [...code.matchAll(/\buses:\s*(\S+)/g)]
    .filter(([, action = '']) => !/@[0-9a-f]{40}$/.test(action))
    .map(([, action]) => `${name}: ${action} is not named by its digest`)
  for (const [word, why] of /** @type {const} */ ([
    [/pull_request_target/, 'runs with rights for a pull request'],
    [/actions\/cache|\bcache:/, 'restores a cache'],
    [/NPM_TOKEN|NODE_AUTH_TOKEN|_authToken/, 'holds a token of the registry'],
    [/\bself-hosted\b/, 'runs on a machine that is kept'],
  ]))
    if (word.test(code)) problems.push(`${name}: ${why}`)
  if (!/^permissions:/m.test(code)) problems.push(`${name}: takes all rights, for it names none`)
  return problems
}

/** Words that point at a document which a reader of the repository does not have. The rule itself is said instead. */
const elsewhere =
  /\bspec(?:ification)?(?:'s)?,?[\s*]+points?[\s*]+\d|\([Ss]pec[\s*]|\b(?:of|in|by) the spec(?:ification)?\b(?! of)|\bspec\/[a-z]|\bsecurity\.md\b|\bsecurity [SR]\d/g

/** @param {string} file @param {string} text @returns {string[]} problems */
export function checkWords(file, text) {
  return [...text.matchAll(elsewhere)].map(({ 0: words, index }) => {
    const line = text.slice(0, index).split('\n').length
    return `${file}:${line}: "${words}" points at a document that is not in the repository: say the rule itself`
  })
}
