import { type RefObject, useEffect, useState } from 'react';
import type { Values } from '#engine';
import type { PreviewView } from '../protocol.ts';
import {
  type FollowState,
  fromPreview,
  type InspectState,
  type MarksState,
  type Target,
  type ToPreview,
} from './messages.ts';
import type { ChangedTexts } from './with-texts.ts';

/** The state that a preview frame receives, and the callbacks for its messages. */
export interface FrameTalk {
  readonly view: PreviewView | undefined;
  readonly changed: ChangedTexts;
  readonly inspected: InspectState;
  readonly followed: FollowState;
  readonly onChosen: (field: string) => void;
  readonly onEntered: (values: Values) => void;
  readonly onPointed: (target: Target) => void;
  readonly onPicked: (target: Target) => void;
  readonly onInspect: (isOn: boolean) => void;
  readonly onSent: () => void;
}

/** Sends each new view and its state to a preview frame, once the frame is ready. */
export function useFrame(frame: RefObject<HTMLIFrameElement | null>, talk: FrameTalk): void {
  const { view, changed, inspected, followed, onChosen, onEntered, onPointed, onPicked, onInspect, onSent } =
    talk;
  const [readiness, setReady] = useState(0);
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      const message = fromPreview(event, frame.current);
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
    if (view && readiness > 0) post(frame.current, { kind: 'show', view });
  }, [view, readiness, frame]);
  useEffect(() => {
    if (view && readiness > 0) post(frame.current, { kind: 'texts', changed });
  }, [view, changed, readiness, frame]);
  useEffect(() => {
    if (readiness > 0) post(frame.current, { kind: 'follow', state: followed });
  }, [followed, readiness, frame]);
  useEffect(() => {
    if (readiness > 0) post(frame.current, { kind: 'inspect', state: inspected, takesFocus: false });
  }, [inspected, readiness, frame]);
}

/** Sends a view and its differences to a frame that compares two versions. */
export function useComparedFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  view: PreviewView | undefined,
  marks: MarksState,
): void {
  const [readiness, setReady] = useState(0);
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (fromPreview(event, frame.current)?.kind === 'ready') setReady((count) => count + 1);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [frame]);
  useEffect(() => {
    if (view && readiness > 0) post(frame.current, { kind: 'show', view });
  }, [view, readiness, frame]);
  useEffect(() => {
    if (view && readiness > 0) post(frame.current, { kind: 'marks', state: marks });
  }, [view, marks, readiness, frame]);
}

/** Focuses a frame, at the part of the chosen field. */
export function focusParts(frame: HTMLIFrameElement | null, state: InspectState): void {
  frame?.focus();
  post(frame, { kind: 'inspect', state, takesFocus: true });
}

function post(frame: HTMLIFrameElement | null, message: ToPreview): void {
  frame?.contentWindow?.postMessage(message, location.origin);
}
