import { account } from './account/feature.js'
import { activity } from './activity/feature.js'
import { calls } from './calls/feature.js'
import { connect } from './connect/feature.js'
import { directory } from './directory/feature.js'
import { embedded } from './embedded/feature.js'
import type { Feature } from './feature.js'
import { help } from './help/feature.js'
import { login } from './login/feature.js'
import { names } from './names/feature.js'
import { network } from './network/feature.js'
import { nfts } from './nfts/feature.js'
import { onramp } from './onramp/feature.js'
import { pairing } from './pairing/feature.js'
import { permissions } from './permissions/feature.js'
import { send } from './send/feature.js'
import { siwx } from './siwx/feature.js'
import { swap } from './swap/feature.js'
import type { BuiltInFeature } from '@portico/core/kit'

/**
 * The features of every modal, with its own code. One of them is deleted with its folder and its line here and in core's `viewNames.ts`; of
 * `connect`, `modal/first.ts` has another line.
 */
export const builtIn = [
  connect,
  login,
  directory,
  pairing,
  account,
  nfts,
  activity,
  network,
  embedded,
  names,
  help,
  siwx,
  send,
  onramp,
  swap,
  permissions,
  calls,
] as const satisfies readonly (Feature & { readonly id: BuiltInFeature })[]
