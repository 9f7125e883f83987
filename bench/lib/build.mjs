// Builds one app folder with the bench's own Vite, the same way for every app.
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import react from '@vitejs/plugin-react'

export const ROOT = path.resolve(import.meta.dirname, '..')
export const appDir = (app) => path.join(ROOT, 'apps', app)

export function readSpec(app) {
  const file = path.join(appDir(app), 'bench.json')
  const spec = JSON.parse(fs.readFileSync(file, 'utf8'))
  return { app, label: app, ...spec }
}

export function listApps() {
  return fs
    .readdirSync(path.join(ROOT, 'apps'))
    .filter((d) => fs.existsSync(path.join(appDir(d), 'bench.json')))
    .map((d) => readSpec(d))
    .sort((a, b) => (a.order ?? 99) - (b.order ?? 99))
    .map((s) => s.app)
}

function base(app, spec) {
  return {
    root: appDir(app),
    configFile: false,
    envFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [react()],
    ...(spec.define ? { define: spec.define } : {}),
    ...(spec.dedupe ? { resolve: { dedupe: spec.dedupe } } : {}),
  }
}

export async function buildApp(app) {
  const spec = readSpec(app)
  const t0 = performance.now()
  await build({
    ...base(app, spec),
    build: { outDir: 'dist', emptyOutDir: true, reportCompressedSize: false, sourcemap: false },
  })
  return { buildMs: Math.round(performance.now() - t0) }
}

/** The same build, not written: chunks and assets, each chunk with its modules. */
export async function bundle(app) {
  const { output } = await build({ ...base(app, readSpec(app)), build: { write: false, reportCompressedSize: false } })
  return output
}

// bundled=false: dependencies stay external and are resolved by Node, as most server frameworks do.
// bundled=true: everything is bundled, which hides packaging mistakes of the dependencies.
export async function buildSsr(app, bundled) {
  const spec = readSpec(app)
  const outDir = bundled ? 'dist-ssr/bundled' : 'dist-ssr/external'
  const config = base(app, spec)
  const ID = '/src/bench-ssr.jsx'
  config.plugins.unshift({
    name: 'bench-ssr',
    enforce: 'pre',
    resolveId: (id) => (id === 'bench-ssr' ? path.join(appDir(app), ID) : null),
    load: (id) =>
      id === path.join(appDir(app), ID)
        ? `import { renderToString } from 'react-dom/server'\nimport { App } from './App.jsx'\nexport const render = () => renderToString(<App />)\n`
        : null,
  })
  await build({
    ...config,
    ...(bundled ? { ssr: { noExternal: true } } : {}),
    build: { ssr: true, rollupOptions: { input: { ssr: 'bench-ssr' } }, outDir, emptyOutDir: true, reportCompressedSize: false },
  })
  const out = path.join(appDir(app), outDir)
  return path.join(
    out,
    fs.readdirSync(out).find((f) => /^ssr\.m?js$/.test(f)),
  )
}

if (process.argv[1] === import.meta.filename) {
  const apps = process.argv.slice(2)
  for (const app of apps.length ? apps : listApps()) {
    try {
      const r = await buildApp(app)
      console.log(`built ${app} in ${r.buildMs} ms`)
    } catch (e) {
      console.error(`FAILED ${app}: ${String(e.message).slice(0, 1500)}`)
    }
  }
}
