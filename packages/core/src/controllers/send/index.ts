export * from './store.js'
