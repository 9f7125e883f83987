import { nameParts } from '@portico/react-ui/parts'

const end = nameParts()

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  portico-modal::part(row) { border-radius: 0; }
  portico-modal::part(title) { font-variant: small-caps; }
`)
document.adoptedStyleSheets.push(sheet)

export const undress = () => end()
