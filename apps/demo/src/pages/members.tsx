import '@portico/react-ui/styles.css'
import '../styles/site.css'
import { evm } from '@portico/adapter-evm'
import { siwx } from '@portico/core/siwx'
import { isEthereumAlone, isSignInRequired, signInUrl } from '../members.js'
import { networks } from '../networks.js'
import { createTreasuryPortico } from '../treasury.js'
import { Site } from '../ui/Site.js'
import { startPage } from '../ui/start.js'
import { Members } from './MembersPage.js'

const portico = createTreasuryPortico({
  ...(isEthereumAlone() && { adapters: [evm({ networks })] }),
  siwx: siwx({ url: signInUrl(), required: isSignInRequired(), statement: 'Sign in to the Meridian members page.' }),
})

startPage(
  <Site portico={portico}>
    <Members />
  </Site>,
  { wallets: ['evm', 'solana', 'bitcoin', 'multi'] },
)
