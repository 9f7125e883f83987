import '@portico/react-ui/styles.css'
import '../styles/site.css'
import { siwx } from '@portico/core/siwx'
import { isSignInRequired, signInUrl } from '../members.js'
import { createTreasuryPortico } from '../treasury.js'
import { Site } from '../ui/Site.js'
import { startPage } from '../ui/start.js'
import { Members } from './MembersPage.js'

const portico = createTreasuryPortico({
  siwx: siwx({ url: signInUrl(), required: isSignInRequired(), statement: 'Sign in to the Meridian members page.' }),
})

startPage(
  <Site portico={portico}>
    <Members />
  </Site>,
  { wallets: ['evm', 'solana', 'bitcoin', 'multi'] },
)
