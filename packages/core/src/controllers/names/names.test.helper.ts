import { fakeAddress, fakeAdapter, fakeConnector, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { dispatchConnection } from '../connection/dispatch.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import type { PorticoOptions } from '../../portico/options.js'
import { nameFormStore } from './form/store.js'

export const networkId = 'eip155:8453' satisfies NetworkId
export const zone = 'portico.eth'
export { fakeAddress }
const metadata = { name: 'Shop', url: 'https://shop.example/names' }

interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown>
}

export interface NameService {
  /** Who has which name. */
  readonly owners: Map<string, string>
  /** Names that are refused, and why. */
  readonly refused: Map<string, { readonly name: string; readonly description: string }>
  /** Answers instead; undefined lets the service answer. */
  script: (asked: Asked) => Response | Promise<Response> | undefined
  readonly asked: Asked[]
}

export const failed = (name: string, description: string, status = 400) =>
  Response.json({ status: 'FAILED', reasons: [{ name, description }] }, { status })

/** An entry as the wire has it. */
export const entry = (name: string, address: string, more: object = {}) => ({
  name,
  registered_at: '2026-11-25T15:00:00.000Z',
  addresses: { '2147492101': { address, created: '2026-11-25T15:00:00.000Z' } },
  attributes: [{}],
  ...more,
})

/** A gateway with the names service, from memory. */
export function nameService(): NameService & { readonly fetch: typeof fetch } {
  const owners = new Map<string, string>()
  const refused: NameService['refused'] = new Map()
  const answer = ({ method, path, query, body }: Asked): Response => {
    if (path === '/v1/profile/zones') return Response.json({ zones: [zone, 'harbor.eth'], lifetimeSeconds: null })
    if (path.startsWith('/v1/profile/suggestions/')) {
      const label = path.split('/').at(-1) ?? ''
      const under = query.get('zone') ?? ''
      const one = (name: string) => ({ name, registered: owners.has(name), ...(refused.has(name) && { reason: refused.get(name) }) })
      return Response.json({
        suggestions: [label, `${label}-1`, `${label}26`, `${label}-x`, `my-${label}`].map((it) => one(`${it}.${under}`)),
      })
    }
    if (path.startsWith('/v1/profile/reverse/')) {
      const address = path.split('/').at(-1)
      const own = [...owners].filter(([, owner]) => owner === address)
      return own.length > 0 ? Response.json(own.map(([name, owner]) => entry(name, owner))) : failed('not-found', 'No name', 404)
    }
    if (method === 'POST' && path === '/v1/profile/account') {
      const { name } = JSON.parse(String(body['message'])) as { name: string }
      if (owners.has(name)) return failed('taken', `${name} is taken`)
      owners.set(name, String(body['address']))
      return Response.json({ success: true })
    }
    if (method === 'POST') return Response.json({ success: true })
    const owner = owners.get(path.split('/').at(-1) ?? '')
    return owner ? Response.json(entry(path.split('/').at(-1) ?? '', owner)) : failed('not-found', 'No such name', 404)
  }
  const self: NameService & { fetch: typeof fetch } = {
    owners,
    refused,
    script: () => undefined,
    asked: [],
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const text = await request.text()
      const { pathname: path, searchParams: query } = new URL(request.url)
      const asked = { method: request.method, path, query, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
      self.asked.push(asked)
      return (await self.script(asked)) ?? answer(asked)
    },
  }
  return self
}

/** A portico with a connected embedded wallet, and a gateway that gives names away. */
export function withNames(adapter: FakeAdapterOptions = {}, options: Partial<PorticoOptions> = {}, connect: object = {}) {
  const server = nameService()
  const signed: string[] = []
  const fake = fakeAdapter({
    signMessage: ({ message }) => Promise.resolve((signed.push(String(message)), '0x51')),
    ...adapter,
  })
  const portico = testPortico({ adapters: [fake], apiUrl: 'https://api.example', names: {}, metadata, fetch: server.fetch, ...options })
  const grant = { addresses: [fakeAddress] as const, networkId } as const
  const connector = fakeConnector({ id: 'embedded', kind: 'embedded', ...connect })
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector, grant, activate: true })
  return { portico, fake, server, signed, form: () => nameFormStore(portico).getState() }
}
