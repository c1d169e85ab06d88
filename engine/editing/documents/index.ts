/**
 * Documents as text, with lines and columns, for programs that read and write them. No visitor's page loads
 * it.
 */

export { formatDocument } from './format-document.ts';
export { locatePointer, readJson } from './json-text.ts';
export { parseDocuments } from './parse-documents.ts';
export { formatProblemLine, locateProblem } from './problem.ts';
