export { type PlacedContract, delegationContracts } from './delegationContracts.js'
export { entryPointDeployment, simple7702Deployment } from './entryPointDeployment.js'
export { type Ask, placeContracts } from './placeContracts.js'
export { receiptOf } from './receiptOf.js'
