import type { StateName } from '#widgets/testing/widget-examples.ts';
import type { TreeLine } from './accessibility-tree.ts';
import type { ShownExample } from './shown-example.ts';

/** A message from the gallery to a frame: the example to show. */
export interface ToFrame {
  readonly kind: 'show';
  readonly shown: ShownExample;
}

/**
 * A message from a frame to the gallery: it can receive messages, its height changed, a person selected a
 * state, or the selected state was examined.
 */
export type FromFrame =
  | { readonly kind: 'ready' }
  /** The height of the frame's page, in CSS pixels. */
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'chosen'; readonly state: StateName }
  | {
      readonly kind: 'heard';
      readonly tree: readonly TreeLine[];
      readonly violations: readonly string[];
    };

/**
 * Returns the data of a message from the expected window of this origin, unvalidated. Undefined for other
 * senders.
 */
export function readFrameMessage<Message>(
  { source, origin, data }: MessageEvent,
  expected: Window | null,
): Message | undefined {
  return source === expected && origin === location.origin ? (data as Message) : undefined;
}
