import type { Values } from '#engine';
import type { PreviewView } from '../../api/studio.ts';
import type { ChangedTexts } from './with-texts.ts';

/** A part of the preview that can be inspected. `field` is absent for texts that belong to no field. */
export interface PreviewTarget {
  readonly field?: string;
  readonly part: 'field' | 'hidden' | 'label' | 'hint' | 'text';
  /** Its visible text. */
  readonly text: string;
}

export type FromPreview =
  /** The frame has loaded and can receive messages. */
  | { readonly kind: 'ready' }
  /** The values that the user has entered in the preview. */
  | { readonly kind: 'entered'; readonly values: Values }
  /** During inspecting, the pointer or the focus is on a part. */
  | { readonly kind: 'pointed'; readonly target: PreviewTarget }
  /** During inspecting, the user has clicked a part. */
  | { readonly kind: 'picked'; readonly target: PreviewTarget }
  /** The user has focused or clicked a field. */
  | { readonly kind: 'chosen'; readonly field: string }
  /** The server has accepted a submission as a dry run. */
  | { readonly kind: 'sent' }
  /** Inspecting shall start or end, because its shortcut or Escape was pressed in the preview. */
  | { readonly kind: 'inspect'; readonly isOn: boolean };

export type ToPreview =
  | { readonly kind: 'show'; readonly view: PreviewView }
  /** Texts that replace those of the current view. */
  | { readonly kind: 'texts'; readonly changed: ChangedTexts }
  /** Starts, updates or ends inspecting. If `takesFocus` is true, the chosen field is focused. */
  | { readonly kind: 'inspect'; readonly state: InspectState; readonly takesFocus: boolean }
  | { readonly kind: 'follow'; readonly state: FollowState }
  | { readonly kind: 'marks'; readonly state: MarksState };

/** The field that is chosen in the studio, to be marked in the preview. */
export interface FollowState {
  /** The names of the fields that can be chosen, with their groups: `party.age`. */
  readonly fields: readonly string[];
  readonly chosen?: string;
  /** The label of the chosen field, which is shown at it. */
  readonly label?: string;
  /** True if it was chosen in this frame, so that it is visible already. */
  readonly isSeen: boolean;
}

/** The marks of a preview, replacing all earlier ones. `locale` is the language of their texts. */
export interface MarksState {
  readonly locale: string;
  readonly marks: readonly DifferenceMark[];
}

/** A mark in the preview at a part that differs between two versions. */
export interface DifferenceMark {
  /** The name of a field or a block, or another part of the page. */
  readonly place: { readonly field: string } | 'submit' | 'thanks';
  readonly kind: 'gone' | 'new' | 'changed';
  /** The translated `kind`. */
  readonly word: string;
  /** Sentences that describe the difference. Empty if only the kind is shown. */
  readonly texts: readonly string[];
}

/** The state of inspecting: the mode in which each part of the preview can be picked to see its reasons. */
export interface InspectState {
  readonly isOn: boolean;
  readonly locale: string;
  /** The translated names of the kinds of parts. */
  readonly words: Readonly<Record<PreviewTarget['part'], string>>;
  /** All fields of the type, in display order. */
  readonly fields: readonly InspectedField[];
  /** True if hidden fields are drawn at their positions. */
  readonly withHidden: boolean;
  /** The name of the field that is chosen in the studio. */
  readonly chosen?: string;
}

/** A field with its state and the reasons for it, as the inspecting mode shows them. */
export interface InspectedField {
  readonly name: string;
  readonly label: string;
  /** `concealed`: for screen readers only. */
  readonly visibility: 'shown' | 'concealed' | 'hidden';
  /** The reasons, in sentences. */
  readonly why: string;
}

/**
 * Returns the message that a preview frame has sent. Undefined if it comes from another origin or window, or
 * has an unknown shape.
 */
export function parseFromPreview(
  { origin, source, data }: MessageEvent,
  frame: HTMLIFrameElement | null,
): FromPreview | undefined {
  if (origin !== location.origin || source === null || source !== frame?.contentWindow) return undefined;
  const { kind, values, target, isOn, field } = Object(data) as Readonly<Record<string, unknown>>;
  if (kind === 'ready' || kind === 'sent') return { kind };
  if (kind === 'entered' && isRecord(values)) return { kind, values: values as Values };
  if ((kind === 'pointed' || kind === 'picked') && isPreviewTarget(target)) return { kind, target };
  if (kind === 'chosen' && typeof field === 'string') return { kind, field };
  if (kind === 'inspect' && typeof isOn === 'boolean') return { kind, isOn };
  return undefined;
}

/**
 * Returns the message that the parent page has sent. Undefined if it comes from another origin or window, or
 * has an unknown shape.
 */
export function parseToPreview({ origin, source, data }: MessageEvent): ToPreview | undefined {
  if (origin !== location.origin || source !== parent || source === window) return undefined;
  const { kind, view, changed, state, takesFocus } = Object(data) as Readonly<Record<string, unknown>>;
  if (kind === 'show' && isRecord(view)) return { kind, view: view as unknown as PreviewView };
  if (kind === 'texts' && isRecord(changed)) return { kind, changed: changed as ChangedTexts };
  if (kind === 'inspect' && isRecord(state) && typeof takesFocus === 'boolean')
    return { kind, state: state as unknown as InspectState, takesFocus };
  if (kind === 'follow' && isRecord(state) && Array.isArray(state.fields))
    return { kind, state: state as unknown as FollowState };
  if (kind === 'marks' && isRecord(state) && Array.isArray(state.marks))
    return { kind, state: state as unknown as MarksState };
  return undefined;
}

const targetParts: readonly unknown[] = [
  'field',
  'hidden',
  'label',
  'hint',
  'text',
] satisfies PreviewTarget['part'][];

/** Returns true for an object with a known `part`, a `text`, and a `field` that is a string or absent. */
function isPreviewTarget(value: unknown): value is PreviewTarget {
  if (!isRecord(value)) return false;
  const { field, part, text } = value;
  return (
    targetParts.includes(part) &&
    typeof text === 'string' &&
    (field === undefined || typeof field === 'string')
  );
}

/** Returns true for objects that are not arrays. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
