import { createPipingContent, createPipingDocuments } from '../piping/piping-documents.ts';
import { journeysOn } from '../support/journey.ts';

export const it = journeysOn({ documents: createPipingDocuments(), content: createPipingContent() });

export const createPipedLabel = (said: string) => `What should we know about ${said}?`;

export const wrapInIsolates = (text: string) => `\u2068${text}\u2069`;
