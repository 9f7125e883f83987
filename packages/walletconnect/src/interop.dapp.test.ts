import { officialDapp } from './test/official.js'
import { ourWallet } from './test/ours.js'
import { startRealRelay } from './test/realRelay.js'
import { describeCell } from './test/scenarios.js'

describeCell({ name: 'the official client and our wallet', relay: startRealRelay, dapp: officialDapp, wallet: ourWallet })
