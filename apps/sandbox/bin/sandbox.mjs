#!/usr/bin/env node
// Node 20 does not read TypeScript: bundle src/main.ts (a third of a second) and import the bundle.
import { bundle } from '@portico/service/bundle'

/** They are large and made for Node alone, or look for optional native code by themselves. */
const external = ['oidc-provider', 'oidc-provider/lib/provider.js', 'smtp-server', 'ws']

await import(await bundle(new URL('..', import.meta.url), 'src/main.ts', { external }))
