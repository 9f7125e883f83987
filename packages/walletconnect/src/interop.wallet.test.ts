import { officialWallet } from './test/official.js'
import { ourDapp } from './test/ours.js'
import { startRealRelay } from './test/realRelay.js'
import { describeCell } from './test/scenarios.js'

describeCell({ name: 'our client and the official wallet', relay: startRealRelay, dapp: ourDapp, wallet: officialWallet })
