import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { makePortico } from '../../src/portico.js'
import { Site } from '../../src/Site.jsx'

export default function Home() {
  const [portico] = useState(makePortico)
  const [search] = useSearchParams()
  return <Site portico={portico} prefetch={search.get('prefetch')} />
}
