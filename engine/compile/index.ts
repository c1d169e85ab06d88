/** Documents to a form. Apart from `#engine`, because it carries Ajv and the ICU parser, which no visitor's page needs. */

export { nearestOf } from '../nearest.ts';
export { type Compilation, compile } from './compile.ts';
export { type DocumentProblemCode, documentProblems } from './report.ts';
