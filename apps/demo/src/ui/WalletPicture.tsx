/** A wallet's own picture, or its first letter. Only pictures that travel inside the announcement are shown. */
export function WalletPicture({
  name,
  icon,
  size = 32,
}: {
  readonly name: string
  readonly icon?: string | undefined
  readonly size?: number
}) {
  if (icon?.startsWith('data:image/')) return <img className="m-art" src={icon} width={size} height={size} alt="" />
  return (
    <span className="m-coin" aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  )
}
