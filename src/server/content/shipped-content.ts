import { fileURLToPath } from 'node:url';

/** The folder of the content that ships with the demonstration: what is served where `SLIPWAY_CONTENT` names no other. */
export const shippedContent = fileURLToPath(new URL('../../site/content', import.meta.url));
