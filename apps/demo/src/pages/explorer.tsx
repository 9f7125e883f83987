import '../styles/site.css'
import { SiteFooter, SiteHeader } from '../ui/Frame.js'
import { startPage } from '../ui/start.js'
import { Explorer } from './ExplorerPage.js'

startPage(
  <>
    <SiteHeader>{null}</SiteHeader>
    <main className="m-wrap m-main">
      <Explorer />
    </main>
    <SiteFooter path="/explorer.html" />
  </>,
)
