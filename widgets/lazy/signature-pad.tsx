import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { PictureMaker } from '../fields/photos-slot.ts';
import { useFields } from '../fields/use-fields.ts';
import { useAnnouncement } from '../use-announcement.ts';
import {
  createPictureFile,
  isEmptySignature,
  type PadPoint,
  padHeight,
  padWidth,
  paintSignature,
  pixelsPerUnit,
  type Signature,
  type Stroke,
} from './signature-picture.ts';

/** The width of a line, in CSS pixels. */
const lineWidth = 2.25;

const longestName = 100;

/**
 * Renders a pad for a signature, drawn with a pointer or typed as a name, and the buttons below it. The
 * picture is added by a button, or when the pending input of the form is committed before a submit.
 */
export function SignaturePad({ slot, describedBy, boxRef, onFiles }: PictureMaker): ReactNode {
  const { id, isDisabled, isInvalid } = slot;
  const { text, store } = useFields();
  const canvas = useRef<HTMLCanvasElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [name, setName] = useState('');
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const { announcement, announce } = useAnnouncement();
  const signature: Signature = isTyping ? { kind: 'typed', name } : { kind: 'drawn', strokes };
  const isEmpty = isEmptySignature(signature);
  const drawing = useDrawing({
    isDisabled: isDisabled || isTyping,
    onProgress: paint,
    onStroke: (stroke) => {
      setStrokes((before) => [...before, stroke]);
      announce(text('signature.announce.drawn'));
    },
  });
  useLayoutEffect(paint);

  /** Paints what is typed, or what is drawn with the line that is being drawn. */
  function paint(): void {
    if (canvas.current === null) return;
    const drawn: Signature = { kind: 'drawn', strokes: [...strokes, ...drawing.getLine()] };
    paintSignature(canvas.current, isTyping ? signature : drawn);
  }

  /** Adds the picture and empties the pad. Does nothing if it is empty. */
  const addSignature = () => {
    if (isEmpty || isDisabled || canvas.current === null) return;
    onFiles([createPictureFile(canvas.current, text('signature.file'), slot.limits.types)]);
    setName('');
    setStrokes([]);
  };
  const commit = useEffectEvent(addSignature);
  useEffect(() => store.registerPending(() => commit()), [store]);

  /** Shows the other way to sign. What was drawn and typed remains. */
  const switchWay = ({ detail }: MouseEvent) => {
    flushSync(() => setIsTyping(!isTyping));
    const focusInput = () => input.current?.focus();
    // During the press of a finger, because the keyboard of a phone opens only then. After a key (`detail` is 0)
    // once a frame has shown the input: before that, Firefox reports no focus to a screen reader.
    if (detail > 0) focusInput();
    else requestAnimationFrame(() => setTimeout(focusInput));
  };
  const undo = () => {
    if (strokes.length === 0) return;
    setStrokes(strokes.slice(0, -1));
    announce(text(strokes.length === 1 ? 'signature.announce.cleared' : 'signature.announce.undone'));
  };
  const clear = () => {
    if (strokes.length === 0) return;
    setStrokes([]);
    announce(text('signature.announce.cleared'));
  };
  const nameId = `${id}--name`;
  return (
    <div ref={boxRef} className={isInvalid ? 'sw-signature sw-signature--invalid' : 'sw-signature'}>
      {isTyping && (
        <div className="sw-signature-name">
          <label className="sw-label" htmlFor={nameId}>
            {text('signature.name')}
          </label>
          <input
            ref={input}
            id={nameId}
            className="sw-input"
            type="text"
            dir="auto"
            autoComplete="name"
            maxLength={longestName}
            placeholder=" "
            value={name}
            disabled={isDisabled}
            aria-invalid={isInvalid || undefined}
            aria-describedby={describedBy}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // Enter would submit the form.
              event.preventDefault();
              addSignature();
            }}
          />
        </div>
      )}
      <div
        className={
          isEmpty && !drawing.isActive ? 'sw-signature-paper sw-signature-paper--empty' : 'sw-signature-paper'
        }
      >
        <canvas
          ref={canvas}
          className={getCanvasClass(isTyping, isDisabled)}
          width={padWidth * pixelsPerUnit}
          height={padHeight * pixelsPerUnit}
          role="img"
          aria-label={text(isTyping || !isEmpty ? 'signature.preview' : 'signature.draw')}
          {...drawing.handlers}
        />
        {!isTyping && !isDisabled && (
          <span className="sw-signature-prompt" aria-hidden="true">
            {text('signature.draw')}
          </span>
        )}
      </div>
      <div className="sw-signature-tools">
        <PadButton isUnavailable={isEmpty} isDisabled={isDisabled} kind="use" onPress={addSignature} />
        {!isTyping && (
          <>
            <PadButton isUnavailable={isEmpty} isDisabled={isDisabled} kind="undo" onPress={undo} />
            <PadButton isUnavailable={isEmpty} isDisabled={isDisabled} kind="clear" onPress={clear} />
          </>
        )}
        <button
          id={id}
          type="button"
          className="sw-button sw-button--quiet sw-signature-switch"
          aria-describedby={describedBy}
          disabled={isDisabled}
          onClick={switchWay}
        >
          {text(isTyping ? 'signature.draw-instead' : 'signature.type')}
        </button>
      </div>
      <p className="sw-visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

/** Returns the class of the canvas: of paper to draw on, unless a name is typed or the field is disabled. */
function getCanvasClass(isTyping: boolean, isDisabled: boolean): string {
  if (isDisabled) return 'sw-signature-canvas sw-signature-canvas--disabled';
  return isTyping ? 'sw-signature-canvas' : 'sw-signature-canvas sw-signature-canvas--pad';
}

interface PadButtonProps {
  /** The last part of the key of its text. */
  readonly kind: 'use' | 'undo' | 'clear';
  /**
   * True while the pad is empty. The button can still have the focus, which would be lost otherwise, but the
   * keyboard passes it by.
   */
  readonly isUnavailable: boolean;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}

function PadButton({ kind, isUnavailable, isDisabled, onPress }: PadButtonProps): ReactNode {
  const { text } = useFields();
  return (
    <button
      type="button"
      className={kind === 'use' ? 'sw-button' : 'sw-button sw-button--quiet'}
      aria-disabled={isUnavailable || undefined}
      tabIndex={isUnavailable ? -1 : undefined}
      disabled={isDisabled}
      onClick={onPress}
    >
      {text(`signature.${kind}`)}
    </button>
  );
}

interface DrawingOptions {
  readonly isDisabled: boolean;
  /** Called at every move. */
  readonly onProgress: () => void;
  /** Receives the whole line. */
  readonly onStroke: (stroke: Stroke) => void;
}

/**
 * Returns the handlers for the canvas, and the line that is being drawn, if one is. A line belongs to the pointer that
 * began it: further fingers are ignored. It ends when the pointer is lifted or cancelled. React does not render
 * at its moves.
 */
function useDrawing({ isDisabled, onProgress, onStroke }: DrawingOptions) {
  const line = useRef<{ readonly pointerId: number; readonly stroke: Stroke }>(undefined);
  const [isActive, setIsActive] = useState(false);

  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (isDisabled || line.current || event.button !== 0) return;
    // A mouse would select the texts around the pad.
    event.preventDefault();
    const { width } = event.currentTarget.getBoundingClientRect();
    const stroke = { points: toPoints(event), width: (lineWidth * padWidth) / width };
    line.current = { pointerId: event.pointerId, stroke };
    capturePointer(event);
    setIsActive(true);
    onProgress();
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (line.current?.pointerId !== event.pointerId) return;
    const { stroke } = line.current;
    const longer = { ...stroke, points: [...stroke.points, ...toPoints(event)] };
    line.current = { ...line.current, stroke: longer };
    onProgress();
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (line.current?.pointerId !== event.pointerId) return;
    const { stroke } = line.current;
    line.current = undefined;
    setIsActive(false);
    onStroke(stroke);
  };
  return {
    isActive,
    getLine: () => (line.current ? [line.current.stroke] : []),
    handlers: { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: end },
  };
}

/** Returns the positions of an event on the pad, those between two frames included. */
function toPoints({ currentTarget, nativeEvent }: PointerEvent<HTMLCanvasElement>): readonly PadPoint[] {
  const box = currentTarget.getBoundingClientRect();
  const coalesced = nativeEvent.getCoalescedEvents?.() ?? [];
  return (coalesced.length > 0 ? coalesced : [nativeEvent]).map(({ clientX, clientY }) => ({
    x: ((clientX - box.left) / box.width) * padWidth,
    y: ((clientY - box.top) / box.height) * padHeight,
  }));
}

/** Directs the further events of a pointer to its element, also if it leaves that element. */
function capturePointer({ currentTarget, pointerId }: PointerEvent<HTMLElement>): void {
  try {
    currentTarget.setPointerCapture(pointerId);
  } catch {
    // The pointer was lifted already, or a script made the event.
  }
}
