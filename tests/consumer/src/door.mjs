// Imports one door and fails if the import did anything: a new global, a timer, a request, a listener, something left open.
const door = process.argv[2] ?? ''
// zod keeps its settings where all copies of it find them.
const expected = ['__zod_globalConfig', '__zod_globalRegistry']
const globals = () => Reflect.ownKeys(globalThis).map(String)
const prototypes = () => [Object, Array, Function, Promise].flatMap(({ prototype }) => Reflect.ownKeys(prototype).map(String)).join()
const before = { globals: new Set(globals()), prototypes: prototypes() }

const calls = []
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch']) {
  const real = globalThis[name]
  globalThis[name] = (...args) => {
    // Node's own loader may use timers; what matters is who asks.
    if (/node_modules/.test(new Error().stack ?? '')) calls.push(name)
    return real(...args)
  }
}
const listeners = process.eventNames().length

const module = await import(door)

const problems = [
  ...globals()
    .filter((name) => !before.globals.has(name) && !expected.includes(name))
    .map((name) => `added the global ${name}`),
  ...(prototypes() === before.prototypes ? [] : ['changed a prototype']),
  ...calls.map((name) => `called ${name}`),
  ...(process.eventNames().length === listeners ? [] : ['listens to the process']),
  ...(Object.keys(module).length > 0 ? [] : ['exports nothing']),
]
for (const problem of problems) console.error(`${door} ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
