// Puts a React root into an element of the host's, whatever drew that.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makePortico } from './portico.js'
import { Site } from './Site.jsx'

export function mountSite(element) {
  const portico = makePortico()
  const prefetch = new URLSearchParams(location.search).get('prefetch')
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <Site portico={portico} prefetch={prefetch} />
    </StrictMode>,
  )
  return () => root.unmount()
}
