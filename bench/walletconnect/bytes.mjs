// What a QR code costs to fetch: our connector's chunks beside the official clients, minified and compressed the same way.
import zlib from 'node:zlib'
import { bundleSource } from './build.mjs'

const { BROTLI_PARAM_QUALITY: quality } = zlib.constants

/** Every file is compressed by itself, as it travels. */
function weigh(chunks) {
  const bodies = [...chunks].map(({ code }) => Buffer.from(code))
  const sum = (of) => bodies.reduce((total, body) => total + of(body), 0)
  return {
    files: bodies.length,
    raw: sum((body) => body.length),
    gzip: sum((body) => zlib.gzipSync(body, { level: 9 }).length),
    brotli: sum((body) => zlib.brotliCompressSync(body, { params: { [quality]: 11 } }).length),
  }
}

/** A chunk and all that it imports at once. */
function closure(chunks, roots) {
  const found = new Set()
  const add = (chunk) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file))
  }
  for (const root of roots) add(root)
  return found
}

/** @throws Error when nothing is imported lazily by that name any more */
function facade(chunks, pattern) {
  const found = chunks.filter(({ facadeModuleId }) => facadeModuleId && pattern.test(facadeModuleId.replaceAll('\\', '/')))
  if (found.length === 0) throw new Error(`No chunk is made for ${pattern}.`)
  return found
}

/** What a press on 'WalletConnect' loads of the built package. */
const connector = /walletconnect\/dist\/chunks\/connector\.js$/

export async function bytes() {
  const ours = await bundleSource(`export { walletConnect } from '@portico/walletconnect'`, { external: [/^@portico\/core(\/|$)/] })
  const entry = closure(ours, [ours.find(({ isEntry }) => isEntry)])
  const lazy = (...patterns) =>
    weigh(
      [
        ...closure(
          ours,
          patterns.flatMap((pattern) => facade(ours, pattern)),
        ),
      ].filter((chunk) => !entry.has(chunk)),
    )
  const official = {
    'sign-client': await bundleSource(`export { SignClient } from '@walletconnect/sign-client'`),
    'universal-provider': await bundleSource(`export { UniversalProvider } from '@walletconnect/universal-provider'`),
  }
  return {
    'Portico, with the page': weigh(entry),
    'Portico, the chunk of a QR code': lazy(connector),
    'Portico, the same with its form for EVM': lazy(connector, /chunks\/provider-eip155\.js$/),
    ...Object.fromEntries(
      Object.entries(official).map(([name, chunks]) => [
        `@walletconnect/${name} 2.21.8`,
        weigh(closure(chunks, [chunks.find(({ isEntry }) => isEntry)])),
      ]),
    ),
  }
}
