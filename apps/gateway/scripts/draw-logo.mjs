// Draws a logo as those of the directory are: `pnpm --filter @portico/gateway logo mark.svg mark.webp`, paths from this package's folder.
// For the overlay of an operator.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { bundle } from '@portico/service/bundle'

const [from, to] = process.argv.slice(2)
if (!from || !to?.endsWith('.webp')) {
  console.error('Two files are needed: a picture, and where to write it, which ends with .webp.')
  process.exit(1)
}
const module = await bundle(new URL('..', import.meta.url), 'src/refresh/index.ts')
const { drawLogo } = await import(module)
rmSync(new URL(module))
const { bytes } = await drawLogo(readFileSync(from))
writeFileSync(to, bytes)
console.log(`${to}: ${bytes.length} bytes`)
