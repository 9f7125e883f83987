import { builtinEnvironments } from 'vitest/runtime'

// What `environment: 'jsdom'` does, here once the files of this repository that every test loads have read their own addresses.
await builtinEnvironments['jsdom'].setup(globalThis, {})
const { walkThroughModal } = await import('./walk.js')

walkThroughModal()
