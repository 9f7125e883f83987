// What a page or a test needs to talk to the contracts: addresses and ABIs, and nothing of Node.
export { addresses } from './artifacts/addresses.js'
export { collectionAbi } from './artifacts/collection.js'
export { factoryAbi } from './artifacts/factory.js'
export { pairAbi } from './artifacts/pair.js'
export { routerAbi } from './artifacts/router.js'
export { tokenAbi } from './artifacts/token.js'
export { wrappedEtherAbi } from './artifacts/wrappedEther.js'
export { tokens } from './tokens.js'
