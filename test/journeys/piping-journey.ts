import { pipingContent, pipingDocuments } from '../piping/piping-documents.ts';
import { journeysOn } from '../support/journey.ts';

export const it = journeysOn({ documents: pipingDocuments(), content: pipingContent() });

export const label = (said: string) => `What should we know about ${said}?`;

export const isolated = (text: string) => `\u2068${text}\u2069`;
