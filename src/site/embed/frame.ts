/**
 * `/embed-frame.js`: makes each `<iframe>` with a form as high as its form, and scrolls the focused element
 * in it into view (docs/embed.md, "In a frame").
 */

const base = new URL(import.meta.url).origin;
/**
 * The space in px above the element, as above the thanks on our own pages (`schemas/settings.json`), and
 * below it.
 */
const roomPx = 90;

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== base) return;
  const frame = [...document.querySelectorAll('iframe')].find((one) => one.contentWindow === source);
  if (!frame) return;
  if (data?.type === 'slipway:height' && data.height > 0) frame.height = `${Math.ceil(data.height)}`;
  if (data?.type === 'slipway:focus') scrollPartIntoView(frame, data);
});

// Frames that were loaded before this script have posted their height already, so they must post it again.
// While a frame loads, its origin is the page's own.
for (const frame of document.querySelectorAll('iframe'))
  if (frame.src.startsWith(`${base}/`)) frame.contentWindow?.postMessage({ type: 'slipway:ask' }, '*');

/**
 * Scrolls all containers of a frame until a part of the frame is visible, unless it is visible already.
 * Scroll margins shrink the frame to that part for a moment.
 * @param part `top` and `bottom` of the part in px, from the upper edge of the frame.
 */
function scrollPartIntoView(
  frame: HTMLIFrameElement,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): void {
  const { style } = frame;
  const before = style.scrollMargin;
  style.scrollMargin = `${roomPx - top}px 0 ${bottom + roomPx - frame.offsetHeight}px`;
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  frame.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion ? 'instant' : 'smooth' });
  style.scrollMargin = before;
}
