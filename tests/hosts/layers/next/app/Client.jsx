'use client'
import { useState } from 'react'
import { makePortico } from '../src/portico.js'
import { Site } from '../src/Site.jsx'

export function Client({ prefetch }) {
  const [portico] = useState(makePortico)
  return <Site portico={portico} prefetch={prefetch} />
}
