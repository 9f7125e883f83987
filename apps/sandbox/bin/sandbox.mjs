#!/usr/bin/env node
// Node 20 does not read TypeScript: bundle src/main.ts (a third of a second) and import the bundle.
import { bundle } from '../scripts/bundle.mjs'

await import(await bundle('src/main.ts'))
