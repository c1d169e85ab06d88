import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type FromFrame, readFrameMessage, type ToFrame } from './messages.ts';
import type { ShownExample } from './shown-example.ts';

export type AccessibilityMessage = Extract<FromFrame, { readonly kind: 'heard' }>;

export interface ExampleFrameProps {
  /** The width of the frame's page, in CSS pixels. */
  readonly width: number;
  readonly shown: ShownExample;
  /** Receives the state that a person selects in the frame. */
  readonly onChoose: (state: string) => void;
  /** Receives the accessibility tree and the violations of the selected state. */
  readonly onHeard?: ((heard: AccessibilityMessage) => void) | undefined;
}

/**
 * Renders a frame with the states of a widget, in the given width and as high as its content. If `shown`
 * changes, the frame receives it as a message and is not loaded again.
 */
export function ExampleFrame({ width, shown, onChoose, onHeard }: ExampleFrameProps): ReactNode {
  const { widget, state, theme, locale } = shown;
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(600);
  const [isReady, setIsReady] = useState(false);
  // The address never changes, so that the frame is loaded only once. Later examples are sent as messages.
  const [address] = useState(() => `/gallery/frame?${new URLSearchParams({ widget, state, theme, locale })}`);
  // Before the frame can report that it is ready.
  useLayoutEffect(() => {
    /** Handles a message of the frame; ignores those of other windows. */
    const onMessage = (event: MessageEvent) => {
      const message = readFrameMessage<FromFrame>(event, frame.current?.contentWindow ?? null);
      if (message?.kind === 'ready') setIsReady(true);
      if (message?.kind === 'height') setHeight(message.height);
      if (message?.kind === 'chosen') onChoose(message.state);
      if (message?.kind === 'heard') onHeard?.(message);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [onChoose, onHeard]);
  const shownJson = JSON.stringify(shown);
  useEffect(() => {
    const message: ToFrame = { kind: 'show', shown: JSON.parse(shownJson) };
    if (isReady) frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isReady, shownJson]);
  const name = `${width} px, ${theme}, ${locale}`;
  return (
    <figure className="gl-frame" style={{ inlineSize: width }}>
      <figcaption className="st-quiet">{name}</figcaption>
      <iframe ref={frame} src={address} title={`${widget}: ${name}`} style={{ blockSize: height }} />
    </figure>
  );
}
