import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FromFrame, messageFrom, type ToFrame } from './messages.ts';
import type { Shown } from './shown.ts';

/** What a frame has heard last. */
export type HeardNow = Extract<FromFrame, { readonly kind: 'heard' }>;

/** What a frame is drawn from. */
export interface ExampleFrameProps {
  /** Of the page in it, in CSS pixels. */
  readonly width: number;
  readonly shown: Shown;
  readonly onChoose: (state: string) => void;
  readonly onHeard?: ((heard: HeardNow) => void) | undefined;
}

/** The states of a widget on a page of their own, as wide as is asked for and as high as they are. */
export function ExampleFrame({ width, shown, onChoose, onHeard }: ExampleFrameProps): ReactNode {
  const { widget, state, theme, locale } = shown;
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(600);
  const [isReady, setIsReady] = useState(false);
  // Its first address stays, so that it is loaded once.
  const [address] = useState(() => `/gallery/frame?${new URLSearchParams({ widget, state, theme, locale })}`);
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      const message = messageFrom<FromFrame>(event, frame.current?.contentWindow ?? null);
      if (message?.kind === 'ready') setIsReady(true);
      if (message?.kind === 'height') setHeight(message.height);
      if (message?.kind === 'chosen') onChoose(message.state);
      if (message?.kind === 'heard') onHeard?.(message);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [onChoose, onHeard]);
  const said = JSON.stringify(shown);
  useEffect(() => {
    const message: ToFrame = { kind: 'show', shown: JSON.parse(said) };
    if (isReady) frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isReady, said]);
  const name = `${width} px, ${theme}, ${locale}`;
  return (
    <figure className="gl-frame" style={{ inlineSize: width }}>
      <figcaption className="st-quiet">{name}</figcaption>
      <iframe ref={frame} src={address} title={`${widget}: ${name}`} style={{ blockSize: height }} />
    </figure>
  );
}
