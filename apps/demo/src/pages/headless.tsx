import '../styles/site.css'
import { createSitePortico } from '../site.js'
import { Site } from '../ui/Site.js'
import { startPage } from '../ui/start.js'
import { Headless } from './HeadlessPage.js'

const portico = createSitePortico({ id: 'headless' })

startPage(
  <Site portico={portico} modal={false}>
    <Headless />
  </Site>,
)
