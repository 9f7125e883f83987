// `node ssr/render.mjs '<cookie header>'`: prints the page's HTML as a server renders it, and ends by itself.
// Run `vite build` first.
import { render } from '../dist/server/render.js'

process.stdout.write(`${render(process.argv[2])}\n`)
