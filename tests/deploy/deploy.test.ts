import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readOptions as readGateway } from '../../apps/gateway/src/env.js'
import { readOptions as readRelay } from '../../apps/relay/src/env.js'
import { resolvePorts } from '../../apps/sandbox/src/parts.js'
import { readOptions as readSecureSite } from '../../apps/secure-site/src/server/env.js'
import { resolveOptions as resolveSecureSite } from '../../apps/secure-site/src/server/options.js'
import { readVaultOptions } from '../../apps/vault/src/env.js'
import { resolveVaultOptions } from '../../apps/vault/src/options.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'portico-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = ['relay', 'gateway', 'secure-site', 'vault'] as const
type Name = (typeof names)[number]
type Variables = Readonly<Record<string, string>>

/** Reads a service's variables as its program does at the start: an unknown or a wrong one is an error. */
const read: Readonly<Record<Name, (env: Variables) => unknown>> = {
  relay: (env) => readRelay(env, { file: 'relay.db' }),
  gateway: (env) => readGateway(env),
  'secure-site': (env) => resolveSecureSite(readSecureSite(env, { file: 'secure-site.db' })),
  vault: (env) => resolveVaultOptions(readVaultOptions(env, { file: 'vault.db' })),
}
const ports: Readonly<Record<Name, number>> = { relay: 5555, gateway: 9100, 'secure-site': 9301, vault: 9302 }

const key = Buffer.alloc(32, 7).toString('base64')
const network = {
  id: 'eip155:1',
  name: 'Ethereum',
  rpcUrl: 'https://node.example',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
/** What an operator writes into the files, by what their names end with. */
const contents: Variables = {
  keys: `2026:${key}`,
  'smtp-url': 'smtp://mail.example:587',
  database: 'postgres://portico:secret@store/portico',
  projects: JSON.stringify([{ id: 'shop', origins: ['https://shop.example'] }]),
  networks: JSON.stringify([network]),
  chains: JSON.stringify([{ id: network.id, name: network.name, rpc: [network.rpcUrl], native: network.nativeCurrency }]),
  onramp: JSON.stringify({
    providers: [{ kind: 'meld', key: 'key', webhookSecret: 'secret' }],
    origins: ['https://shop.example'],
    publicUrl: 'https://api.example.com',
    trustProxy: 1,
  }),
}
/** What an operator sets beside that. */
const given: Variables = {
  RELAY_NAME: 'relay.example.com',
  API_NAME: 'api.example.com',
  WALLET_NAME: 'wallet.example.com',
  VAULT_NAME: 'vault.example.com',
  WALLET_MAIL_FROM: 'Wallet <wallet@example.com>',
  VAULT_MAIL_FROM: 'Recovery <recovery@example.com>',
}
/** The service's variables with the operator's values in place, and its files where they can be read here. */
function filled(variables: Readonly<Record<string, unknown>>, set = given): Variables {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const said = String(value).replaceAll(
        /\$\{(\w+)(?::(?:\?[^}]*|-([^}]*)))?\}/g,
        (_, variable: string, usual?: string) => set[variable] ?? usual ?? `no ${variable}`,
      )
      return [name, name.endsWith('_FILE') ? fileFor(said) : said]
    }),
  )
}
function fileFor(path: string): string {
  const kind = Object.keys(contents).find((each) => path.replace(/\.json$/, '').endsWith(each))
  if (!kind) throw new Error(`Nobody knows what stands in ${path}.`)
  const file = join(folder, kind)
  writeFileSync(file, contents[kind] ?? '')
  return file
}

const composed = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      secrets: z.array(z.string()).default([]),
      networks: z.array(z.string()),
      volumes: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
      image: z.string().optional(),
      build: z.object({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
      read_only: z.boolean().default(false),
      cap_drop: z.array(z.string()).default([]),
      security_opt: z.array(z.string()).default([]),
      logging: z.object({ driver: z.string() }).optional(),
    }),
  ),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })).default({}),
})
const compose = () => composed.parse(parse(text('deploy/compose.yaml'), { merge: true }))
const dockerfile = text('deploy/Dockerfile')
/** The lines of one image. */
const stage = (name: string): string =>
  new RegExp(`^FROM \\S+ AS ${name}\\n([\\s\\S]*?)(?=^FROM|$(?![\\s\\S]))`, 'm').exec(dockerfile)?.[1] ?? ''

describe.each(names)('%s', (name) => {
  test('compose gives it variables that it knows, and an image that is built from what `build` writes', () => {
    const { services, secrets, networks, volumes } = compose()
    const service = services[name]
    if (!service?.build) throw new Error(`No service ${name}.`)
    expect(() => read[name](filled(service.environment))).not.toThrow()
    for (const secret of service.secrets) expect(secrets, secret).toHaveProperty([secret])
    for (const [variable, value] of Object.entries(service.environment)) {
      if (variable.endsWith('_FILE')) expect(service.secrets, variable).toContain(String(value).replace('/run/secrets/', ''))
    }
    for (const each of service.networks) expect(networks).toHaveProperty([each])
    for (const volume of service.volumes) expect(volumes).toHaveProperty([volume.split(':')[0] ?? ''])
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(service.build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile', target: name })

    const lines = stage(name)
    const set = Object.fromEntries([...lines.matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, variable = '', value = '']) => [variable, value]))
    expect(() => read[name](filled({ ...set, ...service.environment }))).not.toThrow()
    expect(lines).toContain(`COPY --from=build /src/apps/${name}/dist/service ./`)
    expect(lines).toContain(`EXPOSE ${ports[name]}\n`)
    expect(lines).toContain(`fetch('http://127.0.0.1:${ports[name]}/healthz')`)
    expect(text('deploy/Caddyfile')).toContain(`${name}:${ports[name]}`)
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(text(`apps/${name}/package.json`)))
    expect(scripts['build']).toContain('packages/service/scripts/pack.mjs')
    expect(dockerfile).toContain(`--filter @portico/${name}`)
  })

  test('its unit sets variables that it knows, and names every file that it reads', () => {
    const unit = text(`deploy/systemd/portico-${name}.service`)
    const credentials = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, id = '']) => id)
    const set = Object.fromEntries(
      [...unit.matchAll(/^Environment=(PORTICO_\w+)=(.*)$/gm)].map(([, variable = '', value = '']) => [variable, value]),
    )
    // %d is where systemd hands credentials over.
    const files = Object.entries(set).flatMap(([variable, value]) => (variable.endsWith('_FILE') ? [value] : []))
    for (const file of files) expect(file).toMatch(/^(\/|%d\/)/)
    expect(files.flatMap((file) => /^%d\/(.*)$/.exec(file)?.[1] ?? [])).toEqual(credentials)
    const rest: Readonly<Record<Name, Variables>> = {
      relay: {},
      gateway: {},
      'secure-site': {
        PORTICO_SECURE_SITE_PUBLIC_URL: 'https://wallet.example',
        PORTICO_SECURE_SITE_VAULT_URL: 'https://vault.example',
        PORTICO_SECURE_SITE_MAIL_FROM: 'wallet@example.com',
      },
      vault: {
        PORTICO_VAULT_PUBLIC_URL: 'https://vault.example',
        PORTICO_VAULT_SECURE_URL: 'https://wallet.example',
        PORTICO_VAULT_MAIL_FROM: 'recovery@example.com',
      },
    }
    expect(() => read[name](filled({ ...set, ...rest[name] }))).not.toThrow()
  })

  test('starts from what `build` writes, alone in a folder, as a user that may write nowhere but to its data', {
    timeout: 120_000,
  }, async () => {
    const built = spawnSync(process.execPath, [join(root, 'packages/service/scripts/pack.mjs'), ...packArguments[name]], {
      cwd: join(root, 'apps', name),
      encoding: 'utf8',
    })
    expect(built.stderr).toBe('')
    const app = join(folder, name, 'app')
    const data = join(folder, name, 'data')
    cpSync(join(root, 'apps', name, 'dist/service'), app, { recursive: true })
    mkdirSync(data, { recursive: true })
    chmodSync(folder, 0o755)
    // Container and unit run it as nobody in particular; only root can become somebody else.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    if (nobody.uid !== undefined) chownSync(data, nobody.uid, nobody.gid)
    const env = { ...variablesOf(name, data), PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' }
    const child = spawn(process.execPath, ['main.mjs'], { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'], ...nobody })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
    child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    try {
      await expect.poll(() => said, { timeout: 30_000 }).toMatch(/"(listening|ready)"/)
      const [, port] = /"url":"[^"]*:(\d+)"/.exec(said) ?? /"port":(\d+)/.exec(said) ?? []
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
      expect(await answer.json()).toMatchObject({ status: 'ok' })
      if (name === 'secure-site') {
        const page = await fetch(`http://127.0.0.1:${port}/frame?projectId=shop&origin=https://shop.example`)
        expect(page.status).toBe(200)
      }
      if (name === 'gateway') {
        // Pictures are drawn in a process of their own, from the same folder.
        const drawn = spawnSync(process.execPath, ['--eval', "require('sharp')"], { cwd: app, env: {}, encoding: 'utf8', ...nobody })
        expect(drawn.stderr).toBe('')
        expect(drawn.status).toBe(0)
      }
    } finally {
      child.kill('SIGTERM')
    }
    expect(await ended).toBe(0)
    expect(readdirSync(app).toSorted()).toEqual(readdirSync(join(root, 'apps', name, 'dist/service')).toSorted())
  })
})

/** What the `build` script of each hands to pack.mjs. The page is built by a script of its own, which other tests need as well. */
const packArguments: Readonly<Record<Name, readonly string[]>> = {
  relay: ['src/main.ts'],
  gateway: ['src/main.ts', 'data'],
  'secure-site': ['src/server/main.ts', 'dist/page'],
  vault: ['src/main.ts'],
}
beforeAll(() => {
  if (existsSync(join(root, 'apps/secure-site/dist/page/manifest.json'))) return
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: join(root, 'apps/secure-site'), encoding: 'utf8' })
  expect(built.status, built.stderr).toBe(0)
}, 120_000)

function variablesOf(name: Name, data: string): Variables {
  const common = { PORT: '0', METRICS_PORT: '0', KEYS: contents['keys'] ?? '', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' }
  const all: Readonly<Record<Name, Variables>> = {
    relay: { PORT: '0', METRICS_PORT: '0', DATABASE: join(data, 'relay.db') },
    gateway: {
      PORT: '0',
      METRICS_PORT: '0',
      PUBLIC_URL: 'https://api.shop.example',
      CHAINS: contents['chains'] ?? '',
      DATABASE: join(data, 'gateway.db'),
      SIWX_ORIGINS: 'https://shop.example',
      SIWX_CHAINS: 'bip122:000000000019d6689c085ae165831e93',
      SIWX_PUBLIC_URL: 'https://api.shop.example',
      SIWX_KEYS: contents['keys'] ?? '',
      SIWX_DATABASE: join(data, 'siwx.db'),
    },
    'secure-site': {
      ...common,
      PUBLIC_URL: 'https://wallet.example',
      VAULT_URL: 'https://vault.example',
      PROJECTS: contents['projects'] ?? '',
      NETWORKS: contents['networks'] ?? '',
      DATABASE: join(data, 'secure-site.db'),
      GENERATIONS: join(data, 'generations'),
    },
    vault: {
      ...common,
      PUBLIC_URL: 'https://vault.example',
      SECURE_URL: 'https://wallet.example',
      DATABASE: join(data, 'vault.db'),
      GENERATIONS: join(data, 'generations'),
    },
  }
  const prefix = `PORTICO_${name.replace('-', '_').toUpperCase()}_`
  return Object.fromEntries(Object.entries(all[name]).map(([variable, value]) => [prefix + variable, value]))
}

test('the gateway of compose and unit has chains, and a database where it may write', () => {
  const { gateway } = compose().services
  expect(read.gateway(filled(gateway?.environment ?? {}))).toMatchObject({
    chains: [{ id: 'eip155:1' }],
    database: 'postgres://portico:secret@store/portico',
  })
  expect(text('deploy/systemd/portico-gateway.service')).toMatch(
    /^Environment=PORTICO_GATEWAY_DATABASE=\/var\/lib\/portico-gateway\/[\s\S]*^StateDirectory=portico-gateway$/m,
  )
})

test('README’s first start writes every secret of compose, for its reader alone', () => {
  const machine = join(folder, 'machine')
  mkdirSync(join(machine, 'deploy'), { recursive: true })
  const [, said = ''] = /```sh\n(umask[\s\S]*?)^docker compose/m.exec(text('deploy/README.md')) ?? []
  // Only root may give files away.
  const chown = 'chown() { echo "$@" >> ../../owners; }'
  const ran = spawnSync('sh', ['-e'], { cwd: machine, input: `umask 022\n${chown}\n${said}`, encoding: 'utf8' })
  expect(ran.stderr).toBe('')
  const files = Object.values(compose().secrets).map(({ file }) => file)
  for (const file of files) {
    const { mode, size } = statSync(join(machine, 'deploy', file))
    expect(mode & 0o777, file).toBe(0o600)
    expect(size, file).toBeGreaterThan(0)
  }
  const given = files.filter((file) => !file.endsWith('-store')).map((file) => file.replace(/^.*\//, ''))
  const [owner, ...owned] = readFileSync(join(machine, 'owners'), 'utf8').trim().split(' ')
  expect({ owner, owned: owned.toSorted() }).toEqual({ owner: '1000', owned: given.toSorted() })
  // Who logs in to the machine as 1000 is not let in either.
  expect(statSync(join(machine, 'deploy/secrets')).mode & 0o777).toBe(0o700)
  expect(parseEnv(readFileSync(join(machine, 'deploy/.env'), 'utf8'))).toMatchObject({ RELAY_NAME: 'relay.example.com' })
})

test('no file of the operator’s gets into a build, nor makes one anew', () => {
  const ignored = text('deploy/Dockerfile.dockerignore').split('\n')
  // Overrides, .env, secrets, backups: all of it lies in deploy, and nothing there is built.
  expect(ignored).toContain('deploy')
  expect(dockerfile).not.toMatch(/COPY (?!--from)(?!\. \.)/)
})

test('no container’s log fills the disk: Docker’s usual driver never ends one', () => {
  for (const [name, { logging }] of Object.entries(compose().services)) expect(logging, name).toEqual({ driver: 'local' })
})

test('what README adds to the gateway goes with what compose gives it', () => {
  const [, added = ''] = /```yaml\n([\s\S]*?)```/.exec(text('deploy/README.md')) ?? []
  const more = z
    .object({
      services: z.object({ gateway: z.object({ environment: z.record(z.string(), z.string()), secrets: z.array(z.string()) }) }),
      secrets: z.record(z.string(), z.unknown()),
    })
    .parse(parse(added))
  const { services, secrets } = compose()
  const { environment, secrets: files } = more.services.gateway
  expect(() => read.gateway(filled({ ...services['gateway']?.environment, ...environment }))).not.toThrow()
  for (const file of files) expect({ ...secrets, ...more.secrets }).toHaveProperty([file])
})

test('auth service and vault share no network, no store, no secret and no volume, and a store is reached by its own service alone', () => {
  const { services, networks } = compose()
  const [site, vault] = [services['secure-site'], services['vault']]
  for (const shared of ['networks', 'secrets', 'volumes'] as const) {
    expect(
      site?.[shared].filter((each) => vault?.[shared].includes(each)),
      shared,
    ).toEqual([])
  }
  for (const store of ['relay-store', 'gateway-store', 'secure-site-store', 'vault-store']) {
    const inside = Object.keys(services).filter((name) => services[name]?.networks.includes(store))
    expect(inside.toSorted()).toEqual([store.replace('-store', ''), store].toSorted())
    expect(services[store]?.networks).toEqual([store])
    expect(networks[store]?.internal).toBe(true)
  }
})

describe('the compose file of create-portico’s full-stack template', () => {
  const template = 'packages/create-portico/templates/full-stack'
  const { services, networks, volumes } = composed.parse(parse(text(`${template}/compose.yaml`), { merge: true }))
  /** As `npm run setup` writes it. */
  const site = join(folder, 'site')
  const setUp = (): string => {
    const ran = spawnSync(process.execPath, [join(root, template, 'services/setup.mjs')], { cwd: site, encoding: 'utf8' })
    return ran.stdout + ran.stderr
  }
  const written = (): Variables =>
    Object.fromEntries(Object.entries(parseEnv(readFileSync(join(site, '.env'), 'utf8'))).map(([name, value = '']) => [name, value]))
  let env: Variables = {}
  beforeAll(() => {
    mkdirSync(site)
    for (const file of ['.env.example', 'package.json']) cpSync(join(root, template, file), join(site, file))
    expect(setUp()).toContain('.env is written')
    env = written()
  })

  test('has keys and passwords of its own in .env, which stays as it is a second time', () => {
    const secrets = Object.entries(env).filter(([name]) => /_(KEYS|PASSWORD)$/.test(name))
    expect(secrets).toHaveLength(5)
    expect(new Set(secrets.map(([, value]) => value)).size).toBe(5)
    for (const [name, value] of secrets) expect(value.length, name).toBeGreaterThan(40)
    expect(setUp()).toContain('.env is there already')
    expect(written()).toEqual(env)
  })

  test.each(names)('%s gets variables that it knows, the image that deploy builds, and a port of this machine alone', (name) => {
    const service = services[name]
    expect(() => read[name](filled({ ...service?.environment }, env))).not.toThrow()
    expect(service?.build).toMatchObject({ dockerfile: 'deploy/Dockerfile', target: name })
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], ports: [`127.0.0.1:${ports[name]}:${ports[name]}`] })
    for (const each of service?.networks ?? []) expect(networks).toHaveProperty([each])
  })

  test('stores are of the images that deploy has, each reached by its own service alone, and keep what they have', () => {
    const deployed = compose().services
    for (const name of names.map((each) => `${each}-store`)) {
      expect(services[name]?.image).toBe(deployed[name]?.image)
      expect(networks[name]?.internal).toBe(true)
      expect(
        Object.keys(services)
          .filter((each) => services[each]?.networks.includes(name))
          .toSorted(),
      ).toEqual([name.replace('-store', ''), name].toSorted())
      expect(volumes).toHaveProperty([services[name]?.volumes[0]?.split(':')[0] ?? ''])
    }
  })

  test('the page’s addresses in .env are those of the services, and of `npm run services`', () => {
    const given = read['secure-site'](filled({ ...services['secure-site']?.environment }, env))
    expect(given).toMatchObject({ publicUrl: env['VITE_SECURE_SITE_URL'], projects: [{ id: env['VITE_PROJECT_ID'] }] })
    expect(read.relay(filled({ ...services['relay']?.environment }, env))).toMatchObject({ publicUrls: [env['VITE_RELAY_URL']] })
    expect(services['gateway']?.environment['PORTICO_GATEWAY_PUBLIC_URL']).toBe(env['VITE_API_URL'])
    const { ethereum, relay, gateway, secureSite } = resolvePorts({})
    const portOf = (url = '') => Number(new URL(url).port)
    expect([env['VITE_RPC_URL'], env['VITE_RELAY_URL'], env['VITE_API_URL'], env['VITE_SECURE_SITE_URL']].map(portOf)).toEqual([
      ethereum,
      relay,
      gateway,
      secureSite,
    ])
  })
})

test('README puts each file of the vault’s unit where it looks', () => {
  const [, said = ''] = /## systemd\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(text('deploy/README.md')) ?? []
  const unit = text('deploy/systemd/portico-vault.service')
  const files = [...unit.matchAll(/^(?:LoadCredential=[\w-]+:|EnvironmentFile=|WorkingDirectory=)(.*)$/gm)].map(([, file = '']) => file)
  expect(files).toHaveLength(4)
  for (const file of files) expect(said).toContain(` ${file}`)
})

test('portico-command hands systemd the unit’s settings in their order, its user, and the credentials’ new place', () => {
  const script = join(folder, 'portico-command')
  writeFileSync(script, text('deploy/systemd/portico-command').replace('/etc/systemd/system', join(root, 'deploy/systemd')))
  writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
  const ran = spawnSync('sh', [script, 'vault', 'backup', '/safe/a b'], { env, encoding: 'utf8' })
  expect(ran.stderr).toBe('')
  const args = ran.stdout.trimEnd().split('\n')
  const [, name = ''] = /^--unit=(.*)$/m.exec(ran.stdout) ?? []
  const settings = text('deploy/systemd/portico-vault.service')
    .split('[Service]')[1]
    ?.split('[Install]')[0]
    ?.split('\n')
    .filter((line) => /^\w+=/.test(line) && !/^(Type|ExecStart|Restart|RestartSec|TimeoutStopSec)=/.test(line))
  expect(settings?.length).toBeGreaterThan(20)
  expect(args.flatMap((arg, index) => (args[index - 1] === '-p' ? [arg] : []))).toEqual([
    'User=portico-vault',
    ...(settings ?? []).map((line) => line.replace('%d', `/run/credentials/${name}.service`)),
  ])
  expect(args.slice(-4)).toEqual(['/usr/bin/node', 'main.mjs', 'backup', '/safe/a b'])
})

test('the proxy lets an idle connection go before the service cuts it, at the moment that a visitor’s request is on it', () => {
  const file = text('deploy/Caddyfile')
  const [, seconds = ''] = /^\t+keepalive (\d+)s$/m.exec(file) ?? []
  const [, milliseconds] = /keepAliveTimeout: (\d+)/.exec(text('packages/service/src/http/listener.ts').replaceAll('_', '')) ?? []
  expect(Number(seconds || Infinity) * 1000).toBeLessThan(Number(milliseconds))
  // Of every name.
  expect(file.match(/reverse_proxy /g)).toHaveLength(names.length)
  expect(file.match(/^\t\timport service$/gm)).toHaveLength(names.length)
})

test('the proxy leads each name to its service, with the visitor’s address alone', () => {
  const upstreams = { RELAY_NAME: 'relay:5555', API_NAME: 'gateway:9100', WALLET_NAME: 'secure-site:9301', VAULT_NAME: 'vault:9302' }
  const file = text('deploy/Caddyfile')
  expect(/^\(service\) \{\n([^]*?)^\}/m.exec(file)?.[1]).toMatch(/^\theader_up X-Forwarded-For \{remote_host\}$/m)
  const led = [...file.matchAll(/^\{\$(\w+)\} \{\n\treverse_proxy (\S+) \{\n\t\timport service\n\t\}\n\}$/gm)]
  expect(led.map(([, name, upstream]) => [name, upstream])).toEqual(Object.entries(upstreams))
  // Debian's Caddy takes arguments of a snippet as they stand.
  expect(file).not.toContain('{args')
  // How Caddy reads it, where there is one. `pnpm containers` asks through it.
  const env = { ...process.env, ...given }
  const command = ['adapt', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')]
  const adapted = spawnSync('caddy', command, { encoding: 'utf8', env })
  if (adapted.error) return
  expect(adapted.status, adapted.stderr).toBe(0)
  for (const [name, upstream] of Object.entries(upstreams)) {
    const route = new RegExp(`"host":\\["${given[name]?.replaceAll('.', '\\.')}"\\][^]*?"terminal":true`).exec(adapted.stdout)?.[0] ?? ''
    expect(route, name).toContain('"X-Forwarded-For":["{http.request.remote.host}"]')
    expect(route, name).toContain('"response_header_timeout":35000000000')
    expect(route, name).toContain('"idle_timeout":4000000000')
    expect(/"dial":"([^"]*)"/.exec(route)?.[1], name).toBe(upstream)
  }
})

test('systemd takes the units as they are', () => {
  const units = readdirSync(join(root, 'deploy/systemd'))
    .filter((file) => file.endsWith('.service'))
    .map((file) => join(root, 'deploy/systemd', file))
  expect(units).toHaveLength(names.length)
  // It looks for the program, which is where Debian and NodeSource put it.
  const copies = units.map((unit) => {
    const copy = join(folder, unit.slice(unit.lastIndexOf('/') + 1))
    writeFileSync(copy, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath))
    return copy
  })
  const verified = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' })
  if (verified.error) return
  expect(verified.stderr).toBe('')
  expect(verified.status).toBe(0)
})

describe('what is written down', () => {
  const pages = [
    'docs/embedded-operators.md',
    'docs/relay.md',
    'deploy/README.md',
    ...names.map((name) => `apps/${name}/README.md`),
  ] as const
  const written = pages.map((page) => ({ page, said: text(page) }))

  test.each(names)('every variable of %s that a page names is one that it knows', (name) => {
    const prefix = `PORTICO_${name.replace('-', '_').toUpperCase()}_`
    const found = new Set(
      written.flatMap(({ said }) => [...said.matchAll(new RegExp(`\\b${prefix}[A-Z_]*[A-Z]\\b`, 'g'))].map(([variable]) => variable)),
    )
    expect(found.size).toBeGreaterThan(0)
    for (const variable of found) {
      let problem = ''
      try {
        read[name]({ [variable]: variable.endsWith('_FILE') ? fileFor('keys') : 'x' })
      } catch (error) {
        problem = String(error)
      }
      expect(problem, variable).not.toContain('no such variable')
    }
  })

  test('the guide’s first start gives both services what they need', () => {
    const guide = text('docs/embedded-operators.md')
    const variables = Object.fromEntries(
      [...guide.matchAll(/(PORTICO_(?:SECURE_SITE|VAULT)_\w+)=("2026:\$\(key\)"|'[^']*'|[^\s'"]+)/g)].map(
        ([, variable = '', value = '']) => [variable, value.startsWith('"') ? `2026:${key}` : value.replaceAll("'", '')],
      ),
    )
    const of = (prefix: string): Variables =>
      Object.fromEntries(Object.entries(variables).filter(([variable]) => variable.startsWith(prefix)))
    const { PORTICO_SECURE_SITE_KEYS_FILE: _, ...site } = of('PORTICO_SECURE_SITE_')
    expect(() => read['secure-site'](site)).not.toThrow()
    expect(() => read.vault(of('PORTICO_VAULT_'))).not.toThrow()
  })

  test('words of the wallet’s page that the guide quotes stand on it', () => {
    const quoted = [...text('docs/embedded-operators.md').matchAll(/(?<![\w`])_([A-Z][a-z]+ [^_\n]{4,60})_(?!\w)/g)].map(
      ([, words = '']) => words,
    )
    expect(quoted.length).toBeGreaterThan(2)
    const page = text('apps/secure-site/src/page/i18n/en.ts')
    expect(quoted.filter((words) => !page.includes(`'${words}'`))).toEqual([])
  })

  test.each(['secure-site', 'vault'] as const)(
    'every command of %s that a page names is one that it has, and its README names all',
    (name) => {
      const asked = spawnSync(process.execPath, [join(root, 'apps', name, `bin/${name}.mjs`), 'nothing'], { encoding: 'utf8' })
      expect(asked.status).toBe(1)
      const known = /There are: (.*)\.\n/.exec(asked.stderr)?.[1]?.split(', ') ?? []
      const named = written.flatMap(({ said }) =>
        [...said.matchAll(new RegExp(`bin/${name}\\.mjs ([a-z][\\w-]*)`, 'g'))].map(([, command = '']) => command),
      )
      expect(named.filter((command) => !known.includes(command))).toEqual([])
      expect(known.filter((command) => !text(`apps/${name}/README.md`).includes(`\`${command}`))).toEqual([])
    },
  )
})
