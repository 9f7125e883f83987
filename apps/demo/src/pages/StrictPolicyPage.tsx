import { useEffect, useState } from 'react'
import { MiniApp } from '../mini/MiniApp.js'
import { Card } from '../ui/Card.js'
import { PageIntro, SiteFooter, SiteHeader } from '../ui/Frame.js'
import { shield } from '../ui/glyphs.js'
import { Outcome } from '../ui/Outcome.js'

export function StrictPolicy() {
  return (
    <>
      <SiteHeader />
      <main className="m-wrap m-main">
        <PageIntro title="Under a strict policy">
          The built page allows its own scripts and style sheets and nothing inline, no trusted types policy may be made, and it speaks to
          this machine alone. The modal has to look and work as anywhere else.
        </PageIntro>
        <div className="m-grid">
          <Card level={2} glyph={shield} title="Meridian, in small" lead="Connect, look around, sign.">
            <MiniApp />
          </Card>
          <Card level={2} glyph={shield} title="Violations" lead="What the browser blocked since the page was loaded.">
            <Violations />
          </Card>
        </div>
      </main>
      <SiteFooter path="/csp.html" />
    </>
  )
}

function Violations() {
  const [blocked, setBlocked] = useState<readonly string[]>([])
  useEffect(() => {
    const note = (event: SecurityPolicyViolationEvent) =>
      setBlocked((before) => [...before, `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`])
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [])
  if (blocked.length === 0) return <Outcome kind="ok">None</Outcome>
  return (
    <ul aria-label="Violations">
      {blocked.map((one, at) => (
        <li key={at}>
          <Outcome kind="bad">{one}</Outcome>
        </li>
      ))}
    </ul>
  )
}
