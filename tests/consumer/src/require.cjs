// Asks for doors as CommonJS does: Node from 20.19 on reads a module of its own kind that way.
for (const door of process.argv.slice(2)) {
  const exported = require(door)
  if (Object.keys(exported).length > 0) continue
  console.error(`${door} exports nothing`)
  process.exitCode = 1
}
