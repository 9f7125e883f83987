// SPDX licence expressions, as far as package.json files use them.

/**
 * Whether an expression can be satisfied with licences that `isAllowed` accepts: one side of an OR, both sides of an AND.
 * A `WITH` exception only adds rights, so the licence before it decides. Text that does not parse is not satisfied.
 * @param {string} expression for example `(MIT OR GPL-3.0-only) AND BSD-3-Clause` @param {(id: string) => boolean} isAllowed
 * @returns {boolean}
 */
export function satisfies(expression, isAllowed) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let position = 0
  const peek = () => tokens[position]?.toUpperCase()

  /** @returns {boolean} */
  const or = () => {
    let value = and()
    while (peek() === 'OR') {
      position++
      const right = and()
      value = value || right
    }
    return value
  }
  /** @returns {boolean} */
  const and = () => {
    let value = one()
    while (peek() === 'AND') {
      position++
      const right = one()
      value = value && right
    }
    return value
  }
  /** @returns {boolean} */
  const one = () => {
    const token = tokens[position++]
    if (token === '(') {
      const value = or()
      if (tokens[position++] !== ')') throw new SyntaxError('an open bracket')
      return value
    }
    if (!token || !/^[A-Za-z0-9.+-]+$/.test(token) || /^(AND|OR|WITH)$/i.test(token)) throw new SyntaxError(`"${token}" is not a licence`)
    if (peek() === 'WITH') {
      if (!tokens[position + 1]) throw new SyntaxError('WITH without an exception')
      position += 2
    }
    return isAllowed(token)
  }

  try {
    const value = or()
    return value && position === tokens.length
  } catch {
    return false
  }
}

/**
 * The licence that a package.json states, as one expression. Understands the old forms `{ type }` and `licenses: [{ type }]`
 * (npm's documentation: any of them). @param {any} manifest @returns {string} empty when nothing is stated
 */
export function statedLicence({ license, licenses }) {
  const one = (/** @type {any} */ value) => (typeof value === 'string' ? value : typeof value?.type === 'string' ? value.type : '')
  if (Array.isArray(licenses)) return licenses.map(one).filter(Boolean).join(' OR ')
  return one(license) || one(licenses)
}

/** Recognises the text of a licence, for packages that state none. @param {string} text @returns {string} an SPDX id, or empty */
export function licenceOfText(text) {
  const plain = text.replace(/\s+/g, ' ')
  if (/GNU (AFFERO |LESSER )?GENERAL PUBLIC LICENSE/i.test(plain)) return 'GPL-3.0-or-later'
  if (/Apache License,? Version 2\.0/i.test(plain)) return 'Apache-2.0'
  if (/Permission is hereby granted, free of charge/i.test(plain) && /THE SOFTWARE IS PROVIDED "?AS IS"?/i.test(plain)) return 'MIT'
  if (/Permission to use, copy, modify, and(\/or)? distribute this software for any purpose/i.test(plain)) return 'ISC'
  if (/This is free and unencumbered software released into the public domain/i.test(plain)) return 'Unlicense'
  if (/Redistribution and use in source and binary forms/i.test(plain))
    return /Neither the name/i.test(plain) ? 'BSD-3-Clause' : 'BSD-2-Clause'
  return ''
}
