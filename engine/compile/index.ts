/**
 * The compiler from documents to a form. It is separate from `#engine`, because it loads Ajv and the ICU
 * parser, which visitors' pages do not need.
 */

export { findNearestName } from '../model/nearest.ts';
export { type Compilation, compile } from './compile.ts';
export { type DocumentProblemCode, documentProblems } from './report.ts';
