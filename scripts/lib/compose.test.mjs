import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createArguments, inOrder } from './compose.mjs'

const where = { prefix: 'p', folder: '/deploy', env: { NAME: 'relay.example' } }

test('a service is created with the rights, files and variables that compose gives it', () => {
  const compose = {
    services: {
      vault: {
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: 256,
        stop_grace_period: '20s',
        environment: { URL: 'https://${NAME}', PORT: 1 },
        secrets: ['keys'],
        volumes: ['vault:/data', './Caddyfile:/etc/caddy/Caddyfile:ro'],
        networks: ['vault', 'metrics'],
      },
    },
    networks: {},
    volumes: {},
    secrets: { keys: { file: './secrets/keys' } },
  }
  expect(createArguments(compose, 'vault', where).join(' ')).toBe(
    '--read-only --pids-limit 256 --stop-timeout 20 --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --env URL=https://relay.example --env PORT=1 ' +
      '--volume /deploy/secrets/keys:/run/secrets/keys:ro --volume p-vault:/data --volume /deploy/Caddyfile:/etc/caddy/Caddyfile:ro ' +
      '--network p-vault --network-alias vault',
  )
  expect(() => createArguments(compose, 'vault', { ...where, env: {} })).toThrow('NAME is not set.')
})

test('of deploy/compose.yaml, each store starts before its service', () => {
  const { services } = parse(readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8'), { merge: true })
  const order = inOrder(services)
  expect(order).toHaveLength(Object.keys(services).length)
  for (const name of ['relay', 'gateway', 'secure-site', 'vault']) expect(order.indexOf(`${name}-store`)).toBeLessThan(order.indexOf(name))
})
