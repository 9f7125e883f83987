import '@portico/react-ui/styles.css'
import '../styles/site.css'
import '../styles/hostile.css'
import { MiniApp } from '../mini/MiniApp.js'
import { pairing } from '../pairing.js'
import { createSitePortico } from '../site.js'
import { Card } from '../ui/Card.js'
import { PageIntro, SiteFooter, SiteHeader } from '../ui/Frame.js'
import { shield } from '../ui/glyphs.js'
import { Site } from '../ui/Site.js'
import { startPage } from '../ui/start.js'

const portico = createSitePortico(pairing())

startPage(
  <Site portico={portico}>
    <SiteHeader />
    <main className="m-wrap m-main">
      <PageIntro title="Among hostile styles">
        This page resets every element as a utility framework does, and then claims buttons, dialogs and boxes for itself with rules that
        are marked important. The page may look torn. The modal must not.
      </PageIntro>
      <div className="m-grid">
        <Card level={2} glyph={shield} title="Meridian, in small" lead="Connect, look around, sign.">
          <MiniApp />
        </Card>
      </div>
    </main>
    <SiteFooter path="/hostile.html" />
  </Site>,
)
