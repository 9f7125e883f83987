import '@portico/react-ui/styles.css'
import '../styles/site.css'
import { createSitePortico } from '../site.js'
import { PageIntro, SiteFooter, SiteHeader } from '../ui/Frame.js'
import { Site } from '../ui/Site.js'
import { startPage } from '../ui/start.js'
import { Half } from './Half.js'

const one = createSitePortico({ id: 'one' })
const two = createSitePortico({ id: 'two', defaultNetwork: 'eip155:10', themeVariables: { accent: '#7a4fb5' } })

startPage(
  <>
    <SiteHeader>{null}</SiteHeader>
    <main className="m-wrap m-main">
      <PageIntro title="Two at once">
        Two porticos on one page share nothing: connect one, and the other stays as it was. The second has an accent of its own.
      </PageIntro>
      <div className="m-grid">
        <Site portico={one}>
          <Half name="one" />
        </Site>
        <Site portico={two}>
          <Half name="two" />
        </Site>
      </div>
    </main>
    <SiteFooter path="/twice.html" />
  </>,
)
