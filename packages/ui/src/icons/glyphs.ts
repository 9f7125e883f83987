export { caution, chevronDown, type Glyph } from './hostGlyphs.js'
export * from './firstGlyphs.js'
export * from './viewGlyphs.js'
