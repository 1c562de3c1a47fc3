interface Props {
  /** modules on a side, light border included */
  size: number;
  /** the dark modules */
  path: string;
  label: string;
  className: string;
}

/** A QR code. White in every theme: cameras need the light field around it. */
export function QrCode({ size, path, label, className }: Props) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
