import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';

/**
 * Renders a text as a QR code, with the quiet zone of 4 modules that cameras need (ISO/IEC 18004). `label` is
 * its accessible name.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 4 }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className="st-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className="st-qr-light" d={`M0 0h${size}v${size}h-${size}z`} />
      <path className="st-qr-dark" d={path} />
    </svg>
  );
}
