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

/**
 * Renders an address in a frame with the width of a device, or of the available space (`free`). If the device
 * is wider than the available space, the frame is scaled down to fit.
 */
export function PreviewFrame({ ref, title, address, width }: PreviewFrameProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const [{ inline, block }, setSize] = useState({ inline: 0, block: 0 });
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ inline: element.clientWidth, block: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const deviceWidth = width === 'free' ? undefined : deviceWidths[width];
  const scale = deviceWidth === undefined || inline === 0 ? 1 : Math.min(1, inline / deviceWidth);
  const isScaled = deviceWidth !== undefined && scale < 1;
  return (
    <div ref={container} className={`st-frame st-frame--${width}`}>
      <iframe
        ref={ref}
        name={title}
        title={title}
        src={address}
        style={
          isScaled
            ? { inlineSize: deviceWidth, blockSize: block / scale, transform: `scale(${scale})` }
            : undefined
        }
      />
    </div>
  );
}
