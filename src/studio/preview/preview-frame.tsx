import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { PreviewSettings } from './settings.ts';

export interface PreviewFrameProps {
  readonly ref: RefObject<HTMLIFrameElement | null>;
  readonly title: string;
  readonly address: string;
  readonly width: Exclude<PreviewSettings['width'], 'both'>;
}

/** The widths of common devices in CSS pixels. */
const deviceWidths = { phone: 375, tablet: 768, desktop: 1280 } as const;

/** A frame with the preview in the width of a device. It is scaled down if there is less space. */
export function PreviewFrame({ ref, title, address, width }: PreviewFrameProps): ReactNode {
  const room = useRef<HTMLDivElement>(null);
  const [{ inline, block }, measure] = useState({ inline: 0, block: 0 });
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      measure({ inline: element.clientWidth, block: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const wanted = width === 'free' ? undefined : deviceWidths[width];
  const scale = wanted === undefined || inline === 0 ? 1 : Math.min(1, inline / wanted);
  const isScaled = wanted !== undefined && scale < 1;
  return (
    <div ref={room} className={`st-frame st-frame--${width}`}>
      <iframe
        ref={ref}
        name={title}
        title={title}
        src={address}
        style={
          isScaled
            ? { inlineSize: wanted, blockSize: block / scale, transform: `scale(${scale})` }
            : undefined
        }
      />
    </div>
  );
}
