import { type RefObject, useEffect, useState } from 'react';
import type { PreviewMessage, PreviewView } from '../protocol.ts';

/** Hands a frame each new section, once it listens. */
export function useFrames(frame: RefObject<HTMLIFrameElement | null>, view: PreviewView | undefined): void {
  const [readiness, setReady] = useState(0);
  useEffect(() => {
    const onMessage = ({ source, data, origin }: MessageEvent<PreviewMessage>) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data.kind === 'ready')
        setReady((count) => count + 1);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [frame]);
  useEffect(() => {
    if (!view || readiness === 0) return;
    const message: PreviewMessage = { kind: 'show', view };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [view, readiness, frame]);
}
