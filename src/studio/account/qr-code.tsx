import { type ReactNode, useMemo } from 'react';
import { qrMatrix } from './qr-matrix.ts';

/** So much light around it as a camera needs, in modules. */
const margin = 4;

/** A text as a picture for a camera; nothing where it is too long for one. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const modules = useMemo(() => qrMatrix(text), [text]);
  if (modules === undefined) return null;
  const size = modules.length + 2 * margin;
  const path = modules
    .flatMap((row, at) =>
      row.map((isDark, column) => (isDark ? `M${column + margin} ${at + margin}h1v1h-1z` : '')),
    )
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
