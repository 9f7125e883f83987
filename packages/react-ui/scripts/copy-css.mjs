// The style sheet of the package, which tsc does not write, and its declaration: since version 6, TypeScript wants one of each import.
import { copyFile, writeFile } from 'node:fs/promises'

await copyFile(new URL('../src/styles.css', import.meta.url), new URL('../dist/styles.css', import.meta.url))
await writeFile(new URL('../dist/styles.css.d.ts', import.meta.url), 'export {}\n')
