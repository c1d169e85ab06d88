import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Values } from '#engine';
import type { PreviewView } from '../../api/studio.ts';
import {
  type FollowState,
  type InspectState,
  type MarksState,
  type PreviewTarget,
  parseFromPreview,
  type ToPreview,
} from './messages.ts';
import type { ChangedTexts } from './with-texts.ts';

/**
 * The data that is sent to a preview frame, and the handlers of the messages from it, which are explained at
 * `FromPreview`.
 */
export interface PreviewConnection {
  /** Undefined until it is loaded. Nothing is shown before. */
  readonly view: PreviewView | undefined;
  /** The texts that have changed since the view was loaded. */
  readonly changed: ChangedTexts;
  readonly inspected: InspectState;
  readonly followed: FollowState;
  readonly onChosen: (field: string) => void;
  readonly onEntered: (values: Values) => void;
  readonly onPointed: (target: PreviewTarget) => void;
  readonly onPicked: (target: PreviewTarget) => void;
  readonly onInspect: (isOn: boolean) => void;
  readonly onSent: () => void;
}

/**
 * Connects the studio with a preview frame. Sends the view, the changed texts, the chosen field and the state
 * of inspecting, each again after it changes and after the frame has (re)loaded. Calls the handlers of
 * `connection` for the messages of the frame.
 */
export function usePreviewFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  connection: PreviewConnection,
): void {
  const { view, changed, inspected, followed, onChosen, onEntered, onPointed, onPicked, onInspect, onSent } =
    connection;
  const [readiness, setReady] = useState(0);
  // Before the frame can report anything: a cached one does so before other effects of a busy page run.
  useLayoutEffect(() => {
    /**
     * Calls the handler of a message from the frame. After `ready`, everything is sent (again). Other
     * messages are ignored.
     */
    const onMessage = (event: MessageEvent) => {
      const message = parseFromPreview(event, frame.current);
      if (message?.kind === 'ready') setReady((count) => count + 1);
      else if (message?.kind === 'sent') onSent();
      else if (message?.kind === 'chosen') onChosen(message.field);
      else if (message?.kind === 'entered') onEntered(message.values);
      else if (message?.kind === 'pointed') onPointed(message.target);
      else if (message?.kind === 'picked') onPicked(message.target);
      else if (message?.kind === 'inspect') onInspect(message.isOn);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [frame, onChosen, onEntered, onPointed, onPicked, onInspect, onSent]);
  useEffect(() => {
    if (view && readiness > 0) postToFrame(frame.current, { kind: 'show', view });
  }, [view, readiness, frame]);
  useEffect(() => {
    if (view && readiness > 0) postToFrame(frame.current, { kind: 'texts', changed });
  }, [view, changed, readiness, frame]);
  useEffect(() => {
    if (readiness > 0) postToFrame(frame.current, { kind: 'follow', state: followed });
  }, [followed, readiness, frame]);
  useEffect(() => {
    if (readiness > 0) postToFrame(frame.current, { kind: 'inspect', state: inspected, takesFocus: false });
  }, [inspected, readiness, frame]);
}

/**
 * Sends a view and the marks of its differences to a frame that compares two versions, again after each
 * change and after the frame has (re)loaded. Sends nothing while `view` is undefined.
 */
export function useComparedFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  view: PreviewView | undefined,
  marks: MarksState,
): void {
  const [readiness, setReady] = useState(0);
  useLayoutEffect(() => {
    /** After `ready`, view and marks are sent (again). All other messages are ignored. */
    const onMessage = (event: MessageEvent) => {
      if (parseFromPreview(event, frame.current)?.kind === 'ready') setReady((count) => count + 1);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [frame]);
  useEffect(() => {
    if (view && readiness > 0) postToFrame(frame.current, { kind: 'show', view });
  }, [view, readiness, frame]);
  useEffect(() => {
    if (view && readiness > 0) postToFrame(frame.current, { kind: 'marks', state: marks });
  }, [view, marks, readiness, frame]);
}

/**
 * Moves the keyboard focus into the frame, and sends the state of inspecting. The frame then focuses the
 * chosen field, or the first part if no field is chosen or it is not drawn; neither if `isOn` is false.
 */
export function focusChosenPart(frame: HTMLIFrameElement | null, state: InspectState): void {
  frame?.focus();
  postToFrame(frame, { kind: 'inspect', state, takesFocus: true });
}

/** Sends a message to a frame of the same origin. Does nothing if there is no frame. */
function postToFrame(frame: HTMLIFrameElement | null, message: ToPreview): void {
  frame?.contentWindow?.postMessage(message, location.origin);
}
