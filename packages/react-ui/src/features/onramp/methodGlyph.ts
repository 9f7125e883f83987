import { card, grid, wallet, type Glyph } from '@portico/ui/glyphs'

/** What stands for a way to pay. */
export const methodGlyph = (id: string): Glyph => (id === 'EXCHANGE' ? grid : id.includes('BANK') ? wallet : card)
