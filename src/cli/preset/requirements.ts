/* A preset provides the requirements for its queries and its fields, each with a sentence of docs/own-back-end.md. */

export {
  yardQueryRequirements as presetQueryRequirements,
  yardRefusalRequirements as presetRefusalRequirements,
} from '../yard/requirements.ts';
