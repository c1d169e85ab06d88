import type { Values } from '#engine';
import type { PreviewView } from '../protocol.ts';
import type { ChangedTexts } from './with-texts.ts';

/** Something in the preview that can be pointed at. */
export interface Target {
  /** The field that it belongs to. */
  readonly field?: string;
  readonly part: 'field' | 'hidden' | 'label' | 'hint' | 'text';
  /** The words that stand there. */
  readonly text: string;
}

/** What the preview tells the studio. */
export type FromPreview =
  /** It listens. */
  | { readonly kind: 'ready' }
  /** What a visitor has entered by now. */
  | { readonly kind: 'entered'; readonly values: Values }
  | { readonly kind: 'pointed'; readonly target: Target }
  | { readonly kind: 'picked'; readonly target: Target }
  /** Somebody has gone to a field of the section. */
  | { readonly kind: 'chosen'; readonly field: string }
  /** The server has taken what was sent, and stored nothing. */
  | { readonly kind: 'sent' }
  /** Inspecting is to begin, or to end: somebody has pressed its keys there. */
  | { readonly kind: 'inspect'; readonly isOn: boolean };

/** What the studio tells the preview. */
export type ToPreview =
  | { readonly kind: 'show'; readonly view: PreviewView }
  /** Texts in place of those that were shown. */
  | { readonly kind: 'texts'; readonly changed: ChangedTexts }
  | { readonly kind: 'inspect'; readonly state: InspectState; readonly takesFocus: boolean }
  | { readonly kind: 'follow'; readonly state: FollowState }
  /** What is different from another version. */
  | { readonly kind: 'marks'; readonly state: MarksState };

/** The field that is chosen in the studio, to be seen in the preview as well. */
export interface FollowState {
  /** The names of the fields that can be chosen, with the groups that they stand in: `party.age`. */
  readonly fields: readonly string[];
  readonly chosen?: string;
  /** It was chosen in this frame, where whoever chose it sees it. */
  readonly isSeen: boolean;
}

/** What is said at the fields that are different from another version. */
export interface MarksState {
  /** The studio's language. */
  readonly locale: string;
  readonly marks: readonly Mark[];
}

/** Something that is different. */
export interface Mark {
  /** The name of a field or of a block; or what else it is. */
  readonly place: { readonly field: string } | 'submit' | 'thanks';
  readonly kind: 'gone' | 'new' | 'changed';
  /** Which of these it is, in a word. */
  readonly word: string;
  /** What is different, in sentences. */
  readonly texts: readonly string[];
}

/** What is to be inspected, and what is said of it. */
export interface InspectState {
  readonly isOn: boolean;
  /** The studio's language. */
  readonly locale: string;
  /** What parts are called. */
  readonly words: Readonly<Record<Target['part'], string>>;
  /** Every field of the type, in display order. */
  readonly fields: readonly InspectedField[];
  /** Hidden fields stand where they would be shown. */
  readonly withHidden: boolean;
  /** The field that is chosen in the studio. */
  readonly chosen?: string;
}

/** What is said of one field. */
export interface InspectedField {
  readonly name: string;
  readonly label: string;
  readonly visibility: 'shown' | 'concealed' | 'hidden';
  /** Why it is so, in sentences. */
  readonly why: string;
}

/** A message of a frame of this page, from this origin, in the shape that is agreed; undefined: it is somebody else's. */
export function fromPreview(
  { origin, source, data }: MessageEvent,
  frame: HTMLIFrameElement | null,
): FromPreview | undefined {
  if (origin !== location.origin || source === null || source !== frame?.contentWindow) return undefined;
  const { kind, values, target, isOn, field } = Object(data) as Readonly<Record<string, unknown>>;
  if (kind === 'ready' || kind === 'sent') return { kind };
  if (kind === 'entered' && isRecord(values)) return { kind, values: values as Values };
  if ((kind === 'pointed' || kind === 'picked') && isTarget(target)) return { kind, target };
  if (kind === 'chosen' && typeof field === 'string') return { kind, field };
  if (kind === 'inspect' && typeof isOn === 'boolean') return { kind, isOn };
  return undefined;
}

/** A message of the page that shows this one, from this origin; undefined: it is somebody else's. */
export function toPreview({ origin, source, data }: MessageEvent): ToPreview | undefined {
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

const parts: readonly unknown[] = ['field', 'hidden', 'label', 'hint', 'text'] satisfies Target['part'][];

function isTarget(value: unknown): value is Target {
  if (!isRecord(value)) return false;
  const { field, part, text } = value;
  return (
    parts.includes(part) && typeof text === 'string' && (field === undefined || typeof field === 'string')
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
