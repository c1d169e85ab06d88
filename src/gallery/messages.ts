import type { StateName } from '#widgets/testing/widget-examples.ts';
import type { Shown } from './shown.ts';
import type { TreeLine } from './tree.ts';

/** What the gallery says to a frame. */
export interface ToFrame {
  readonly kind: 'show';
  readonly shown: Shown;
}

/** What a frame says to the gallery. */
export type FromFrame =
  | { readonly kind: 'ready' }
  /** How high its page is, in CSS pixels. */
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'chosen'; readonly state: StateName }
  /** What a screen reader is given of the state, and what axe finds in it. */
  | {
      readonly kind: 'heard';
      readonly tree: readonly TreeLine[];
      readonly violations: readonly string[];
    };

/** A message from a window of this origin; undefined: from elsewhere. */
export function messageFrom<Message>(
  { source, origin, data }: MessageEvent,
  expected: Window | null,
): Message | undefined {
  return source === expected && origin === location.origin ? (data as Message) : undefined;
}
