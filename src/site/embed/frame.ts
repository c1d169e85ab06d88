/** `/embed-frame.js`: makes each `<iframe>` with a form as high as its form, and shows what has the focus there (docs/embed.md, "In a frame"). */

const base = new URL(import.meta.url).origin;
/** What stays free above what is shown, as above thanks on a page of our own (`schemas/settings.json`), and below it. */
const roomPx = 90;

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== base) return;
  const frame = [...document.querySelectorAll('iframe')].find((one) => one.contentWindow === source);
  if (!frame) return;
  if (data?.type === 'slipway:height' && data.height > 0) frame.height = `${Math.ceil(data.height)}`;
  if (data?.type === 'slipway:focus') show(frame, data);
});

// Those that were there before this script, and could not be heard; of one that still loads the origin is the page's own.
for (const frame of document.querySelectorAll('iframe'))
  if (frame.src.startsWith(`${base}/`)) frame.contentWindow?.postMessage({ type: 'slipway:ask' }, '*');

/** Scrolls whatever holds a frame until a part of it is seen, if it is not: margins make the frame as small as that part for a moment. */
function show(
  frame: HTMLIFrameElement,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): void {
  const { style } = frame;
  const before = style.scrollMargin;
  style.scrollMargin = `${roomPx - top}px 0 ${bottom + roomPx - frame.offsetHeight}px`;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  frame.scrollIntoView({ block: 'nearest', behavior: isStill ? 'instant' : 'smooth' });
  style.scrollMargin = before;
}
