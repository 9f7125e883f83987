import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { PageBuildError } from '../errors.js'

/** A file of the page. Its name has a hash of its content, so it never changes. */
export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
  /** Subresource integrity, as `sha384-…`. */
  readonly integrity: string
}

/** A script that a document loads, and what it imports at once. */
export interface PageEntry {
  readonly file: string
  readonly imports: readonly string[]
}

/** What `buildPage` made: files by name, served below `/assets/`. */
export interface BuiltPage {
  readonly files: ReadonlyMap<string, PageFile>
  readonly entries: Readonly<Record<'frame' | 'window', PageEntry>>
}

const fileName = z.string().check(z.regex(/^[\w.-]+$/))
const entry = z.object({ file: fileName, imports: z.array(fileName) })

/** `manifest.json`, written by scripts/build.mjs beside the files. */
const manifest = z.object({
  entries: z.object({ frame: entry, window: entry }),
  files: z.record(fileName, z.object({ integrity: z.string().check(z.regex(/^sha384-[A-Za-z0-9+/=]+$/)), type: z.string() })),
})

/** Reads a page that was built. @throws PageBuildError when it is not there */
export function readPage(folder: string): BuiltPage {
  try {
    const { entries, files } = manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
    const read = Object.entries(files).map(([name, { integrity, type }]): [string, PageFile] => {
      return [name, { integrity, type, body: new Uint8Array(readFileSync(join(folder, name))) }]
    })
    return { entries, files: new Map(read) }
  } catch (cause) {
    throw new PageBuildError(`There is no built page in ${folder}: run the build of this package.`, { cause, option: 'page' })
  }
}
