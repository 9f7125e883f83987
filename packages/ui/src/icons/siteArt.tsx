import { Art } from './letter.js'

/** A site that says nothing about itself: the globe of the design's example site. */
export const SiteArt = () => (
  <Art ground="#10233f">
    <g fill="none" strokeWidth="2.2" strokeLinecap="round">
      <circle cx="20" cy="20" r="10.5" stroke="#cfe3ff" />
      <ellipse cx="20" cy="20" rx="4.3" ry="10.5" stroke="#7fb2ff" />
      <path d="M9.5 20h21" stroke="#cfe3ff" />
    </g>
  </Art>
)
