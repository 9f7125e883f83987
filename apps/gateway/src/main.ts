import { join } from 'node:path'
import { folderWith, runProgram } from '@portico/service'
import { readOptions } from './env.js'
import { createGateway } from './gateway.js'

const folder = folderWith('package.json', import.meta.url) ?? process.cwd()

runProgram({
  create: () => createGateway(readOptions(process.env, { siwxFile: join(folder, 'siwx.db') })),
  start: (gateway) => gateway.listen(),
  stop: (gateway) => gateway.close(),
  variables: {
    prefix: 'PORTICO_GATEWAY_',
    names: { 'siwx.database': 'SIWX_DATABASE', 'metrics.host': 'METRICS_HOST', 'metrics.port': 'METRICS_PORT' },
  },
})
