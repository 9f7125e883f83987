// Invented wallets for the stories, with icons as real wallets announce them.

const icon = (drawing: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${drawing}</svg>`)}`

export const wallets = [
  {
    name: 'Harbor',
    icon: icon(
      '<rect width="40" height="40" fill="#1d4ed8"/><path fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M20 12v17M13 17h14"/><circle cx="20" cy="10.5" r="2.5" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/><path fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M10.5 22.5c.5 4.5 4.5 7 9.5 7s9-2.5 9.5-7"/>',
    ),
  },
  {
    name: 'Juniper',
    icon: icon(
      '<rect width="40" height="40" fill="#2f6b4f"/><path d="M20 8c6 4.5 8 9 8 13.5a8 8 0 0 1-16 0C12 17 14 12.5 20 8Z" fill="#d9f0d8"/><path d="M20 32V17.5m0 7 4-4m-4 1.5-3.5-3.5" fill="none" stroke="#2f6b4f" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  },
  {
    name: 'Cairn',
    icon: icon(
      '<rect width="40" height="40" fill="#434a57"/><ellipse cx="20" cy="28" rx="11" ry="4" fill="#fff"/><ellipse cx="20.5" cy="20" rx="8" ry="3.5" fill="#cfd5de"/><ellipse cx="19.5" cy="13" rx="5" ry="3" fill="#9aa3b2"/>',
    ),
  },
  {
    name: 'Lumen',
    icon: icon(
      '<rect width="40" height="40" fill="#f6b73c"/><path d="M9 25a11 11 0 0 1 22 0Z" fill="#3b2504"/><path d="M9 29.5h22" fill="none" stroke="#3b2504" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  },
  {
    name: 'Tern',
    icon: icon(
      '<rect width="40" height="40" fill="#67b8e6"/><path d="M7 16.5c5-1.5 9.5 0 13 6 3.5-6 8-7.5 13-6-4.5 1.5-8 5.5-10 11.5h-6c-2-6-5.5-10-10-11.5Z" fill="#fff"/>',
    ),
  },
  {
    name: 'Basalt',
    icon: icon(
      '<rect width="40" height="40" fill="#1c1f26"/><path fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="m14 9 6 3.5v7L14 23l-6-3.5v-7Z"/><path fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="m26 9 6 3.5v7L26 23l-6-3.5v-7Z"/><path fill="#8fa3bf" d="m20 19.5 6 3.5v7l-6 3.5-6-3.5v-7Z"/>',
    ),
  },
  {
    name: 'Quartz',
    icon: icon(
      '<rect width="40" height="40" fill="#efe6ff"/><path d="m20 7 8 9-8 17-8-17Z" fill="#7c3aed"/><path d="m20 7 8 9H12Z" fill="#a78bfa"/><path d="m20 16-0 17 8-17Z" fill="#5b21b6"/>',
    ),
  },
  {
    name: 'Fathom',
    icon: icon(
      '<rect width="40" height="40" fill="#0d2a52"/><path fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M9 15c3.7-3 7.3-3 11 0s7.3 3 11 0"/><path fill="none" stroke="#9dc1f3" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M9 21.5c3.7-3 7.3-3 11 0s7.3 3 11 0"/><path fill="none" stroke="#4f80c4" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M9 28c3.7-3 7.3-3 11 0s7.3 3 11 0"/>',
    ),
  },
  {
    name: 'Kite',
    icon: icon(
      '<rect width="40" height="40" fill="#e5533d"/><path d="m23 7 8 10-13 12.5L13 13Z" fill="#fff"/><path d="m23 7-5 22.5M13 13l18 4" fill="none" stroke="#e5533d" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/><path d="M18 29.5c-2 1.5-3.5 1-4.5 3" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  },
  {
    name: 'Northstar',
    icon: icon(
      '<rect width="40" height="40" fill="#3f37a6"/><path d="M20 6c1.3 8.5 5.5 12.7 14 14-8.5 1.3-12.7 5.5-14 14-1.3-8.5-5.5-12.7-14-14 8.5-1.3 12.7-5.5 14-14Z" fill="#fff"/>',
    ),
  },
  {
    name: 'Delta',
    icon: icon(
      '<rect width="40" height="40" fill="#0f766e"/><path d="M20 9 32 30H8Z" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/><path d="m20 19 5 9H15Z" fill="#99f6e4"/>',
    ),
  },
  {
    name: 'Mosaic',
    icon: icon(
      '<rect width="40" height="40" fill="#fff7ed"/><rect x="9" y="9" width="10" height="10" rx="2" fill="#ea580c"/><rect x="21" y="9" width="10" height="10" rx="5" fill="#0ea5e9"/><rect x="9" y="21" width="10" height="10" rx="5" fill="#16a34a"/><path d="M21 31V21h10a10 10 0 0 1-10 10Z" fill="#7c3aed"/>',
    ),
  },
  {
    name: 'Ember',
    icon: icon(
      '<rect width="40" height="40" fill="#7f1d1d"/><path d="M20 7c1 6 8 8.5 8 16a8 8 0 0 1-16 0c0-3.5 1.5-5.5 3-7 .5 2 1.5 3 2.5 3.5C17 15 18 10.5 20 7Z" fill="#fb923c"/><path d="M20 31a4 4 0 0 0 4-4.2c0-2.8-2.5-4-3.5-6.3-1.5 1.5-4.5 3.5-4.5 6.3A4 4 0 0 0 20 31Z" fill="#fef3c7"/>',
    ),
  },
  {
    name: 'Strongbox',
    icon: icon(
      '<rect width="40" height="40" fill="#d8dce3"/><rect x="8" y="10" width="24" height="20" rx="4" fill="#2b303a"/><circle cx="20" cy="20" r="5.5" fill="none" stroke="#d8dce3" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/><path d="M20 20l2.5-2.5" fill="none" stroke="#d8dce3" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/><path d="M28 15.5v9" fill="none" stroke="#7d8799" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  },
  {
    name: 'Solstice',
    icon: icon(
      '<rect width="40" height="40" fill="#5a3fd6"/><circle cx="20" cy="20" r="6.5" fill="#fff"/><path fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M20 7v3m0 20v3M7 20h3m20 0h3M10.8 10.8l2.1 2.1m14.2 14.2 2.1 2.1m0-18.4-2.1 2.1M12.9 27.1l-2.1 2.1"/>',
    ),
  },
  {
    name: 'Bitloom',
    icon: icon(
      '<rect width="40" height="40" fill="#f08a24"/><path fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M12 9v22M20 9v22M28 9v22"/><path d="M8 15.5h8m8 0h8M16 24.5h8" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  },
  {
    name: 'Orbit',
    icon: icon(
      '<rect width="40" height="40" fill="#111827"/><circle cx="20" cy="20" r="5" fill="#fff"/><ellipse cx="20" cy="20" rx="13" ry="6" fill="none" stroke="#9ca3af" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" transform="rotate(-28 20 20)"/>',
    ),
  },
  {
    name: 'Pilot',
    icon: icon(
      '<rect width="40" height="40" fill="#fde047"/><path d="M31 10 9 18.5l8.5 3 3.5 8.5Z" fill="#1f2937"/><path d="m17.5 21.5 13.5-11.5" fill="none" stroke="#fde047" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  },
  {
    name: 'Vessel',
    icon: icon(
      '<rect width="40" height="40" fill="#e7dccb"/><path d="M9 21h22a11 11 0 0 1-22 0Z" fill="#6b4a2b"/><path d="M15 21a5 5 0 0 1 10 0" fill="none" stroke="#6b4a2b" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  },
  {
    name: 'Sable',
    icon: icon(
      '<rect width="40" height="40" fill="#2a2118"/><path fill="none" stroke="#e9c46a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M10 27c4-10 7-14 10-14s6 4 10 14"/><circle cx="20" cy="24" r="3" fill="#e9c46a"/>',
    ),
  },
  {
    name: 'Prism',
    icon: icon(
      '<rect width="40" height="40" fill="#0f172a"/><path d="M20 9 31 29H9Z" fill="none" stroke="#e2e8f0" stroke-width="2.5" stroke-linejoin="round"/><path d="m24 19 9-3" fill="none" stroke="#f472b6" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/><path d="m25.5 22 8-.5" fill="none" stroke="#facc15" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/><path d="m27 25 7 2" fill="none" stroke="#38bdf8" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  },
  {
    name: 'Willow',
    icon: icon(
      '<rect width="40" height="40" fill="#dcefe3"/><path fill="none" stroke="#14532d" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M20 32V11c-6 0-9 5-9 11m9-11c6 0 9 5 9 11m-13-3v9m8-9v9"/>',
    ),
  },
  {
    name: 'Granite',
    icon: icon('<rect width="40" height="40" fill="#6b7280"/><path d="M8 30 17 12l5 8 3-4 7 14Z" fill="#fff"/>'),
  },
  {
    name: 'Coral',
    icon: icon(
      '<rect width="40" height="40" fill="#fb7185"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M20 32V20m0 4c-5 0-8-2.5-8-8m8 5c5 0 8-2.5 8-8M20 20V9"/>',
    ),
  },
]
const [first, second, third, fourth] = wallets
if (!first || !second || !third || !fourth) throw new Error('The stories need four wallets')
export const [harbor, juniper, cairn, lumen] = [first, second, third, fourth]

export const address = '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09'
