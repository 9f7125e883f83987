import { addressGroups, type ShownEnds } from './addressGroups.js'

export interface WholeAddressProps extends ShownEnds {
  address: string
}

/** A whole address (S17). One press selects it, and what is copied has no gaps: they are only drawn. */
export const WholeAddress = ({ address, ...ends }: WholeAddressProps) => (
  <bdi className="po-whole po-addr" dir="ltr">
    {addressGroups(address, ends).map((runs, i) => (
      <span key={i}>{runs.map(([text, bold], j) => (bold ? <b key={j}>{text}</b> : text))}</span>
    ))}
  </bdi>
)
