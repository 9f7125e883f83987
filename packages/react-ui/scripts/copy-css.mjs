// The one file of the package that tsc does not write.
import { copyFile } from 'node:fs/promises'

await copyFile(new URL('../src/styles.css', import.meta.url), new URL('../dist/styles.css', import.meta.url))
