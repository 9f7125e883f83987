// What the compiler reads to check every type of the workspace.

/** A program per kind of package: package by package, the same sources would be read up to twenty times. */
export const typePrograms = [
  'tests/types/tsconfig.node.json',
  'tests/types/tsconfig.browser.json',
  'tests/types/tsconfig.bundler.json',
  'packages/adapter-evm/tsconfig.wagmi-2.json',
  'packages/create-portico/tsconfig.templates.json',
  'apps/relay',
  'apps/docs',
]

/** One checker: several repeat the work on shared types. @returns {string[]} for the workspace's `tsc` */
export const typeArguments = (/** @type {string} */ project) => ['--noEmit', '--checkers', '1', '-p', project]
