import { resolve } from 'node:path'
import { runProgram } from '@portico/service'
import { prefix, readOptions, variableNames } from './env.js'
import { newVapidKeys } from './push/vapid.js'
import { createRelay } from './relay.js'

// Where the person typed it, which is not where the package manager runs this.
const file = resolve(process.env['INIT_CWD'] ?? '', 'portico-relay.db')

runProgram({
  create: () => createRelay(readOptions(process.env, { file })),
  start: (relay) => relay.ready,
  stop: (relay) => relay.stop(),
  offline: { 'vapid-keys': async () => newVapidKeys() },
  variables: { prefix, names: variableNames },
  secondSignalEnds: true,
})
