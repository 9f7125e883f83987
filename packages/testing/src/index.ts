export * from './fakeAdapter.js'
export * from './fakeFetch.js'
export * from './testPortico.js'
export * from './wallet/index.js'
