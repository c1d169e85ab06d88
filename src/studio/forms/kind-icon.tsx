import type { ReactNode } from 'react';
import type { OutlineFieldKind } from '#engine/editing/index.ts';
import { presetKindPaths } from '../preset/editing.ts';

/** Renders the icon of a kind of field, hidden from screen readers. */
export function KindIcon({ kind }: { readonly kind: OutlineFieldKind }): ReactNode {
  return (
    <svg className="st-kind" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[kind]} />
    </svg>
  );
}

/** The SVG path of each icon, in a square of 16 units. */
const paths: Readonly<Record<OutlineFieldKind, string>> = {
  text: 'M4 4h8M8 4v8',
  'long-text': 'M2.5 4h11M2.5 7h11M2.5 10h11M2.5 13h6',
  email: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  phone:
    'M3.5 2.5h3l1 3-1.6 1.2a8 8 0 0 0 3.4 3.4L10.5 8.5l3 1v3c0 .6-.4 1-1 1A10 10 0 0 1 2.5 3.5c0-.6.4-1 1-1z',
  number: 'M6 2.5L4.5 13.5M11.5 2.5L10 13.5M2.5 6h11M2.5 10h11',
  date: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  choice: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  choices: 'M2.5 3h4v4h-4zM2.5 9.5h4v4h-4zM9 5h5M9 11.5h5M3.5 5l.8.8 1.4-1.8',
  'yes-no': 'M5 4.5h6a3.5 3.5 0 0 1 0 7H5a3.5 3.5 0 0 1 0-7zM11 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z',
  terms: 'M3.5 2h6l3 3v9h-9zM5.5 9.5l1.5 1.5 3-3.5',
  ...presetKindPaths,
  list: 'M2.5 3.5h11v9h-11zM2.5 6.500h11M5 9.500h6',
  photos:
    'M2.5 3.500h11v9h-11zM2.5 11l3.5-3.5 3 3 2-2 2.5 2.500M10.5 5.500a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.200z',
  group: 'M2.5 3h11v10h-11zM5 6h6M5 10h4',
  'repeated-group': 'M4.5 2.500h9v7.500h-9zM2.5 5.500v7.500h9',
  other: 'M4 8h.01M8 8h.01M12 8h.01',
};
