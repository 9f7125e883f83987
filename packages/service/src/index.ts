export {
  type Environment,
  type EnvironmentParameters,
  flagText,
  inWords,
  jsonText,
  keyList,
  keyText,
  readEnvironment,
  smtpUrlText,
  wholeText,
} from './environment.js'
export { AuditError, DatabaseError, ListenError, OperatorError, OptionsError } from './errors.js'
export { type Log, createLog, failureOf, throttled } from './log.js'
export { type Command, type Program, folderWith, runProgram } from './program.js'
