// Both wallets are invented, and drawn here.
const picture = (ground: string, art: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${ground}"/>${art}</svg>`)}`

const line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'

/** An anchor on harbour blue. */
export const harborIcon = picture(
  '#1d4ed8',
  `<g ${line} stroke="#fff" stroke-width="2.5"><path d="M20 12v17M13 17h14"/><circle cx="20" cy="10.5" r="2.5"/><path d="M10.5 22.5c.5 4.5 4.5 7 9.500 7s9-2.500 9.500-7"/></g>`,
)

/** A sprig on green. */
export const juniperIcon = picture(
  '#2f6b4f',
  `<path d="M20 8c6 4.500 8 9 8 13.500a8 8 0 0 1-16 0C12 17 14 12.500 20 8Z" fill="#d9f0d8"/><path d="M20 32V17.500m0 7 4-4m-4 1.500-3.500-3.500" ${line} stroke="#2f6b4f" stroke-width="2"/>`,
)
