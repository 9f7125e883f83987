import { useState } from 'react'
import { makePortico } from './portico.js'
import { Site } from './Site.jsx'

/** Drawn when the page is built, without an address: what the page was opened with is read where it runs. */
export default function Island() {
  const [portico] = useState(makePortico)
  const [prefetch] = useState(() => (typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('prefetch')))
  return <Site portico={portico} prefetch={prefetch} />
}
