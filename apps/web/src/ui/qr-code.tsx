interface QrCodeProps {
  /** SVG path of the dark modules, one unit a module. */
  path: string
  /** Modules a side. */
  size: number
  /** What it is, for who does not see it. */
  label: string
}

/** Modules that a reader needs to be free around the code. */
const quiet = 4

/** A QR code as large as the room it has. */
export function QrCode({ path, size, label }: QrCodeProps) {
  const side = size + 2 * quiet
  return (
    // Dark on light in every skin: readers expect it so.
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: a picture needs a file
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
