import '@portico/react-ui/styles.css'
import '../styles/site.css'
import { createSitePortico } from '../site.js'
import { Site } from '../ui/Site.js'
import { startPage } from '../ui/start.js'
import { StrictPolicy } from './StrictPolicyPage.js'

const portico = createSitePortico()

startPage(
  <Site portico={portico}>
    <StrictPolicy />
  </Site>,
)
