import '@portico/react-ui/styles.css'
import '../styles/site.css'
import { pairing } from '../pairing.js'
import { createSitePortico } from '../site.js'
import { Site } from '../ui/Site.js'
import { startPage } from '../ui/start.js'
import { StrictPolicy } from './StrictPolicyPage.js'

const portico = createSitePortico(pairing())

startPage(
  <Site portico={portico}>
    <StrictPolicy />
  </Site>,
)
