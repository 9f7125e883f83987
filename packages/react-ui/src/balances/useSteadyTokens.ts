'use client'
import { tokenKey, type HeldToken } from '@portico/core/balances'
import { useMemo, useState } from 'react'

const none: readonly string[] = []

/**
 * Tokens, of which those that stood there while the list was incomplete keep their places: what comes with the rest comes below them, and
 * no row moves under a finger.
 */
export function useSteadyTokens(tokens: readonly HeldToken[], incomplete: boolean): readonly HeldToken[] {
  const [first, setFirst] = useState(none)
  const keys = useMemo(() => (incomplete ? tokens.map(keyOf) : none), [tokens, incomplete])
  if (incomplete && keys !== first) setFirst(keys)
  return useMemo(() => {
    if (incomplete || first.length === 0) return tokens
    const places = new Map(first.map((key, at) => [key, at]))
    const placeOf = (token: HeldToken) => places.get(keyOf(token)) ?? first.length
    return [...tokens].sort((one, other) => placeOf(one) - placeOf(other))
  }, [tokens, incomplete, first])
}

/** Hex is one whatever its case: the gateway need not write it as the chain does. */
const keyOf = (token: HeldToken) => tokenKey(token).toLowerCase()
