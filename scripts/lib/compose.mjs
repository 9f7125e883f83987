// A compose file as commands of podman or docker: what `deploy/compose.yaml` says, without a compose to run it.

/**
 * @typedef {{
 *   image?: string, command?: string[], environment?: Record<string, string | number>, secrets?: string[], volumes?: string[],
 *   networks?: string[], read_only?: boolean, tmpfs?: string[], cap_drop?: string[], cap_add?: string[], security_opt?: string[],
 *   pids_limit?: number, stop_grace_period?: string, restart?: string, build?: { target: string },
 *   depends_on?: string[] | Record<string, unknown>, healthcheck?: { test: string[] },
 * }} Service
 * @typedef {{ services: Record<string, Service>, networks: Record<string, { internal?: boolean }>, volumes: Record<string, unknown>, secrets: Record<string, { file: string }> }} Compose
 */

/**
 * The arguments of `create` for a service, up to the image. Of its networks, it is the first.
 * @param {Compose} compose
 * @param {string} name of the service
 * @param {{ prefix: string, folder: string, env: Record<string, string> }} where `prefix` of names, the folder of the compose file, and .env
 * @returns {string[]}
 */
export function createArguments({ services, secrets }, name, { prefix, folder, env }) {
  const service = serviceOf(services, name)
  const each = (/** @type {string} */ flag, /** @type {readonly string[]} */ values = []) => values.flatMap((value) => [flag, value])
  const path = (/** @type {string} */ from) => (from.startsWith('.') ? `${folder}/${from.slice(2)}` : `${prefix}-${from}`)
  return [
    ...(service.read_only ? ['--read-only'] : []),
    ...(service.pids_limit ? ['--pids-limit', String(service.pids_limit)] : []),
    ...(service.stop_grace_period ? ['--stop-timeout', service.stop_grace_period.replace(/s$/, '')] : []),
    ...(service.restart ? ['--restart', service.restart] : []),
    ...each('--tmpfs', service.tmpfs),
    ...each('--cap-drop', service.cap_drop),
    ...each('--cap-add', service.cap_add),
    // As docker takes it; podman takes it, too, without `:true`.
    ...each(
      '--security-opt',
      service.security_opt?.map((option) => option.replace(/:true$/, '')),
    ),
    ...each(
      '--env',
      Object.entries(service.environment ?? {}).map(([variable, value]) => `${variable}=${filled(String(value), env)}`),
    ),
    ...each(
      '--volume',
      service.secrets?.map((secret) => `${path(secrets[secret]?.file ?? '')}:/run/secrets/${secret}:ro`),
    ),
    ...each(
      '--volume',
      service.volumes?.map((volume) => `${path(volume.slice(0, volume.indexOf(':')))}${volume.slice(volume.indexOf(':'))}`),
    ),
    ...each(
      '--network',
      service.networks?.slice(0, 1).map((network) => `${prefix}-${network}`),
    ),
    ...each('--network-alias', [name]),
  ]
}

/** @returns {Service} @throws Error for a name that is none of them */
export function serviceOf(/** @type {Record<string, Service>} */ services, /** @type {string} */ name) {
  const service = services[name]
  if (!service) throw new Error(`There is no service ${name}.`)
  return service
}

/** Names of the services, each behind those that it depends on. @returns {string[]} */
export function inOrder(/** @type {Record<string, Service>} */ services) {
  /** @type {Set<string>} */
  const placed = new Set()
  const place = (/** @type {string} */ name) => {
    const needed = serviceOf(services, name).depends_on ?? []
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) if (!placed.has(other)) place(other)
    placed.add(name)
  }
  for (const name of Object.keys(services)) place(name)
  return [...placed]
}

/** `${NAME}` and `${NAME:?what it is}` by their values. @throws Error for one that is not set */
function filled(/** @type {string} */ text, /** @type {Record<string, string>} */ env) {
  return text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name) => {
    if (!env[name]) throw new Error(`${name} is not set.`)
    return env[name]
  })
}
