#!/usr/bin/env node
// Node 20 does not read TypeScript: bundle src/main.ts (a third of a second) and import the bundle.
import { bundle } from '@portico/service/bundle'

await import(await bundle(new URL('..', import.meta.url), 'src/main.ts'))
