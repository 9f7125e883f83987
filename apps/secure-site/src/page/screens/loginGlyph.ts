import { mail, user, type Glyph } from '@portico/ui/glyphs'
import { socialGlyphs } from '@portico/ui/social-glyphs'

const known: ReadonlyMap<string, Glyph> = new Map(Object.entries(socialGlyphs))

/** The mark of a way to log in by what it is called: the provider's own, a letter beside an e-mail address, else a person. */
export const loginGlyph = (name: string): Glyph => known.get(name.toLowerCase()) ?? (name.includes('@') ? mail : user)
