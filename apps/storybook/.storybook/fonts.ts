import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url'
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import interRanges from '@fontsource-variable/inter/unicode.json'
import arabic from '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2?url'
import arabicRanges from '@fontsource-variable/noto-sans-arabic/unicode.json'
import monospace from '@fontsource-variable/noto-sans-mono/files/noto-sans-mono-latin-wght-normal.woff2?url'
import monospaceRanges from '@fontsource-variable/noto-sans-mono/unicode.json'

// The catalogue looks the same on every machine: each script that a story shows is drawn with a font from a package. All of
// them answer to the first name of the product's own list, so that no machine's font of that name comes between.

const faces: readonly (readonly [family: string, url: string, range: string])[] = [
  ['Inter', latin, interRanges.latin],
  ['Inter', latinExtended, interRanges['latin-ext']],
  ['Inter', cyrillic, interRanges.cyrillic],
  ['Inter', arabic, arabicRanges.arabic],
  ['Noto Sans Mono', monospace, monospaceRanges.latin],
]

/** Names the catalogue's fonts where the product lets a site name its own. */
export const fontsCss = ':root { --portico-font-mono: "Noto Sans Mono", monospace; }\nbody { font-family: Inter, sans-serif; }'

/** Loads all fonts before the first story: one that came later would move what the story has drawn. */
export async function loadFonts(): Promise<void> {
  await Promise.all(
    faces.map(async ([family, url, unicodeRange]) => {
      const face = new FontFace(family, `url(${JSON.stringify(url)}) format("woff2")`, { weight: '100 900', unicodeRange })
      document.fonts.add(await face.load())
    }),
  )
}
