#!/usr/bin/env node
// Node 20 does not read TypeScript: bundle src/main.ts (a third of a second), import the bundle, remove it.
import { rm } from 'node:fs/promises'
import { bundle } from '../scripts/bundle.mjs'

const file = await bundle()
try {
  await import(file)
} finally {
  await rm(new URL(file))
}
