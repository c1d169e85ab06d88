import { fileURLToPath } from 'node:url';

/** The content folder of the demonstration, used if `SLIPWAY_CONTENT` names no other. */
export const shippedContentFolder = fileURLToPath(new URL('../../../site/content', import.meta.url));
