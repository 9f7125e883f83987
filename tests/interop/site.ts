import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

export interface Site {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Serves a page that can run the rows. The official clients are in chunks of their own, which only their rows load. */
export async function startSite(): Promise<Site> {
  const files = new Map([
    [
      '/',
      '<!doctype html><meta charset="utf-8"><title>Interoperability</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
    ],
  ])
  for (const [name, code] of await bundle()) files.set(`/${name}`, code)
  const server = createServer(({ url = '/' }, response) => {
    const text = files.get(url)
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': url.endsWith('.js') ? 'text/javascript' : 'text/html' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bundle(): Promise<readonly (readonly [name: string, code: string])[]> {
  const build = await rolldown({
    input: fileURLToPath(new URL('page.ts', import.meta.url)),
    platform: 'browser',
    resolve: { conditionNames: ['@portico/source', 'module', 'browser', 'import', 'default'] },
    // The official clients ask for Node's `global`. Without the flag, one that is made again would be the one from before.
    transform: { define: { global: 'globalThis', 'process.env.DISABLE_GLOBAL_CORE': '"true"' } },
    checks: { moduleLevelDirective: false },
  })
  try {
    const { output } = await build.generate({ format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' })
    return output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code] as const] : []))
  } finally {
    await build.close()
  }
}
