export interface StepBarProps {
  /** The step on screen, from 1. */
  step: number
  of: number
  /** Says which step it is. */
  label: string
}

/** How far a flow of a few views is. */
export const StepBar = ({ step, of, label }: StepBarProps) => (
  <div className="po-stepbar" role="img" aria-label={label}>
    {Array.from({ length: of }, (_, at) => (
      <i key={at} {...(at < step && { className: 'is-on' })} />
    ))}
  </div>
)
