export * from './address.js'
export * from './format.js'
export * from './parse.js'
