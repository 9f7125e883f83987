import type { SolanaEndpoints, SolanaOptions } from './options.js'

/** The http(s) URLs of a network in order of preference, and its WebSocket; undefined for a network that the site does not use. */
export function endpointsOf(
  { networks, rpcUrls = {} }: SolanaOptions,
  networkId: string,
): { readonly http: readonly string[]; readonly ws: string } | undefined {
  const network = networks.find(({ id }) => id === networkId)
  if (!network) return undefined
  const given: string | readonly string[] | SolanaEndpoints =
    (Object.hasOwn(rpcUrls, networkId) ? rpcUrls[networkId] : undefined) ?? network.rpcUrls
  const { http, ws } = isWhole(given) ? given : { http: given }
  const urls = typeof http === 'string' ? [http] : http
  return { http: urls, ws: ws ?? socketUrl(urls[0] ?? '') }
}

const isWhole = (given: string | readonly string[] | SolanaEndpoints): given is SolanaEndpoints =>
  typeof given === 'object' && 'http' in given

/** Where the WebSocket of an endpoint is, by the rule of `@solana/web3.js`: ws for http, and one port higher where a port is named. */
export function socketUrl(url: string): string {
  const [, scheme = '', host = '', port, rest = ''] = /^(https?):\/\/([^/?#]*?)(?::(\d+))?([/?#].*)?$/i.exec(url) ?? []
  return `${/s$/i.test(scheme) ? 'wss' : 'ws'}://${host}${port ? `:${Number(port) + 1}` : ''}${rest || '/'}`
}
