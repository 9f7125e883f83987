// All wallets are invented, and drawn here.
const picture = (ground: string, art: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${ground}"/>${art}</svg>`)}`

const line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'

/** An anchor on harbour blue. */
export const harborIcon = picture(
  '#1d4ed8',
  `<g ${line} stroke="#fff" stroke-width="2.5"><path d="M20 12v17M13 17h14"/><circle cx="20" cy="10.5" r="2.5"/><path d="M10.5 22.5c.5 4.5 4.5 7 9.5 7s9-2.5 9.5-7"/></g>`,
)

/** A sprig on green. */
export const juniperIcon = picture(
  '#2f6b4f',
  `<path d="M20 8c6 4.5 8 9 8 13.5a8 8 0 0 1-16 0C12 17 14 12.5 20 8Z" fill="#d9f0d8"/><path d="M20 32V17.5m0 7 4-4m-4 1.5-3.5-3.5" ${line} stroke="#2f6b4f" stroke-width="2"/>`,
)

/** A lantern with its light, on violet. */
export const lanternIcon = picture(
  '#5b3fa6',
  `<path d="M14 16h12v13a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2Z" fill="#f3e7b3"/><path d="M12.5 16h15M16 16c0-6 8-6 8 0M20 9V7" ${line} stroke="#fff" stroke-width="2"/><circle cx="20" cy="23.5" r="3" fill="#e09b2d"/>`,
)

/** A beacon over the sea. */
export const beaconIcon = picture(
  '#0f6e7c',
  `<path d="M17 16h6l2 15H15Z" fill="#fff"/><path d="M16.5 16h7M20 16v-3" ${line} stroke="#fff" stroke-width="2"/><path d="m11 12 5 1m13-1-5 1" ${line} stroke="#f6d365" stroke-width="2.5"/>`,
)

/** Cut stone. */
export const quarryIcon = picture('#b45309', `<path d="M9 29h22l-3-9H12Z" fill="#fde9cf"/><path d="M14 20l3-8h6l3 8Z" fill="#fbd29b"/>`)

/** Stones, one on the other. */
export const cairnIcon = picture(
  '#57534e',
  `<ellipse cx="20" cy="29" rx="10" ry="4" fill="#e7e5e4"/><ellipse cx="20" cy="21.5" rx="7" ry="3.5" fill="#d6d3d1"/><ellipse cx="20" cy="14.5" rx="4.5" ry="3" fill="#e7e5e4"/>`,
)

/** A phone in a pocket. */
export const pocketIcon = picture(
  '#0b5563',
  `<rect x="14" y="6" width="12" height="20" rx="2.5" fill="#e9fbf7"/><path d="M18.5 9h3" ${line} stroke="#0b5563" stroke-width="1.5"/><path d="M9 19h22v8a7 7 0 0 1-7 7h-8a7 7 0 0 1-7-7Z" fill="#5fd0c0"/><path d="M12 22h16" ${line} stroke="#0b5563" stroke-width="1.5" stroke-dasharray="2 2.5"/>`,
)

/** A globe on its stand. */
export const atlasIcon = picture(
  '#9d174d',
  `<g ${line} stroke="#fff" stroke-width="2.2"><circle cx="20" cy="17" r="8"/><path d="M12 17h16M20 9c-4 4-4 12 0 16 4-4 4-12 0-16ZM15 31h10M20 25v6"/></g>`,
)
