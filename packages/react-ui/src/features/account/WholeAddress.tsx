import { addressGroups } from './addressGroups.js'

/** A whole address (S17). One press selects it, and what is copied has no gaps: they are only drawn. */
export const WholeAddress = ({ address }: { readonly address: string }) => (
  <bdi className="po-whole po-addr" dir="ltr">
    {addressGroups(address).map((runs, i) => (
      <span key={i}>{runs.map(([text, bold], j) => (bold ? <b key={j}>{text}</b> : text))}</span>
    ))}
  </bdi>
)
