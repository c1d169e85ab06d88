/** `/embed-frame.js`: makes each `<iframe>` with a form as high as its form (docs/embed.md, "In a frame"). */

const base = new URL(import.meta.url).origin;

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== base || data?.type !== 'slipway:height' || !(data.height > 0)) return;
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.contentWindow === source) frame.height = `${Math.ceil(data.height)}`;
});

// Those that were there before this script, and could not be heard; of one that still loads the origin is the page's own.
for (const frame of document.querySelectorAll('iframe'))
  if (frame.src.startsWith(`${base}/`)) frame.contentWindow?.postMessage({ type: 'slipway:ask' }, '*');
