/** The mark of Portico: an arch cut into three columns. Takes the colour of the text. */
export function Mark({ size = 16 }: { size?: number | undefined }) {
  return (
    <svg className="po-mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 22V11a9 9 0 0 1 4.8-7.96V22Z" />
      <path opacity=".42" d="M9.6 22V2.33a9 9 0 0 1 4.8 0V22Z" />
      <path d="M16.2 22V3.04A9 9 0 0 1 21 11v11Z" />
    </svg>
  )
}
