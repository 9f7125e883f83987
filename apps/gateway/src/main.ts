import { runProgram } from '@portico/service'
import { readOptions } from './env.js'
import { createGateway } from './gateway.js'

runProgram({
  create: () => createGateway(readOptions(process.env)),
  start: (gateway) => gateway.listen(),
  stop: (gateway) => gateway.close(),
})
