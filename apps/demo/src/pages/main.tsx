import '@portico/react-ui/styles.css'
import '../styles/site.css'
import { sendErrors } from '../errors.js'
import { createTreasuryPortico } from '../treasury.js'
import { Site } from '../ui/Site.js'
import { startPage } from '../ui/start.js'
import { Treasury } from './TreasuryPage.js'

const portico = createTreasuryPortico()
sendErrors(portico)

startPage(
  <Site portico={portico}>
    <Treasury />
  </Site>,
  { wallets: ['evm', 'solana', 'bitcoin', 'multi'] },
)
