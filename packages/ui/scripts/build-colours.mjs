// Writes the colours of src/theme/palette.ts into src/styles/tokens.css. A test says when they are stale.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const tokens = new URL('../src/styles/tokens.css', import.meta.url)
const formulas = await rolldown({
  input: fileURLToPath(new URL('../src/theme/css.ts', import.meta.url)),
  resolve: { extensionAlias: { '.js': ['.ts'] } },
})
const { output } = await formulas.generate({ format: 'esm' })
await formulas.close()
const { withColours } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
await writeFile(tokens, withColours(await readFile(tokens, 'utf8')))
