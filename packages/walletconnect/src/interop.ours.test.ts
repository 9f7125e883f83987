import { ourDapp, ourWallet } from './test/ours.js'
import { startRealRelay } from './test/realRelay.js'
import { describeCell } from './test/scenarios.js'

describeCell({ name: 'our client and our wallet', relay: startRealRelay, dapp: ourDapp, wallet: ourWallet })
