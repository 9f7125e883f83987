#!/usr/bin/env node
import { run } from './src/run.mjs'

process.exitCode = run(process.argv.slice(2))
